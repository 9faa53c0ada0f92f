"""What was superseded comes back: by new evidence, or as its successor falls."""

import datetime

import pytest

from memory.actions.promote import promote
from memory.actions.reinstate import reinstate
from memory.actions.undo import undo
from memory.models import (
    Actor,
    Agent,
    Claim,
    ClaimValidity,
    Decision,
    Dispute,
    Retraction,
    Supersession,
)
from memory.queries.beliefs import beliefs
from memory.queries.clock import database_now
from tests.make import NOON, make_conclusion, make_member
from tests.memory.actions.test_consolidate import (
    DAY,
    agent,
    change,
    claim,
    pressure,
    run,
    shared,
    sound,
    statuses,
    take,
    tell,
)

__all__ = ["agent"]

pytestmark = pytest.mark.django_db(transaction=True)


def give(found: Retraction) -> None:
    reinstate(
        workspace=found.workspace,
        retraction=found.uid,
        reason="The gauge was right.",
        by=Actor(member=make_member(found.workspace)),
        now=database_now(),
    )


def valid(number: int) -> list[tuple[datetime.datetime | None, ...]]:
    found = beliefs(claim(number).workspace, [claim(number).pk])
    return list(found[claim(number).pk].validity)


def dependant() -> str:
    return Claim.objects.get(value_kind="node").state.status


def superseded(agent: Agent) -> Retraction:
    """6 bar took the place of 5 bar, on which a claim rested, and lost o3."""
    tell(agent, pressure("5", "o1", "o2"), refs=("o1", "o2"))
    run(agent)
    on_it = [{"claim": str(claim(5).uid)}]
    tell(agent, make_conclusion("P-1", "V-1", supports=on_it))
    run(agent)
    seen = shared(agent), shared(agent, "o2")
    tell(agent, pressure("6", *seen, "o3"), refs=("o3",))
    run(agent)
    assert statuses(5, 6) == ["superseded", "admissible"]
    assert dependant() == "disputed"
    return take(agent, "o3")


def test_revived_when_the_superseding_evidence_is_retracted(agent: Agent) -> None:
    superseded(agent)
    assert statuses(5, 6) == ["admissible", "disputed"]
    assert valid(5) == []
    decision = Decision.objects.get(action="revive")
    assert decision.policy == "revival"
    assert Supersession.objects.get().undone_by == decision
    assert dependant() == "admissible"
    assert [x.claim for x in Dispute.objects.exclude(state="resolved")] == [claim(6)]
    assert sound()


def test_superseded_again_when_that_is_reinstated(agent: Agent) -> None:
    give(superseded(agent))
    assert statuses(5, 6) == ["superseded", "admissible"]
    assert dependant() == "disputed"
    assert valid(5) == [(None, NOON)]
    assert Supersession.objects.filter(undone_by=None).count() == 1
    assert sound()


def test_superseded_again_when_the_retraction_is_undone(agent: Agent) -> None:
    found = superseded(agent)
    undo(
        workspace=agent.workspace,
        decision=found.decision.uid,
        by=Actor(member=make_member(agent.workspace)),
        now=database_now(),
    )
    assert statuses(5, 6) == ["superseded", "admissible"]
    assert sound()


def test_what_lost_its_evidence_too_is_not_revived(agent: Agent) -> None:
    change(agent)
    run(agent)
    take(agent, "o2")
    assert statuses(5, 6) == ["superseded", "disputed"]
    assert not Decision.objects.filter(action="revive").exists()
    assert sound()


def test_a_return_to_an_earlier_value(agent: Agent) -> None:
    change(agent)
    run(agent)
    agent.workspace.lag = DAY
    agent.workspace.save()
    seen = shared(agent), shared(agent, "o2"), shared(agent, "o3")
    tell(agent, pressure("5", *seen, "o4"), refs=("o4",), at=NOON + 2 * DAY)
    assert statuses(5, 6) == ["quarantined", "admissible"]
    assert not Supersession.objects.filter(undone_by=None).exists()
    rows = ClaimValidity.objects.filter(claim=claim(5), replaced_by=None)
    # It holds again from the first of its new evidence on.
    assert [x.valid_from for x in rows.order_by("id")] == [None, NOON + 2 * DAY]
    late = database_now() + 2 * DAY
    assert promote(workspace=agent.workspace, now=late) == [claim(5).pk]
    assert statuses(5, 6) == ["admissible", "superseded"]
    assert ClaimValidity.objects.get(claim=claim(6)).valid_to == NOON + 2 * DAY
    assert sound()
