"""What entering does to claims: status, version, validity, degrees and queues."""

import datetime

import pytest

from memory.models import (
    Agent,
    ClaimValidity,
    Event,
    Node,
    Quarantine,
    ReviewItem,
    StatusEvent,
)
from memory.rules.lifecycle import Status
from tests.make import make_agent, make_workspace
from tests.memory.claims import (
    claim,
    lose,
    put,
    states,
    status,
    statuses_follow_events,
    tell,
)

pytestmark = pytest.mark.django_db
JANUARY, MARCH = "2026-01-01T00:00:00Z", "2026-03-01T00:00:00Z"


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def queued(agent: Agent, letter: str) -> tuple[bool, bool]:
    """Whether the claim waits for its lag, and for a person."""
    pk = claim(agent.workspace, letter).pk
    waits = Quarantine.objects.filter(claim=pk).exists()
    return waits, ReviewItem.objects.filter(claim=pk).exists()


def test_a_new_claim_is_quarantined_and_up_for_review(agent: Agent) -> None:
    episode = tell(agent, states("A"))
    state = claim(agent.workspace, "A").state
    assert (state.status, state.version) == ("quarantined", 1)
    assert (state.cause_kind, state.cause_uid) == ("episode", episode.uid)
    assert queued(agent, "A") == (True, True)
    row = Quarantine.objects.get()
    assert row.lag_until == state.changed_at + agent.workspace.lag
    kinds = Event.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["claim_derived", "episode_distilled"]


def test_what_rests_on_disputed_claims_alone_is_born_disputed(agent: Agent) -> None:
    tell(agent, states("A"), states("B"))
    doubtful = claim(agent.workspace, "A")
    put(doubtful, Status.disputed)
    sound = claim(agent.workspace, "B")
    tell(
        agent,
        states("C", doubtful),
        states("D", doubtful, sound),
        states("E", doubtful),
        states("E", sound),
        states("F", sound),
    )
    found = {letter: status(agent.workspace, letter) for letter in "CDEF"}
    assert found == {
        "C": "disputed",
        "D": "disputed",
        "E": "quarantined",
        "F": "quarantined",
    }
    assert queued(agent, "C") == (False, True)
    assert statuses_follow_events()


def test_doubt_is_born_all_along_a_chain(agent: Agent) -> None:
    tell(agent, states("A"))
    put(claim(agent.workspace, "A"), Status.disputed)
    tell(
        agent,
        states("B", claim(agent.workspace, "A"), ref="b"),
        states("C", {"conclusion": "b"}, ref="c"),
        states("D", {"conclusion": "c"}),
        states("E", {"conclusion": "c"}),
        states("E", "o1"),
    )
    found = {letter: status(agent.workspace, letter) for letter in "BCDE"}
    assert found == {
        "B": "disputed",
        "C": "disputed",
        "D": "disputed",
        "E": "quarantined",
    }


@pytest.mark.parametrize(
    ("before", "after", "waits"),
    [
        (Status.quarantined, "quarantined", True),
        (Status.admissible, "admissible", False),
        (Status.disputed, "disputed", False),
        (Status.unverified, "quarantined", True),
        (Status.superseded, "quarantined", True),
    ],
)
def test_new_evidence_for_a_known_claim(
    agent: Agent, before: Status, after: str, waits: bool
) -> None:
    tell(agent, states("A"))
    known = claim(agent.workspace, "A")
    if before != Status.quarantined:
        put(known, before)
        Quarantine.objects.all().delete()
    tell(agent, states("A"))
    state = claim(agent.workspace, "A").state
    assert (state.status, state.version) == (after, 2)
    assert queued(agent, "A")[0] is waits
    assert statuses_follow_events()


def test_new_evidence_for_a_promoted_claim_that_fell_waits_again(agent: Agent) -> None:
    first = tell(agent, states("A"))
    put(claim(agent.workspace, "A"), Status.admissible)
    Quarantine.objects.all().delete()
    lose(first)
    tell(agent, states("A"))
    assert status(agent.workspace, "A") == "quarantined"
    assert queued(agent, "A")[0]
    assert statuses_follow_events()


def test_each_episode_raises_the_version_once(agent: Agent) -> None:
    tell(agent, states("A"))
    tell(agent, states("A"), states("A", {"observation": "o1", "quote": "V-12"}))
    tell(agent, states("A"), states("B"))
    versions = [claim(agent.workspace, letter).state.version for letter in "AB"]
    assert versions == [3, 1]
    events = StatusEvent.objects.filter(claim=claim(agent.workspace, "A"))
    assert list(events.order_by("id").values_list("version", flat=True)) == [1, 2, 3]


def test_evidence_met_again_starts_no_second_lag(agent: Agent) -> None:
    tell(agent, states("A"))
    before = Quarantine.objects.get().lag_until
    tell(agent, states("A"))
    assert Quarantine.objects.get().lag_until == before


def test_validity_is_added_once(agent: Agent) -> None:
    tell(agent, states("A"), states("B", valid_from=JANUARY))
    for end in (None, None, MARCH):
        tell(agent, states("A", valid_from=JANUARY, valid_to=end))
    tell(agent, states("A", valid_to=MARCH))
    rows = ClaimValidity.objects.filter(claim=claim(agent.workspace, "A"))
    first = datetime.datetime.fromisoformat(JANUARY)
    third = datetime.datetime.fromisoformat(MARCH)
    found = list(rows.order_by("id").values_list("valid_from", "valid_to"))
    assert found == [(first, None), (first, third), (None, third)]


def test_degrees_count_claims_not_derivations(agent: Agent) -> None:
    pump, tank = {"kind": "pump", "id": "hub"}, {"kind": "tank", "id": "T"}
    for _ in range(2):
        tell(
            agent,
            states("A", subject=pump, object=tank),
            states("A", subject=pump, object=tank, predicate="part_of"),
            states("A", subject=pump, object=pump, predicate="part_of"),
            states("A", subject=pump, predicate="adores"),
        )
    nodes = Node.objects.exclude(kind="source")
    degrees = dict(nodes.values_list("external_id", "degree"))
    assert degrees == {"hub": 4, "T": 2}
