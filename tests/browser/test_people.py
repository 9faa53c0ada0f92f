"""What only a browser shows of search and of words made into a claim."""

from playwright.sync_api import Page, expect

from memory.models import Agent, Claim, Episode, Membership, Support
from tests.browser.desk import fill_queue, sign_in

SELECT = """
const words = document.querySelector("[data-span]").firstChild;
const walker = document.createTreeWalker(words.parentElement, NodeFilter.SHOW_TEXT);
const text = walker.nextNode();
const range = document.createRange();
range.setStart(text, 0);
range.setEnd(text, 8);
getSelection().removeAllRanges();
getSelection().addRange(range);
"""


def test_selected_words_become_a_claim(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 1)
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/episodes/{Episode.objects.get().uid}/")
    expect(page.locator("#take")).to_be_hidden()
    page.evaluate(SELECT)
    page.get_by_role("link", name="Make a claim from this").click()
    expect(page.get_by_label("The words it rests on")).to_have_value("Line 100")
    for label, value in (
        ("Subject: kind", "line"), ("Subject: id", "100"), ("Object: kind", "pump"),
        ("Object: id", "P-100"), ("In words", "Line 100 is part of P-100"),
    ):  # fmt: skip
        page.get_by_label(label).fill(value)
    page.get_by_label("Relation").select_option("part_of")
    page.get_by_role("button", name="Make the claim").click()
    expect(page.locator("h1")).to_contain_text("P-100")
    made = Claim.objects.latest("pk")
    support = Support.objects.get(claim=made)
    assert (support.span_start, support.span_end) == (0, 8)


def test_a_slash_leads_to_the_search_box(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 1)
    sign_in(page, live_url, curator)
    page.keyboard.press("/")
    expect(page.locator("#find")).to_be_focused()
    page.keyboard.type("p-100")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("for “p-100”")
    first = page.locator("#main li").first
    expect(first).to_contain_text("named exactly")
    expect(page.locator("#main mark").first).to_have_text("P-100")
    page.get_by_role("link", name="Entities").first.click()
    expect(page.locator("h1")).to_have_text("Entities")
