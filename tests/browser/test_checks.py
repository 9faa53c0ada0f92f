"""Checks at the screen: paste, read why, dismiss, paste again."""

import re

from playwright.sync_api import Page, expect

from memory.models import Membership
from tests.browser.desk import sign_in

TEXT = (
    "The round took two days. 36 out of 240 samples failed (18%), and we add"
    " 12 + 7 = 18 to the count."
)


def paste(page: Page, live_url: str) -> None:
    """Paste the text into the Checks page, reached by its key."""
    page.goto(f"{live_url}/w/plant/")
    page.get_by_role("link", name="Checks").click()
    page.get_by_label("Text to check").fill(TEXT)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("heading", name="Findings", exact=True)).to_be_visible()


def test_a_dismissed_finding_stays_dismissed(
    page: Page, live_url: str, curator: Membership
) -> None:
    sign_in(page, live_url, curator)
    paste(page, live_url)
    underlined = page.locator("a.found")
    expect(underlined).to_have_text(
        [
            re.compile(r"^36 out of 240 samples failed \(18%"),
            re.compile(r"^12 \+ 7 = 18"),
        ]
    )
    line = "getComputedStyle(document.querySelector('a.found')).textDecorationLine"
    assert page.evaluate(line) == "underline"
    underlined.first.click()
    why = page.locator("article.finding:target")
    expect(why).to_contain_text("it would have to be 15 %")
    why.get_by_label("Note on finding 1").fill("The rest were spares.")
    why.get_by_role("button", name="Dismiss finding 1").click()
    expect(page.locator("#toasts")).to_contain_text("You dismissed a finding")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "1 finding asks for a person"
    )
    paste(page, live_url)
    card = page.locator("article.finding").first
    expect(card).to_contain_text("Dismissed by robin")
    expect(card).to_contain_text("The rest were spares.")
    expect(card.get_by_role("button", name="Dismiss")).to_have_count(0)
    expect(underlined.first).to_have_attribute("data-tone", "retired")
    expect(underlined.last).to_have_attribute("data-tone", "lost")
