"""A curator at the review queue: by keyboard, by tab, beside another curator."""

from playwright.sync_api import Browser, Page, expect

from memory.models import Action, Agent, Decision, Membership, ReviewItem
from memory.rules.lifecycle import Status
from tests.browser.desk import fill_queue, heading, open_review, sign_in
from tests.make import make_member


def test_a_wrong_password_is_said_and_the_name_kept(
    page: Page, live_url: str, curator: Membership
) -> None:
    page.goto(f"{live_url}/login/")
    page.get_by_label("User name").fill("robin")
    page.get_by_label("Password").fill("not it")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("do not match")
    assert page.get_by_label("User name").input_value() == "robin"


def test_twenty_claims_are_decided_and_one_undone_by_keyboard(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 21)
    sign_in(page, live_url, curator)
    page.keyboard.press("g")
    page.keyboard.press("r")
    expect(page.locator("#hold")).to_contain_text("Yours")
    for left in range(20, 0, -1):
        _decide(page, reject=left % 5 == 0)
        expect(page.locator("#queue li")).to_have_count(left)
    page.keyboard.press("u")
    expect(page.locator("#queue li")).to_have_count(2)
    expect(page.locator("#toasts")).to_contain_text("You undid")
    made = Decision.objects.filter(by_member=curator)
    assert made.filter(action=Action.ACCEPT).count() == 16
    assert made.filter(action=Action.REJECT).count() == 4
    assert made.filter(action=Action.UNDO).count() == 1
    assert ReviewItem.objects.count() == 2


def _decide(page: Page, *, reject: bool) -> None:
    if not reject:
        page.keyboard.press("a")
        return
    page.keyboard.press("r")
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Space")  # the first reason has the focus
    page.keyboard.press("Tab")
    page.keyboard.type("a r e s j k u ? are letters here")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


# Puts the verbs in anew and presses a key before htmx has read them.
PRESS_EARLY = """
const reject = document.getElementById("reject"), fresh = document.createElement("p");
fresh.innerHTML = reject.outerHTML.replace("data-htmx-powered", "data-was");
reject.replaceWith(fresh);
document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
"""


def test_a_key_pressed_before_a_new_page_part_is_read_opens_the_sheet(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    (claim,) = fill_queue(agent, 1)
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/review/{claim.uid}/")
    page.evaluate(f"() => {{ {PRESS_EARLY} }}")
    expect(page.locator("#sheet")).to_be_visible()
    expect(page).to_have_url(f"{live_url}/w/plant/review/{claim.uid}/")


def test_letters_typed_into_a_note_press_nothing(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 2)
    sign_in(page, live_url, curator)
    open_review(page, live_url)
    page.get_by_text("Reject…").click()
    note = page.get_by_label("Note, kept for good")
    note.press_sequentially("area")
    expect(note).to_have_value("area")
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).not_to_be_visible()
    assert page.evaluate("document.activeElement.id") == "reject"
    assert ReviewItem.objects.count() == 2


def test_j_and_k_walk_the_queue_and_back_returns(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 3)
    sign_in(page, live_url, curator)
    open_review(page, live_url)
    first = heading(page)
    page.keyboard.press("j")
    expect(page.locator("#claim")).not_to_have_text(first)
    assert page.evaluate("document.activeElement.id") == "claim"
    second = page.locator("#claim").inner_text()
    page.keyboard.press("k")
    expect(page.locator("#claim")).to_have_text(first)
    page.go_back()
    expect(page.locator("#claim")).to_have_text(second)
    expect(page.locator("header.top")).to_have_count(1)


def test_without_single_keys_every_verb_is_reached_by_tab(
    page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    fill_queue(agent, 2)
    sign_in(page, live_url, curator)
    page.get_by_role("button", name="robin: theme").click()
    page.get_by_role("button", name="Switch single keys off").click()
    open_review(page, live_url)
    page.keyboard.press("a")
    reached = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id"))
    assert {"accept", "reject", "edit", "needs", "skip"} <= reached
    assert ReviewItem.objects.count() == 2
    expect(page.locator("#accept kbd")).to_be_hidden()


def test_the_second_of_two_curators_sees_the_difference_and_keeps_the_text(
    page: Page, browser: Browser, live_url: str, curator: Membership, agent: Agent
) -> None:
    (claim,) = fill_queue(agent, 1)
    other = make_member(agent.workspace, username="sam")
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/review/{claim.uid}/")
    page.get_by_text("Reject…").click()
    page.get_by_label("Outdated").check()
    page.get_by_label("Note, kept for good").fill("my careful words")
    second = browser.new_page()
    sign_in(second, live_url, other)
    second.goto(f"{live_url}/w/plant/review/{claim.uid}/")
    expect(second.locator("#hold")).to_contain_text("robin is at it")
    second.locator("#accept").click()
    expect(second.locator("#toasts")).to_contain_text("You accepted")
    page.locator("#sheet").get_by_role("button", name="Reject", exact=True).click()
    told = page.locator("#sheet-body").get_by_role("alert")
    expect(told).to_contain_text("sam accepted")
    row = page.get_by_role("row", name="Status")
    expect(row).to_contain_text("quarantined")
    expect(row).to_contain_text("admissible")
    note = page.get_by_label("Note, kept for good")
    expect(note).to_have_value("my careful words")
    expect(page.get_by_label("Outdated")).to_be_checked()
    second.close()
    page.get_by_role("button", name="Reject all the same").click()
    expect(page.locator("#toasts")).to_contain_text("You rejected")
    claim.state.refresh_from_db()
    assert claim.state.status == Status.retired
