"""When things take long, fail or end: the page says so and nothing typed is lost."""

import datetime

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from curation import paging
from memory.jobs.distil import drain
from memory.models import Agent, Membership, ReviewItem
from memory.queries.clock import database_now
from tests.browser.desk import fill_queue, open_review, sign_in
from tests.make import record_episode


def test_distillation_is_watched_until_it_is_done(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    episode = record_episode(agent, task="which pump feeds V-12")
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/episodes/{episode.uid}/")
    expect(page.locator("#body")).to_contain_text("Queued")
    drain()
    expect(page.locator("#body")).to_contain_text("Distilled")
    expect(page.locator("#body mark")).to_have_text("Line 12 runs from P-101A to V-12.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(4500)
    assert asked == []


def test_without_network_the_words_stay_and_are_sent_again(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 1)
    sign_in(page, live_url, curator)
    open_review(page, live_url)
    page.get_by_text("Reject…").click()
    page.get_by_label("Duplicate").check()
    page.get_by_label("Note, kept for good").fill("see the other one")
    page.context.set_offline(True)
    page.get_by_role("button", name="Reject", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("could not be reached")
    note = page.get_by_label("Note, kept for good")
    expect(note).to_have_value("see the other one")
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#toasts")).to_contain_text("You rejected")
    assert not ReviewItem.objects.exists()


def test_a_hold_warns_before_it_ends_and_is_extended(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 1)
    soon = database_now() + datetime.timedelta(seconds=90)
    ReviewItem.objects.update(held_by=curator, held_until=soon)
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/review/")
    expect(page.get_by_role("alert")).to_have_text("Your hold ends in 1 min.")
    page.get_by_role("button", name="Extend").click()
    expect(page.locator("#hold")).to_contain_text("Yours for 9 min")
    expect(page.locator("#hold")).not_to_contain_text("ends in")


def test_more_rows_are_added_below(
    page: Page,
    live_url: str,
    curator: Membership,
    agent: Agent,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paging, "SIZE", 2)
    fill_queue(agent, 5)
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/claims/")
    rows = page.locator("#rows tr")
    expect(rows).to_have_count(2)
    page.get_by_role("link", name="Load more").click()
    expect(rows).to_have_count(4)
    page.get_by_role("link", name="Load more").click()
    expect(rows).to_have_count(5)
    expect(page.get_by_role("link", name="Load more")).to_have_count(0)
    names = [text.split()[0] for text in rows.locator("th").all_inner_texts()]
    assert names == ["P-104", "P-103", "P-102", "P-101", "P-100"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_what_opens(
    page: Page, live_url: str, curator: Membership, agent: Agent, theme: str
) -> None:
    fill_queue(agent, 2)
    sign_in(page, live_url, curator)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_url}])
    for key, what in (("r", "#sheet"), ("e", "#sheet"), ("?", "#keys")):
        open_review(page, live_url)
        page.keyboard.press(key)
        expect(page.locator(what)).to_be_visible()
        found = Axe().run(page).response["violations"]
        assert [(key, each["id"], each["nodes"][0]["html"]) for each in found] == []
    open_review(page, live_url)
    page.keyboard.press("a")
    expect(page.locator(".toast")).to_be_visible()
    page.get_by_role("button", name="robin: theme").click()
    assert Axe().run(page).response["violations"] == []


def test_the_theme_is_chosen_at_once_and_kept(
    page: Page, live_url: str, curator: Membership
) -> None:
    sign_in(page, live_url, curator)
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="robin: theme").click()
    with page.expect_response("**/theme/"):
        page.get_by_role("button", name="Dark").click()
    html = page.locator("html")
    expect(html).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.reload()
    expect(html).to_have_attribute("data-theme", "dark")
