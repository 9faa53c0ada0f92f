"""Retrieval in a browser: the gate tried by keyboard, three lenses side by side."""

import pytest
from playwright.sync_api import Browser, Page, expect

from memory.models import Agent, Claim, Membership
from tests.browser.desk import fill_queue, sign_in
from tests.make import ask_gate
from tests.memory.world import World, decide


@pytest.fixture
def claim(agent: Agent, curator: Membership) -> Claim:
    """P-100 feeds V-100, and is believed."""
    (found,) = fill_queue(agent, 1)
    decide(World(agent.workspace, agent, curator), found, "accept")
    return found


def lens_tops(page: Page) -> list[float]:
    """How far down each of the lenses begins."""
    boxes = [lens.bounding_box() for lens in page.locator(".lenses > .leaf").all()]
    return [box["y"] for box in boxes if box is not None]


def test_the_gate_is_tried_by_keyboard(
    page: Page, live_url: str, curator: Membership, claim: Claim
) -> None:
    sign_in(page, live_url, curator)
    page.keyboard.press("g")
    page.keyboard.press("l")
    expect(page.locator("h1")).to_have_text("Retrieval")
    page.get_by_label("A message, as an agent would send it").focus()
    page.keyboard.type("What does P-100 feed?")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("was told")
    expect(page.locator("#lens-subgraph")).to_be_visible()
    served = page.get_by_role("region", name="Served")
    expect(served.get_by_role("row")).to_have_count(2)
    expect(served).to_contain_text("P-100 feeds V-100")
    expect(page.locator(".meta").first).to_contain_text("Trial")


def test_the_lenses_stand_side_by_side_where_there_is_room(
    page: Page, live_url: str, curator: Membership, claim: Claim, agent: Agent
) -> None:
    receipt = ask_gate(agent, "What does P-100 feed?")
    sign_in(page, live_url, curator)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{live_url}/w/plant/retrieval/{receipt.uid}/")
    assert len(set(lens_tops(page))) == 1
    page.set_viewport_size({"width": 320, "height": 800})
    assert len(set(lens_tops(page))) == 3


def test_the_gate_is_tried_without_script(
    browser: Browser, live_url: str, curator: Membership, claim: Claim
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/w/plant/retrieval/")
    page.get_by_label("A message, as an agent would send it").fill("And V-100?")
    page.get_by_role("button", name="Try the gate").click()
    expect(page.get_by_role("region", name="Served")).to_contain_text("P-100")
    page.context.close()
