"""Retrieval: receipts as pages, the box to try the gate, and who was told."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory.actions.promote import promote
from memory.models import Agent, Receipt
from memory.queries.clock import database_now
from tests.curation import plant
from tests.curation.conftest import SignedIn
from tests.make import (
    ask_gate,
    make_conclusion,
    make_member,
    make_observation,
    make_source,
)
from tests.memory.claims import tell

PATH = "/w/plant/retrieval/"


@pytest.fixture
def told(agent: Agent) -> Receipt:
    """What an agent was told of a plant in which three claims are believed."""
    plant.build(agent)
    return ask_gate(agent, "What of pump a, pump b and pump c?")


def text(desk: Client, path: str) -> str:
    answer = desk.get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_nothing_asked_says_how_to_ask(desk: Client) -> None:
    assert "No message has passed the gate yet" in text(desk, PATH)
    assert "No receipt passes this filter" in text(desk, f"{PATH}?state=fallen")


def test_a_receipt_shows_lenses_served_and_withheld(
    desk: Client, told: Receipt
) -> None:
    page = desk.get(f"{PATH}{told.uid}/").context["page"]
    assert [lens.name for lens in page.lenses] == ["raw", "reframe", "subgraph"]
    assert len(page.served) == told.lines.filter(reason="").count() > 0
    brought = {each.uid for lens in page.lenses for each in lens.told}
    assert brought == {each.uid for each in [*page.served, *page.withheld]}
    assert "What of pump a, pump b and pump c?" in text(desk, f"{PATH}{told.uid}/")


def test_a_receipt_shows_references_on_the_same_nodes(
    desk: Client, agent: Agent
) -> None:
    plant.build(agent)
    tell(
        agent,
        make_conclusion("P-1", "V-1"),
        make_conclusion("P-1", "H-3", predicate="connected_to", supports=["o3"]),
        sources=(make_source("doc"), make_source("sheet", title="Pump sheet")),
        observations=(make_observation("o1"), make_observation("o3", source="sheet")),
    )
    promote(workspace=agent.workspace, now=database_now())
    place = f"/w/plant/sources/{plant.source_of('o3')}/"
    told = ask_gate(agent, "V-1", k=1)
    assert 'id="references"' not in text(desk, f"{PATH}{told.uid}/")
    desk.post(f"{place}vet/", {"vetted": "yes", "note": "We hold it."})
    told = ask_gate(agent, "V-1", k=1)
    assert f'<a href="{place}">Pump sheet</a>' in text(desk, f"{PATH}{told.uid}/")


def test_what_fell_since_is_shown_and_found(
    desk: Client, agent: Agent, told: Receipt
) -> None:
    assert "Fallen since" not in text(desk, f"{PATH}{told.uid}/")
    plant.retract(desk)
    body = text(desk, f"{PATH}{told.uid}/")
    assert "may not be believed any longer" in body
    rows = desk.get(f"{PATH}?state=fallen").context["page"].rows
    assert [row.uid for row in rows] == [told.uid]
    served = told.lines.filter(reason="", claim__state__status="disputed").count()
    assert rows[0].fallen == served > 0


def test_the_blast_radius_names_who_was_told(
    desk: Client, agent: Agent, told: Receipt
) -> None:
    path = f"/w/plant/sources/{plant.source_of('o1')}/retract/"
    page = desk.get(path).context["page"]
    (reached,) = page.served_to
    assert (reached.name, reached.receipts) == ("plant-reader", 1)
    assert reached.claims == told.lines.filter(reason="").count() == 3
    assert "plant-reader" in text(desk, path)


def test_a_curator_tries_the_gate(desk: Client, told: Receipt) -> None:
    answer = desk.post(f"{PATH}try/", {"message": "What of pump a?"})
    trial = Receipt.objects.latest("pk")
    assert (answer.status_code, answer["Location"]) == (303, f"{PATH}{trial.uid}/")
    assert (trial.trial, trial.agent, trial.member) == (True, None, trial.member)
    assert "Trial" in text(desk, answer["Location"])
    rows = desk.get(f"{PATH}?state=trial").context["page"].rows
    assert [row.uid for row in rows] == [trial.uid]


def test_what_was_only_tried_was_told_to_nobody(desk: Client, agent: Agent) -> None:
    plant.build(agent)
    desk.post(f"{PATH}try/", {"message": "What of pump a, pump b and pump c?"})
    path = f"/w/plant/sources/{plant.source_of('o1')}/retract/"
    assert desk.get(path).context["page"].served_to == []


def test_an_empty_message_is_not_tried(desk: Client) -> None:
    answer = desk.post(f"{PATH}try/", {"message": " "})
    assert answer.status_code == 422
    assert "This field is required" in answer.content.decode()
    assert not Receipt.objects.exists()


def test_a_viewer_tries_nothing(agent: Agent, signed_in: SignedIn) -> None:
    viewer = signed_in(make_member(agent.workspace, role="viewer", username="vera"))
    assert viewer.post(f"{PATH}try/", {"message": "x"}).status_code == 403
    assert 'id="try"' not in text(viewer, PATH)


@pytest.mark.parametrize(
    ("query", "found"),
    [("q=of+pump", 1), ("q=nothing", 0), ("who=plant", 1), ("who=robin", 0)],
)
def test_receipts_are_filtered(
    desk: Client, told: Receipt, query: str, found: int
) -> None:
    assert len(desk.get(f"{PATH}?{query}").context["page"].rows) == found


def test_a_receipt_costs_the_same_whatever_it_tells(desk: Client, agent: Agent) -> None:
    plant.build(agent)
    costs = []
    for message in ("What of pump a?", "What of pump a, pump b and pump c?"):
        receipt = ask_gate(agent, message)
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            desk.get(f"{PATH}{receipt.uid}/")
        costs.append(len(queries))
    assert costs[0] == costs[1]
