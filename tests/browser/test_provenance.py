"""A curator before the provenance of a claim: by keyboard, by pointer, in files."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from memory.models import Agent, Claim, Membership
from tests.browser.desk import sign_in
from tests.make import distil_episode, make_conclusion, make_observation

_NUMBER = re.compile(r"\d+")
TALL = {"width": 1440, "height": 900}


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
def desk(page: Page, live_url: str, curator: Membership) -> Iterator[Page]:
    """A signed-in curator's browser."""
    page.set_viewport_size(TALL)
    sign_in(page, live_url, curator)
    yield page


def open_(page: Page, live_url: str, claim: Claim, query: str = "") -> None:
    """Open the provenance of a claim and wait for the drawing."""
    page.goto(f"{live_url}/w/plant/claims/{claim.uid}/provenance/{query}")
    drawn(page)


def drawn(page: Page) -> int:
    """How many nodes are on the canvas, once it is drawn."""
    canvas = page.locator("#canvas")
    expect(canvas).to_have_attribute("data-drawn", _NUMBER)
    return int(canvas.get_attribute("data-drawn") or 0)
