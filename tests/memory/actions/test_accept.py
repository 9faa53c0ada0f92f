"""A claim that a person accepts out of quarantine meets what it contradicts."""

import datetime
from decimal import Decimal

import pytest

from memory.actions.promote import promote
from memory.actions.review import Reviewed, Verdict, review
from memory.actions.undo import LaterDecisions, undo
from memory.models import (
    Actor,
    Agent,
    Conflict,
    Decision,
    Episode,
    Membership,
    Observation,
    Retraction,
    Supersession,
)
from memory.queries.clock import database_now
from memory.rules.edit import Edit
from memory.rules.values import Number
from tests.make import known, make_agent, make_member, make_workspace
from tests.memory.gauge import (
    change,
    claim,
    pressure,
    run,
    shared,
    sound,
    statuses,
    tell,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace(lag=datetime.timedelta(0)))


@pytest.fixture
def curator(agent: Agent) -> Membership:
    return make_member(agent.workspace)


def accept(
    curator: Membership, number: int, kind: str = "accept", edit: Edit | None = None
) -> Reviewed:
    row = claim(number)
    return review(
        workspace=curator.workspace,
        claim=row.uid,
        verdict=Verdict(kind, row.state.version, edit=edit),
        by=Actor(member=curator),
        now=database_now(),
    )


def back(curator: Membership, decision: Decision | None) -> Decision | None:
    return undo(
        workspace=curator.workspace,
        decision=known(decision).uid,
        by=Actor(member=curator),
        now=database_now(),
    )


def test_the_same_evidence_read_otherwise_supersedes(
    agent: Agent, curator: Membership
) -> None:
    change(agent)
    accept(curator, 6)
    assert statuses(5, 6) == ["superseded", "admissible"]
    decision = Decision.objects.get(action="supersede")
    assert decision.policy == "consolidation"
    episode = Episode.objects.get(kind="supersession")
    assert claim(5).state.cause_episode == episode
    assert sound()


def test_where_acceptance_is_required(agent: Agent, curator: Membership) -> None:
    change(agent)
    agent.workspace.requires_acceptance = True
    agent.workspace.save()
    run(agent)
    assert statuses(5, 6) == ["admissible", "quarantined"]
    accept(curator, 6)
    assert statuses(5, 6) == ["superseded", "admissible"]


def test_little_overlap_is_a_conflict(agent: Agent, curator: Membership) -> None:
    tell(agent, pressure("5", "o1"))
    run(agent)
    tell(agent, pressure("6", "o1"))
    accept(curator, 6)
    assert statuses(5, 6) == ["admissible", "admissible"]
    assert Conflict.objects.filter(state="open").count() == 1
    assert not Supersession.objects.exists()
    assert sound()


def test_what_no_longer_stands_is_retired(agent: Agent, curator: Membership) -> None:
    tell(agent, pressure("5", "o1"))
    run(agent)
    # Past the leaving pass, which would have disputed it.
    Retraction.objects.create(
        workspace=agent.workspace,
        kind="retraction",
        observation=Observation.objects.get(),
        decision=Decision.objects.latest("pk"),
    )
    tell(agent, pressure("6", "o1"))
    accept(curator, 6)
    assert statuses(5, 6) == ["retired", "admissible"]
    assert Decision.objects.get(action="retire").reason == "unverifiable"
    assert Episode.objects.filter(kind="retirement").count() == 1


def test_an_edit_out_of_quarantine_does_so_too(
    agent: Agent, curator: Membership
) -> None:
    change(agent)
    edited = accept(curator, 6, "edit", Edit(target=Number(Decimal(7), "bar")))
    assert edited.claim == claim(7)
    assert statuses(5, 6, 7) == ["superseded", "retired", "admissible"]
    assert sound()


def test_a_judgement_of_what_was_promoted_decides_nothing_else(
    agent: Agent, curator: Membership
) -> None:
    agent.workspace.overlap_threshold = 1
    agent.workspace.save()
    change(agent)
    run(agent)
    agent.workspace.overlap_threshold = 0.5
    agent.workspace.save()
    accept(curator, 6)
    assert statuses(5, 6) == ["admissible", "admissible"]


def test_no_belief_is_missing_after_an_undo(agent: Agent, curator: Membership) -> None:
    change(agent)
    accepted = accept(curator, 6).decision
    superseded = Decision.objects.get(action="supersede")
    with pytest.raises(LaterDecisions) as refusal:
        back(curator, accepted)
    assert refusal.value.decisions == [superseded.uid]
    back(curator, superseded)
    back(curator, accepted)
    assert statuses(5, 6) == ["admissible", "quarantined"]
    run(agent)
    assert statuses(5, 6) == ["superseded", "admissible"]
    assert sound()


@pytest.mark.parametrize("kind", ["needs_evidence", "edit"])
def test_promotion_keeps_nobody_from_undoing(
    agent: Agent, curator: Membership, kind: str
) -> None:
    tell(agent, pressure("5", "o1"))
    edit = Edit(text="It is at 5 bar.") if kind == "edit" else None
    decided = accept(curator, 5, kind, edit).decision
    run(agent)
    assert statuses(5) == ["admissible"]
    back(curator, decided)
    assert statuses(5) == ["quarantined" if kind == "edit" else "admissible"]
    assert sound()


def test_new_evidence_keeps_nobody_from_undoing(
    agent: Agent, curator: Membership
) -> None:
    tell(agent, pressure("5", "o1"))
    decided = accept(curator, 5).decision
    tell(agent, pressure("5", "o1"))
    back(curator, decided)
    assert statuses(5) == ["quarantined"]
    promote(workspace=agent.workspace, now=database_now())
    assert statuses(5) == ["admissible"]
    assert sound()


def test_what_a_sweep_moved_on_is_not_moved_back(
    agent: Agent, curator: Membership
) -> None:
    change(agent)
    run(agent)
    superseded = Decision.objects.get(action="supersede")
    # A return to the earlier value waits out the lag again.
    tell(agent, pressure("5", shared(agent)))
    assert statuses(5, 6) == ["quarantined", "admissible"]
    with pytest.raises(LaterDecisions):
        back(curator, superseded)
