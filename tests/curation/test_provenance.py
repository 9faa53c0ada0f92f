"""The tree, the table, the file and the drawing of a provenance say the same."""

import csv
import io
import json
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.conf import settings
from django.test import Client

from curation.contexts.drawing import INK
from memory.models import Agent, Claim, ObservationText
from tests.curation.test_answers import HOSTILE
from tests.make import distil_episode, make_conclusion, make_observation, make_source

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def top(agent: Agent) -> Claim:
    """P-T on P-M and P-N; both on P-L, of which one observation has been erased."""

    def feeds(letter: str, *supports: object) -> dict[str, Any]:
        return make_conclusion(
            f"P-{letter}", f"V-{letter}", ref=letter, supports=list(supports)
        )

    episode = distil_episode(
        agent,
        observations=(make_observation(), make_observation("o2", "Read twice.")),
        conclusions=(
            feeds("L", "o1", "o2"),
            feeds("M", {"conclusion": "L"}),
            feeds("N", {"conclusion": "L"}),
            feeds("T", {"conclusion": "M"}, {"conclusion": "N"}),
        ),
    )
    words = ObservationText.objects.filter(observation__episode=episode)
    words.filter(observation__ref="o2").update(text=None, salt=None, state="erased")
    return Claim.objects.get(subject__external_id="P-T")


def read(desk: Client, claim: Claim, what: str = "provenance/", query: str = "") -> str:
    """A page or file of a claim's provenance."""
    answer = desk.get(f"/w/plant/claims/{claim.uid}/{what}?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize(
    "query", ["", "up=3", "up=2&group=1", "up=3&dead=1", "up=3&sole=1&down=0"]
)
def test_the_twins_hold_the_same_nodes(desk: Client, top: Claim, query: str) -> None:
    page = read(desk, top, query=query)
    tree = re.findall(r'data-node="([^"]*)"', page)
    table = re.findall(
        r'<tr id="f-([^"]*)"', read(desk, top, query=f"{query}&view=table")
    )
    file = csv.DictReader(io.StringIO(read(desk, top, "provenance.csv", query)))
    (drawn,) = re.findall(r'<script id="picture"[^>]*>(.*?)</script>', page)
    canvas = [node["id"] for node in json.loads(drawn)["nodes"]]
    assert len(tree) == len(set(tree))
    assert sorted(tree) == sorted(table) == sorted(canvas)
    assert table == [row["id"] for row in file]


def test_the_file_says_what_the_store_resolved(desk: Client, top: Claim) -> None:
    file = csv.DictReader(io.StringIO(read(desk, top, "provenance.csv", "up=3")))
    rows = {row["what"]: row for row in file}
    last = rows["P-L feeds V-L"]
    assert (last["way"], last["depth"], last["resolves"]) == ("up", "2", "no")
    assert (last["confidence"], last["sources"]) == ("0.000000", "0")
    assert rows["Line 12 runs from P-101A to V-12."]["resolves"] == "yes"
    assert rows["Diagram doc"]["kind"] == "source"


def test_what_fell_is_marked_beside_its_status(desk: Client, top: Claim) -> None:
    page = read(desk, top, query="up=3")
    assert page.count("No live evidence") == 4
    assert "Erased" in page


def test_a_node_is_told_once_and_then_pointed_to(desk: Client, top: Claim) -> None:
    page = read(desk, top, query="up=3")
    low = Claim.objects.get(subject__external_id="P-L").uid
    assert page.count(f'id="t-{low}"') == 1
    assert page.index(f'id="t-{low}"') < page.index(f'href="#t-{low}"')
    assert "P-L feeds V-L: see above" in page


def test_dependants_stand_under_a_heading_of_their_own(
    desk: Client, top: Claim
) -> None:
    low = Claim.objects.get(subject__external_id="P-L")
    page = read(desk, low, query="down=2")
    heading = page.index("What rests on it")
    assert page.index("Diagram doc") < heading < page.index(f't-{top.uid}"')


def test_the_svg_file_stands_alone(desk: Client, top: Claim) -> None:
    root = ET.fromstring(read(desk, top, "provenance.svg", "up=3"))
    names = {symbol.get("id") for symbol in root.iter(f"{SVG}symbol")}
    used = {use.get("href") for use in root.iter(f"{SVG}use")}
    assert used == {f"#{name}" for name in names}
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("P-T feeds V-T") == 1
    assert len(used) > 1
    assert root.get("role") == "img"
    assert "3 claims, 2 observations, 1 source" in root.findtext(f"{SVG}title", "")


def test_the_file_has_the_colours_of_the_light_theme() -> None:
    sheet = (settings.BASE_DIR / "static/css/tokens.css").read_text()
    light = dict(re.findall(r"--([\w-]+): light-dark\((#\w+),", sheet))
    assert {name: light[name] for name in INK} == INK


def test_hostile_words_stay_words(desk: Client, agent: Agent) -> None:
    distil_episode(
        agent,
        sources=(make_source(title=f"={HOSTILE}"),),
        observations=(make_observation(text=f"=P-1 feeds V-1 {HOSTILE}"),),
        conclusions=(make_conclusion(f"=P-1{HOSTILE}", "V-1"),),
    )
    claim = Claim.objects.get()
    for query in ("", "view=table"):
        page = read(desk, claim, query=query)
        assert "<script>alert" not in page
        assert "<img src=x" not in page
    ET.fromstring(read(desk, claim, "provenance.svg"))
    file = csv.reader(io.StringIO(read(desk, claim, "provenance.csv")))
    cells = [cell for row in file for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


@pytest.mark.parametrize(
    "query", ["up=x&down=-3", "up=999", "open=up:1:2&open=%00", "open=a" * 9, "view=?"]
)
def test_a_wrong_address_shows_the_page_as_usual(
    desk: Client, claim: Claim, query: str
) -> None:
    assert "treegrid" in read(desk, claim, query=query)


def test_a_claim_lists_the_claims_that_it_rests_on_together(
    desk: Client, top: Claim
) -> None:
    page = read(desk, top, "")
    assert "Rests on 2 claims together" in page
    listed = page.partition('<ul class="premises">')[2].partition("</ul>")[0]
    premises = Claim.objects.filter(subject__external_id__in=("P-M", "P-N"))
    assert listed.count("<li>") == 2
    assert all(f"/claims/{each.uid}/" in listed for each in premises)
    assert "0 live readings of other claims" in page
