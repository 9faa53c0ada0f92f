"""Pages of tensions: triage by form, several at once, and what is refused there."""

import pytest
from django.test import Client

from memory.models import Actor, Agent, Claim, Membership, Node
from memory.ports import tensions
from memory.queries.clock import database_now
from tension.actions.raise_tension import Stated, raise_tension
from tension.actions.triage import Triage, triage
from tension.models import Collision, Tension
from tests.make import distil_episode, make_agent, make_workspace


@pytest.fixture
def pump(claim: Claim) -> Node:
    return claim.subject


def kept_open(agent: Agent, node: Node, text: str) -> Tension:
    return raise_tension(
        workspace=agent.workspace,
        stated=Stated("question", text, nodes=[node.uid]),
        by=Actor(agent=agent),
        now=database_now(),
    )


@pytest.fixture
def row(agent: Agent, pump: Node) -> Tension:
    return kept_open(agent, pump, "Which one runs?")


def state_of(row: Tension | Collision) -> tuple[str, int]:
    row.refresh_from_db()
    return row.state, row.version


def test_several_are_dropped_at_once_but_not_what_changed(
    desk: Client, agent: Agent, pump: Node, row: Tension
) -> None:
    other = kept_open(agent, pump, "Who runs it?")
    ticked = [f"{row.uid}:1", f"{other.uid}:7", "nonsense:1"]
    given = {"tension": ticked, "verb": "drop", "note": "asked twice"}
    answer = desk.post("/w/plant/tensions/bulk/", given, follow=True)
    assert "Done with 1. 1 had changed meanwhile" in answer.content.decode()
    assert (state_of(row), state_of(other)) == (("dropped", 2), ("open", 1))
    given = {"tension": [f"{other.uid}:1"], "verb": "answer"}
    assert desk.post("/w/plant/tensions/bulk/", given).status_code == 404


def test_a_stale_form_tells_what_happened_and_keeps_what_was_typed(
    desk: Client, row: Tension, curator: Membership
) -> None:
    triage(
        workspace=row.workspace,
        tension=row.uid,
        given=Triage("escalate", 1, "it is urgent"),
        by=Actor(member=curator),
        now=database_now(),
    )
    path = f"/w/plant/tensions/{row.uid}/drop/"
    answer = desk.post(path, {"version": 1, "note": "nobody asks"})
    body = answer.content.decode()
    assert answer.status_code == 409
    for words in ("Somebody decided", "it is urgent", "nobody asks", 'value="2"'):
        assert words in body, words
    assert desk.post(path, {"version": 2, "note": "nobody asks"}).status_code == 303
    assert state_of(row) == ("dropped", 3)


def test_an_answer_that_is_refused_is_told_in_the_form(
    desk: Client, row: Tension
) -> None:
    stated = {"version": 1, "subject_kind": "pump", "subject_id": "P-101A",
              "predicate": "feeds", "object_kind": "separator", "object_id": "\u202e",
              "testimony": "I saw it."}  # fmt: skip
    answer = desk.post(f"/w/plant/tensions/{row.uid}/answer/", stated)
    assert answer.status_code == 422
    assert "The tension was not changed" in answer.content.decode()
    assert state_of(row) == ("open", 1)
    stated["object_id"] = "V-12"
    answer = desk.post(f"/w/plant/tensions/{row.uid}/answer/", stated, follow=True)
    assert "You answered it" in answer.content.decode()
    row.refresh_from_db()
    assert str(row.answer and row.answer.object) == "V-12"


def test_raising_one_on_a_foreign_node_is_refused(desk: Client, claim: Claim) -> None:
    other = make_agent(make_workspace(slug="elsewhere"))
    distil_episode(other)
    foreign = Node.objects.get(workspace=other.workspace, kind="pump")
    given = {"kind": "question", "statement": "Why?", "node": str(foreign.uid)}
    answer = desk.post("/w/plant/tensions/raise/", given)
    assert answer.status_code == 422
    assert "There is no such node" in answer.content.decode()
    assert not Tension.objects.exists()
    assert desk.get("/w/plant/tensions/raise/?node=x").status_code == 404


def test_a_verdict_counts_once(desk: Client, row: Tension, pump: Node) -> None:
    tensions().surface(
        workspace=row.workspace, nodes=[pump.pk], limit=1, context="receipt:1"
    )
    met = row.collisions.get()
    path = f"/w/plant/collisions/{met.uid}/"
    given = {"version": 1, "verdict": "coincidental", "from": "feed"}
    first = desk.post(path, given, follow=True).content.decode()
    assert "Your verdict is kept" in first
    assert state_of(met) == ("coincidental", 2)
    given = {"version": 1, "verdict": "productive"}
    again = desk.post(path, given, follow=True).content.decode()
    assert "Nothing was changed" in again
    assert state_of(met) == ("coincidental", 2)
