"""Conflicts: found as they are written, and settled by a person."""

import datetime
from typing import Any

import pytest

from memory.actions.review import Verdict, review
from memory.actions.settle_conflict import (
    ConflictSettlement,
    SettledConflict,
    StaleConflict,
    settle_conflict,
)
from memory.actions.undo import undo
from memory.models import (
    Actor,
    Agent,
    Claim,
    ClaimValidity,
    Conflict,
    Episode,
    Event,
    Supersession,
)
from memory.queries.clock import database_now
from memory.queries.conflicting import conflicts_with
from memory.queries.conflicts import conflicts
from memory.rules.edit import Edit
from memory.rules.refused import Refused
from tests.make import (
    distil_episode,
    known,
    make_agent,
    make_conclusion,
    make_member,
    make_observation,
    make_workspace,
)

pytestmark = pytest.mark.django_db(transaction=True)
SPRING = "2026-03-01T00:00:00+00:00"


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def tell(agent: Agent, *conclusions: dict[str, Any]) -> None:
    observation = make_observation(text="P-1 feeds V-1 at 5 or 6 bar, 500 kPa or so.")
    distil_episode(agent, observations=(observation,), conclusions=conclusions)


def pressure(number: str, unit: str = "bar") -> dict[str, Any]:
    value: dict[str, Any] = {"object": None, "value": {"number": number, "unit": unit}}
    return make_conclusion("P-1", predicate="has_pressure", **value)


def pumps(agent: Agent) -> tuple[Claim, Claim]:
    """P-104 feeds V-12 from spring on, against P-101A, which is older."""
    tell(agent, make_conclusion())
    tell(agent, make_conclusion("P-104", valid_from=SPRING))
    first, second = Claim.objects.order_by("pk")
    return first, second


def settle(agent: Agent, action: str, **changes: Any) -> SettledConflict:
    found = Conflict.objects.get()
    given: dict[str, Any] = {"version": found.version, "action": action}
    return settle_conflict(
        workspace=agent.workspace,
        conflict=found.uid,
        settlement=ConflictSettlement(**(given | changes)),
        by=Actor(member=make_member(agent.workspace)),
        now=database_now(),
    )


def in_force(agent: Agent) -> int:
    return len(conflicts(agent.workspace, states=("open", "kept")))


def test_one_separator_has_one_feeding_pump(agent: Agent) -> None:
    first, second = pumps(agent)
    found = conflicts(agent.workspace)
    assert [(x.first.claim, x.second.claim) for x in found] == [(first, second)]
    assert found[0].conflict.kind == "cardinality"
    with_ = conflicts_with([first.pk, second.pk])
    assert with_ == {first.pk: (second.uid,), second.pk: (first.uid,)}
    assert Event.objects.get(kind="conflict_opened").subject_uid == found[0].uid


def test_a_subject_has_one_pressure(agent: Agent) -> None:
    tell(agent, pressure("5"), pressure("6"))
    assert in_force(agent) == 1
    # Another unit is another amount where it shows: 500 kPa are 5 bar, and not 6.
    tell(agent, pressure("500", "kPa"))
    pairs = [
        sorted(f"{x.claim.value_number} {x.claim.value_unit}" for x in each)
        for each in ((y.first, y.second) for y in conflicts(agent.workspace))
    ]
    assert sorted(pairs) == [["5 bar", "6 bar"], ["500 kPa", "6 bar"]]


@pytest.mark.parametrize(
    "order", [("feeds", "does_not_feed"), ("does_not_feed", "feeds")]
)
def test_a_predicate_meets_its_negation(agent: Agent, order: tuple[str, str]) -> None:
    for predicate in order:
        tell(agent, make_conclusion(predicate=predicate))
    assert [x.conflict.kind for x in conflicts(agent.workspace)] == ["negation"]


