"""A curator retracts a source, settles a dispute by keyboard, and takes it back."""

import pytest
from playwright.sync_api import Page, expect

from memory.actions import retract as retracting
from memory.jobs.distil import drain
from memory.models import UNSETTLED, Agent, Dispute, Membership, Observation
from tests.browser.desk import fill_chain, sign_in


def test_a_source_is_retracted_as_previewed_and_a_dispute_settled_by_keyboard(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_chain(agent)
    sign_in(page, live_url, curator)
    source = Observation.objects.get(ref="chain").source.node.uid
    page.goto(f"{live_url}/w/plant/sources/{source}/")
    page.keyboard.press("x")
    expect(page.get_by_role("heading", name="What would change")).to_be_visible()
    assert _count(page, "lost") == "2"
    assert _count(page, "weakened") == "1"
    page.get_by_label("Reason, kept for good").fill("replaced in spring")
    page.get_by_role("button", name="Retract").click()
    expect(page.locator(".cause tbody tr")).to_have_count(3)
    assert Dispute.objects.filter(effect="lost").count() == 2
    assert Dispute.objects.filter(effect="weakened").count() == 1
    _settle_the_last(page)
    expect(page.locator("#toasts")).to_contain_text("You upheld: “P-3 feeds V-3”")
    assert Dispute.objects.filter(state__in=UNSETTLED).count() == 2
    page.keyboard.press("u")
    expect(page.locator("#toasts")).to_contain_text("You undid")
    expect(page.locator("#claim")).to_have_text("P-3 feeds V-3")
    assert Dispute.objects.filter(state__in=UNSETTLED).count() == 3


def test_what_much_rests_on_is_retracted_while_the_page_looks_on(
    page: Page,
    live_url: str,
    curator: Membership,
    agent: Agent,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retracting, "AT_ONCE", 2)
    fill_chain(agent)
    sign_in(page, live_url, curator)
    source = Observation.objects.get(ref="chain").source.node.uid
    page.goto(f"{live_url}/w/plant/sources/{source}/retract/")
    page.get_by_label("Reason, kept for good").fill("replaced in spring")
    assert _count(page, "lost") == "2"
    page.get_by_role("button", name="Retract").click()
    expect(page.locator("#body")).to_contain_text("Waiting for a worker")
    drain()
    expect(page.locator("#body")).to_contain_text("3 claims are disputed by it.")
    page.get_by_role("link", name="Resolve them").click()
    expect(page.locator(".cause tbody tr")).to_have_count(3)
    expect(page.locator("#toasts")).to_contain_text("You retracted Old diagram.")


def _count(page: Page, effect: str) -> str:
    return page.locator(f"[data-effect={effect}] strong").inner_text()


def _open_the_first(page: Page) -> None:
    """From the list to the first lost claim; its scripts are at work."""
    page.locator(".cause").get_by_role("link", name="P-1 feeds V-1").click()
    page.wait_for_url("**/disputes/*-*/**")
    page.wait_for_load_state("load")


def _settle_the_last(page: Page) -> None:
    """From the queue to the weakened claim with j, uphold it with p and Enter."""
    _open_the_first(page)
    for name in ("P-2 feeds V-2", "P-3 feeds V-3"):
        page.keyboard.press("j")
        expect(page.locator("#claim")).to_have_text(name)
    page.keyboard.press("p")
    note = page.locator("#sheet").get_by_label("Note, kept for good")
    expect(note).to_be_focused()
    page.keyboard.type("the log is enough, says p")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def test_evidence_is_found_in_the_sheet_and_what_was_typed_stays(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_chain(agent)
    sign_in(page, live_url, curator)
    source = Observation.objects.get(ref="chain").source.node.uid
    page.goto(f"{live_url}/w/plant/sources/{source}/retract/")
    page.get_by_label("Reason, kept for good").fill("replaced in spring")
    page.get_by_role("button", name="Retract").click()
    _open_the_first(page)
    expect(page.locator("#uphold")).to_be_disabled()
    page.keyboard.press("t")
    sheet = page.locator("#sheet")
    sheet.get_by_label("Note, kept for good").fill("typed words")
    sheet.get_by_label("Find an observation").fill("seen running")
    sheet.get_by_role("button", name="Find observations").click()
    sheet.get_by_label("P-3 feeds V-3, seen running.").check()
    expect(sheet.get_by_label("Note, kept for good")).to_have_value("typed words")
    sheet.get_by_role("button", name="Attach and uphold").click()
    expect(page.locator("#toasts")).to_contain_text("You re-supported")
