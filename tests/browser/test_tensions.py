"""A curator before tensions: what met one, what came of it, and the answer."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from memory.models import Agent, Membership
from tension.models import Collision, Tension
from tests.browser.desk import sign_in
from tests.browser.plant import QUESTION, leave_open, report


def test_the_question_about_the_pump_is_met_and_answered(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    row = leave_open(agent)
    record = report(agent, "hall B", "record 7")
    report(agent, "site", "record 8")
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/tensions/")
    page.get_by_role("link", name=QUESTION).first.click()
    # Two hops away it is seen; three hops away nothing is.
    met = page.locator(".collision")
    expect(met).to_have_count(1)
    expect(met).to_contain_text("record 7 is part of hall B")
    drawn = met.get_by_role("img")
    name = drawn.get_attribute("aria-label")
    assert name == (
        "hall B (train 2 is part of hall B) train 2 (P-104 is part of train 2) P-104"
    )
    expect(met.get_by_role("list")).to_contain_text("between them")
    expect(page.locator("#main")).to_contain_text("never across a hub")
    met.get_by_role("button", name="Productive").click()
    expect(page.locator("#toasts")).to_contain_text("Your verdict is kept")
    answer(page)
    row.refresh_from_db()
    assert (row.state, str(row.answer and row.answer.object)) == ("answered", "stores")
    assert Collision.objects.get(trigger_uid=record.uid).state == "productive"


def answer(page: Page) -> None:
    """Answer it, without support at first: refused, and nothing is lost."""
    page.get_by_role("link", name="Answer…").click()
    sheet = page.locator("#sheet-body")
    sheet.get_by_label("Note, kept for good").fill("see the record")
    sheet.get_by_role("button", name="Answer", exact=True).click()
    expect(sheet).to_contain_text("Needed to state it, unless you choose one.")
    expect(sheet.get_by_label("Note, kept for good")).to_have_value("see the record")
    for label, words in (
        ("Or subject: kind", "part"), ("Subject: id", "P-104"),
        ("Object: kind", "part"), ("Object: id", "stores"),
        ("How it is known, in words", "The record says it went to the stores."),
    ):  # fmt: skip
        sheet.get_by_label(label).fill(words)
    sheet.get_by_label("Relation").select_option(label="is part of")
    sheet.get_by_role("button", name="Answer", exact=True).click()
    expect(page.locator("#toasts")).to_contain_text("You answered it")
    expect(page.locator("#main")).to_contain_text("Answered by")


def test_what_is_done_can_be_undone_from_the_toast(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    row = leave_open(agent)
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/tensions/{row.uid}/")
    page.get_by_role("link", name="Drop…").click()
    sheet = page.locator("#sheet-body")
    sheet.get_by_label("Why, kept for good").fill("nobody asks")
    sheet.get_by_role("button", name="Drop", exact=True).click()
    expect(page.locator("#toasts")).to_contain_text("You dropped it")
    assert state_of(row) == "dropped"
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#main")).to_contain_text("It waits")
    assert state_of(row) == "open"


def state_of(row: Tension) -> str:
    row.refresh_from_db()
    return row.state


def test_one_is_raised_from_the_page_of_an_entity(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    row = leave_open(agent)
    node = row.anchors.get().node
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/entities/{node.uid}/")
    expect(page.locator("#main")).to_contain_text(QUESTION)
    page.get_by_role("link", name="Raise a tension…").click()
    page.get_by_label("What is unresolved").fill("Who paid for P-104?")
    page.get_by_role("button", name="Raise it").click()
    expect(page.locator("h1")).to_have_text("Who paid for P-104?")
    assert Axe().run(page).response["violations"] == []
    raised = Tension.objects.get(statement="Who paid for P-104?")
    assert raised.anchors.get().node == node
    assert raised.by_member == curator