def test_no_conflict_where_both_may_hold(agent: Agent) -> None:
    tell(agent, make_conclusion(predicate="connected_to"))
    tell(agent, make_conclusion(predicate="connected_to", object_="V-13"))
    tell(
        agent,
        make_conclusion(valid_to=SPRING),
        make_conclusion("P-2", valid_from=SPRING),
    )
    tell(agent, make_conclusion("P-3", object_="V-9", qualifiers={"mode": "standby"}))
    tell(agent, make_conclusion("P-4", object_="V-9"))
    tell(agent, make_conclusion("P-5", object_="V-8"))
    tell(make_agent(make_workspace()), make_conclusion("P-6", object_="V-8"))
    assert not Conflict.objects.exists()


def test_the_world_changed(agent: Agent) -> None:
    old, new = pumps(agent)
    found = settle(agent, "supersede", claim=old.uid)
    old.state.refresh_from_db()
    assert old.state.status == "superseded"
    assert old.state.cause_episode == Episode.objects.get(kind="supersession")
    spring = datetime.datetime.fromisoformat(SPRING)
    assert ClaimValidity.objects.get(claim=old).valid_to == spring
    assert Supersession.objects.get().new == new
    assert in_force(agent) == 0
    undo(
        workspace=agent.workspace,
        decision=found.decision.uid,
        by=Actor(member=make_member(agent.workspace)),
        now=database_now(),
    )
    old.state.refresh_from_db()
    assert old.state.status == "quarantined"
    assert in_force(agent) == 1
    assert ClaimValidity.objects.get(claim=old, replaced_by=None).valid_to is None


def test_one_was_wrong(agent: Agent) -> None:
    _, new = pumps(agent)
    settle(agent, "retire", claim=new.uid, reason="wrong")
    new.state.refresh_from_db()
    assert new.state.status == "retired"
    assert in_force(agent) == 0


def test_both_are_true_of_different_times(agent: Agent) -> None:
    old, _ = pumps(agent)
    spring = datetime.datetime.fromisoformat(SPRING)
    with pytest.raises(Refused) as no:
        settle(agent, "qualify", claim=old.uid, edit=Edit(text="P-101A fed V-12."))
    assert no.value.code == "still_conflicting"
    settle(agent, "qualify", claim=old.uid, edit=Edit(valid_to=spring))
    assert in_force(agent) == 0
    assert Conflict.objects.get().state == "settled"


def test_both_are_true_in_different_ways(agent: Agent) -> None:
    old, _ = pumps(agent)
    settle(agent, "qualify", claim=old.uid, edit=Edit(qualifiers={"mode": "standby"}))
    assert in_force(agent) == 0
    assert Claim.objects.filter(qualifiers={"mode": "standby"}).count() == 1


def test_keeping_it_open_tells_and_stays(agent: Agent) -> None:
    pumps(agent)
    settle(agent, "keep_open", reason="ask the plant")
    assert Conflict.objects.get().state == "kept"
    assert Event.objects.filter(kind="conflict_kept_open").count() == 1
    assert in_force(agent) == 1
    version = Conflict.objects.get().version
    with pytest.raises(StaleConflict):
        settle(agent, "keep_open", version=version - 1)


def test_a_claim_that_returns_meets_what_came_meanwhile(agent: Agent) -> None:
    tell(agent, make_conclusion())
    old = Claim.objects.get()
    by = Actor(member=make_member(agent.workspace))
    decision = known(
        review(
            workspace=agent.workspace,
            claim=old.uid,
            verdict=Verdict("reject", 1, reason="wrong"),
            by=by,
            now=database_now(),
        ).decision
    )
    tell(agent, make_conclusion("P-104"))
    assert in_force(agent) == 0
    undo(workspace=agent.workspace, decision=decision.uid, by=by, now=database_now())
    assert in_force(agent) == 1


def test_an_edit_does_not_conflict_with_what_it_replaces(agent: Agent) -> None:
    tell(agent, pressure("5"))
    found = Claim.objects.get()
    edit = Edit(kappa=0.5, text="About 5 bar.")
    review(
        workspace=agent.workspace,
        claim=found.uid,
        verdict=Verdict("edit", 1, edit=edit),
        by=Actor(member=make_member(agent.workspace)),
        now=database_now(),
    )
    assert not Conflict.objects.exists()
