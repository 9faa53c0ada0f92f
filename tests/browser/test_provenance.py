"""A curator before the provenance of a claim: by keyboard, by pointer, in files."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from memory.models import Agent, Claim, Membership
from tests.browser.desk import sign_in
from tests.make import distil_episode, make_conclusion, make_observation
from tests.memory.dag import Step, build

_NUMBER = re.compile(r"\d+")


def feeds(letter: str, *supports: object) -> dict[str, object]:
    """A conclusion about a pump."""
    return make_conclusion(
        f"P-{letter}",
        f"V-{letter}",
        ref=letter,
        supports=list(supports),
        text=f"P-{letter} feeds V-{letter}",
    )


@pytest.fixture
def top(agent: Agent) -> Claim:
    """P-T on P-M and P-N, both on P-L, which two observations support."""
    distil_episode(
        agent,
        observations=(
            make_observation(),
            make_observation("o2", "Read twice: P-L feeds V-L."),
        ),
        conclusions=(
            feeds("L", "o1", "o2"),
            feeds("M", {"conclusion": "L"}),
            feeds("N", {"conclusion": "L"}),
            feeds("T", {"conclusion": "M"}, {"conclusion": "N"}),
        ),
    )
    return Claim.objects.get(subject__external_id="P-T")


@pytest.fixture
def desk(page: Page, live_url: str, curator: Membership) -> Page:
    """A signed-in curator's browser."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, live_url, curator)
    return page


def open_(page: Page, live_url: str, claim: Claim, query: str = "") -> None:
    """Open the provenance of a claim and wait for the drawing."""
    page.goto(f"{live_url}/w/plant/claims/{claim.uid}/provenance/{query}")
    drawn(page)


def drawn(page: Page) -> int:
    """How many nodes are on the canvas, once it is drawn."""
    canvas = page.locator("div.canvas")
    expect(canvas).to_have_attribute("data-drawn", _NUMBER)
    return int(canvas.get_attribute("data-drawn") or 0)


def focused(page: Page) -> str:
    """The words of the row that has the focus, to the first link's end."""
    words = "document.activeElement.querySelector('th a, th b')?.innerText ?? ''"
    return str(page.evaluate(words))


def selected(page: Page) -> str:
    """What the tree has selected."""
    return page.locator('[aria-selected="true"] .says').inner_text()


def test_the_tree_is_read_by_keyboard_alone(
    desk: Page, live_url: str, top: Claim
) -> None:
    open_(desk, live_url, top, "?up=3")
    first, second = _children(desk)
    desk.locator('[role="treegrid"] [tabindex="0"]').first.focus()
    walked = []
    for way in ("Down", "Right", "Left", "Left", "Left", "Down"):
        desk.keyboard.press(f"Arrow{way}")
        walked.append(focused(desk))
    low = "P-L feeds V-L"
    assert walked == [first, low, low, first, first, second]
    desk.keyboard.press("End")
    assert focused(desk) == "P-L feeds V-L: see above"
    desk.keyboard.press("Home")
    assert focused(desk) == "P-T feeds V-T"
    desk.keyboard.type(second[:3].lower())
    assert focused(desk) == selected(desk) == second
    desk.keyboard.press("Tab")
    assert desk.evaluate("document.activeElement.innerText") == second
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Evidence")).to_be_visible()


def _children(page: Page) -> list[str]:
    """What the claim rests on directly, in the order of the tree."""
    return page.locator('[aria-level="2"] .says').all_inner_texts()


def test_a_closed_row_hides_what_is_below_and_opens_for_a_link_to_it(
    desk: Page, live_url: str, top: Claim
) -> None:
    open_(desk, live_url, top, "?up=3")
    rows = desk.locator('[role="treegrid"] tbody [role="row"]:visible')
    whole = rows.count()
    for twist, left in ((1, whole - 5), (0, 1)):
        desk.locator(".twist").nth(twist).click()
        expect(rows).to_have_count(left)
    desk.locator(".twist").nth(0).click()
    expect(rows).to_have_count(whole - 5)
    desk.get_by_role("link", name="see above").last.click()
    expect(rows).to_have_count(whole)
    assert focused(desk) == "P-L feeds V-L"


