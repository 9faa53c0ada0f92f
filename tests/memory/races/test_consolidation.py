"""Races about what leaves quarantine: no order of two writers breaks an invariant."""

import datetime
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from memory.actions.compact import compact
from memory.actions.promote import promote
from memory.actions.reinstate import reinstate
from memory.actions.resolve_dispute import resolve_dispute
from memory.actions.retract import Target, retract
from memory.actions.review import Verdict, review
from memory.models import (
    UNSETTLED,
    Actor,
    Agent,
    Claim,
    Dispute,
    Episode,
    Membership,
    Observation,
    Retraction,
    StatusEvent,
    Supersession,
)
from memory.queries.clock import database_now
from memory.queries.evidence import resolve_now
from memory.rules.refused import Refused
from memory.steps.settlement import Settlement
from tests.make import (
    distil_episode,
    make_agent,
    make_conclusion,
    make_member,
    make_observation,
    make_workspace,
)
from tests.memory.gauge import sound
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace(lag=datetime.timedelta(0)))


def reading(agent: Agent, pump: int, bar: str, *supports: str) -> Claim:
    """A pressure of a pump, on an observation of its own or on earlier ones."""
    value: dict[str, Any] = {"object": None, "value": {"number": bar, "unit": "bar"}}
    distil_episode(
        agent,
        observations=(make_observation("o1", f"P-{pump} is at 5 or 6 bar."),),
        conclusions=(
            make_conclusion(
                f"P-{pump}",
                predicate="has_pressure",
                supports=list(supports) or ["o1"],
                **value,
            ),
        ),
    )
    return Claim.objects.get(subject__external_id=f"P-{pump}", value_number=bar)


def promoting(agent: Agent) -> Callable[[], object]:
    return lambda: promote(workspace=agent.workspace, now=database_now())


def taking(agent: Agent, row: Observation) -> Callable[[], object]:
    return lambda: retract(
        workspace=agent.workspace,
        target=Target(observation=row.uid),
        kind="retraction",
        reason="The gauge was broken.",
        by=Actor(agent=agent),
        now=database_now(),
    )


def status(claim: Claim) -> str:
    claim.state.refresh_from_db()
    return claim.state.status


def test_the_sweep_that_promotes_against_a_retraction(agent: Agent) -> None:
    for pump in rounds(200, 6):
        row = reading(agent, pump, "5")
        seen = Observation.objects.latest("pk")
        assert not errors(at_once(promoting(agent), taking(agent, seen)))
        # Before or after, it is withheld, and disputed once.
        assert status(row) == "disputed"
        assert not resolve_now([row.pk]).stands(row.pk)
        assert Dispute.objects.filter(claim=row).count() == 1
    assert sound()


def test_a_supersession_against_a_resolution(agent: Agent) -> None:
    curator = make_member(agent.workspace)
    ends = set()
    for pump in rounds(200, 6):
        old, new, dispute = contested(agent, pump)
        settlement = Settlement("uphold", dispute.version)
        resolving: Callable[[], object] = lambda: resolve_dispute(  # noqa: E731
            workspace=agent.workspace,
            dispute=dispute.uid,  # noqa: B023
            settlement=settlement,  # noqa: B023
            by=Actor(member=curator),
            now=database_now(),
        )
        assert not errors(at_once(promoting(agent), resolving))
        promote(workspace=agent.workspace, now=database_now())
        ends.add((status(old), status(new)))
        dispute.refresh_from_db()
        assert dispute.state == "resolved"
    # A disputed claim is a person's: it is upheld first and superseded, or not at all.
    assert ends <= {("superseded", "admissible"), ("admissible", "admissible")}
    assert sound()


def contested(agent: Agent, pump: int) -> tuple[Claim, Claim, Dispute]:
    """A disputed claim that still stands, and a later one on the same evidence."""
    old = reading(agent, pump, "5")
    shared = Observation.objects.latest("pk")
    promote(workspace=agent.workspace, now=database_now())
    found = retract(
        workspace=agent.workspace,
        target=Target(observation=shared.uid),
        kind="concern",
        reason="Is the gauge right?",
        by=Actor(agent=agent),
        now=database_now(),
    )
    assert found.passed.hits
    new = reading(agent, pump, "6", str(shared.uid))
    return old, new, Dispute.objects.get(claim=old, state__in=UNSETTLED)


def test_the_sweep_against_a_person_who_accepts(agent: Agent) -> None:
    curator = make_member(agent.workspace)
    for pump in rounds(200, 6):
        old = reading(agent, pump, "5")
        shared = str(Observation.objects.latest("pk").uid)
        promote(workspace=agent.workspace, now=database_now())
        new = reading(agent, pump, "6", shared)
        accepting = partial(accept, curator, new)
        found = errors(at_once(promoting(agent), accepting))
        assert not found
        assert (status(old), status(new)) == ("superseded", "admissible")
        assert Supersession.objects.filter(old=old).count() == 1
        assert told_first(old)
    assert sound()


def accept(curator: Membership, claim: Claim) -> object:
    return review(
        workspace=curator.workspace,
        claim=claim.uid,
        verdict=Verdict("accept", 1),
        by=Actor(member=curator),
        now=database_now(),
    )


def told_first(old: Claim) -> bool:
    """Whether its supersession was told in an episode before it ended."""
    event = StatusEvent.objects.get(claim=old, after="superseded")
    episode = Episode.objects.get(external_id=f"supersession:{event.decision.uid}")
    return episode.closed_at is not None and episode.closed_at <= event.at


def test_compaction_against_a_way_back(agent: Agent) -> None:
    """What supersedes loses its evidence, and the old text is needed again."""
    by = Actor(member=make_member(agent.workspace))
    for pump in rounds(200, 6):
        old = reading(agent, pump, "5")
        needed = Observation.objects.latest("pk")
        promote(workspace=agent.workspace, now=database_now())
        new = reading(agent, pump, "6", str(needed.uid), "o1")
        other = Observation.objects.latest("pk")
        agent.workspace.overlap_threshold = 0.4
        promote(workspace=agent.workspace, now=database_now())
        assert (status(old), status(new)) == ("superseded", "admissible")
        now = database_now()
        compacting: Callable[[], object] = partial(
            compact, workspace=agent.workspace, before=now, by=by, now=now
        )
        assert not errors(at_once(compacting, taking(agent, other)))
        needed.words.refresh_from_db()
        back = status(old)
        assert (back, needed.words.state) == ("admissible", "live")
        give_back(agent)
    assert sound()


def give_back(agent: Agent) -> None:
    for row in Retraction.objects.filter(reinstated_by=None):
        try:
            reinstate(
                workspace=agent.workspace,
                retraction=row.uid,
                reason="It was right.",
                by=Actor(agent=agent),
                now=database_now(),
            )
        except Refused:
            continue