def test_a_stub_is_expanded_and_the_focus_goes_on_there(
    desk: Page, live_url: str, top: Claim
) -> None:
    open_(desk, live_url, top, "?up=2")
    assert drawn(desk) == 5
    desk.get_by_role("link", name="+2 more supports").focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("row", name="Line 12 runs from")).to_be_focused()
    assert drawn(desk) == 7
    assert "open=up:" in desk.url
    desk.reload()
    assert drawn(desk) == 7
    desk.go_back()
    expect(desk.get_by_role("link", name="+2 more supports")).to_be_visible()
    assert drawn(desk) == 5


def test_steppers_and_filters_are_links_that_keep_their_place(
    desk: Page, live_url: str, top: Claim
) -> None:
    open_(desk, live_url, top)
    more = desk.get_by_role("link", name="Supports: one level more")
    for levels, nodes in ((2, 5), (3, 7)):
        more.focus()
        desk.keyboard.press("Enter")
        expect(desk.locator(".stepper b").first).to_have_text(str(levels))
        expect(more).to_be_focused()
        assert drawn(desk) == nodes
    desk.get_by_role("link", name="Group by source").click()
    expect(desk.get_by_role("link", name="Group by source on")).to_be_visible()
    assert drawn(desk) == 5
    assert desk.url.split("?")[1].split("#")[0] == "up=3&group=1"


def test_the_drawing_and_the_tree_select_together(
    desk: Page, live_url: str, top: Claim
) -> None:
    open_(desk, live_url, top, "?up=1&down=0")
    box = desk.locator("div.canvas").bounding_box()
    assert box is not None
    desk.mouse.click(box["x"] + box["width"] / 2 - 120, box["y"] + box["height"] / 2)
    expect(desk.locator('[aria-selected="true"]')).to_be_focused()
    assert selected(desk) in {"P-M feeds V-M", "P-N feeds V-N"}
    chosen = desk.url.split("#t-")[1]
    desk.reload()
    drawn(desk)
    assert desk.url.endswith(chosen)
    row = desk.locator('[aria-selected="true"]')
    assert row.get_attribute("data-node") == chosen


def test_it_is_drawn_again_in_the_other_theme(
    desk: Page, live_url: str, top: Claim
) -> None:
    open_(desk, live_url, top)
    light = desk.locator("div.canvas").screenshot()
    desk.get_by_role("button", name="robin: theme").click()
    desk.get_by_role("button", name="Dark").click()
    desk.keyboard.press("Escape")
    expect(desk.locator("html")).to_have_attribute("data-theme", "dark")
    assert desk.locator("div.canvas").screenshot() != light


def test_files_of_the_drawing(
    desk: Page, live_url: str, top: Claim, tmp_path: Path
) -> None:
    open_(desk, live_url, top, "?up=3")
    starts = {"PNG": b"\x89PNG", "SVG": b"<svg", "CSV": b"what,", "PROV-JSON": b"{"}
    for name, start in starts.items():
        with desk.expect_download() as download:
            desk.get_by_text(name, exact=True).click()
        file = tmp_path / name
        download.value.save_as(file)
        assert file.read_bytes().startswith(start), name


def test_two_thousand_claims_draw_a_hundred_and_fifty_at_most(
    desk: Page, live_url: str, agent: Agent
) -> None:
    plan = [
        Step(
            claim,
            frozenset({claim}),
            frozenset(range(claim * 8 + 1, min(claim * 8 + 9, 2000))),
        )
        for claim in range(2000)
    ]
    dag = build(plan, 2000, 2000, agent=agent)
    open_(desk, live_url, dag.claims[0], "?up=20")
    assert 75 < drawn(desk) <= 150
    rows = desk.locator('[role="treegrid"] [data-node]')
    named = desk.locator("div.canvas").get_attribute("aria-label") or ""
    assert "folded away" in named
    assert rows.count() <= 150
    assert Axe().run(desk).response["violations"] == []
    desk.get_by_role("link", name="Flat table").click()
    expect(desk.locator("tr[id^=f-]")).to_have_count(rows.count() or 0)
