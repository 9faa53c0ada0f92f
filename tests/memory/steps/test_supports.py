"""What a candidate may rest on, and what counts once."""

import uuid

import pytest

from memory.models import (
    Agent,
    Claim,
    Derivation,
    RejectedCandidate,
    Support,
)
from memory.rules.lifecycle import Status
from tests.make import make_agent, make_observation, make_workspace
from tests.memory.claims import (
    claim,
    lose,
    put,
    rejected,
    states,
    statuses_follow_events,
    tell,
)

pytestmark = pytest.mark.django_db
NOBODY = str(uuid.UUID(int=7))
PRESSURE = {"predicate": "has_pressure", "object": None}


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def test_another_workspace_is_unknown(agent: Agent) -> None:
    tell(agent, states("A"))
    known = claim(agent.workspace, "A")
    observation = Support.objects.get().observation
    assert observation is not None
    stranger = make_agent(make_workspace())
    episode = tell(
        stranger,
        states("B", known),
        states("C", str(observation.uid)),
        states("D", subject=str(known.subject.uid)),
    )
    details = RejectedCandidate.objects.values_list("detail", flat=True)
    nowhere = tell(
        stranger,
        states("B", {"claim": NOBODY}),
        states("C", NOBODY),
        states("D", subject=NOBODY),
    )
    assert rejected(episode) == rejected(nowhere)
    assert list(details.filter(episode=episode)) == list(
        details.filter(episode=nowhere)
    )
    assert not Claim.objects.filter(workspace=stranger.workspace).exists()


def test_supports_may_lie_in_earlier_episodes(agent: Agent) -> None:
    first = tell(agent, states("A"))
    earlier = first.observations.get()
    second = tell(agent, states("B", str(earlier.uid), claim(agent.workspace, "A")))
    assert rejected(second) == []
    found = Support.objects.filter(derivation__episode=second).order_by("id")
    assert [row.observation_id for row in found] == [earlier.pk, None]
    assert [row.premise_id for row in found] == [None, claim(agent.workspace, "A").pk]


def test_a_chain_in_one_episode(agent: Agent) -> None:
    episode = tell(
        agent,
        states("A", ref="a"),
        states("B", {"conclusion": "a"}, ref="b"),
        states("C", {"conclusion": "b"}, {"conclusion": "a"}),
    )
    assert rejected(episode) == []
    a, b, c = (claim(agent.workspace, letter).pk for letter in "ABC")
    premises = Support.objects.filter(premise__isnull=False)
    assert set(premises.values_list("claim", "premise")) == {(b, a), (c, a), (c, b)}


def test_claims_alone_are_support_enough(agent: Agent) -> None:
    tell(agent, states("A"))
    episode = tell(agent, states("B", claim(agent.workspace, "A")))
    assert rejected(episode) == []
    assert episode.work.get().state == "done"


@pytest.mark.parametrize("to", [Status.retired, Status.superseded])
def test_an_ended_claim_supports_nothing(agent: Agent, to: Status) -> None:
    tell(agent, states("A"))
    put(claim(agent.workspace, "A"), to)
    episode = tell(agent, states("B", claim(agent.workspace, "A")))
    assert rejected(episode) == [(0, "dead_support")]


@pytest.mark.parametrize("state", ["compacted", "erased"])
def test_what_is_gone_supports_nothing(agent: Agent, state: str) -> None:
    first = tell(agent, states("A"))
    lose(first, state=state)
    observation = str(first.observations.get().uid)
    episode = tell(
        agent, states("B", observation), states("C", claim(agent.workspace, "A"))
    )
    assert rejected(episode) == [(0, "dead_support"), (1, "dead_support")]


def test_a_disputed_claim_supports(agent: Agent) -> None:
    tell(agent, states("A"))
    put(claim(agent.workspace, "A"), Status.disputed)
    assert rejected(tell(agent, states("B", claim(agent.workspace, "A")))) == []


def test_a_rejected_claim_is_a_durable_negative(agent: Agent) -> None:
    tell(agent, states("A"))
    put(claim(agent.workspace, "A"), Status.retired)
    for _ in range(2):
        episode = tell(agent, states("A"), states("B"))
        assert rejected(episode) == [(0, "rejected_before")]
    assert claim(agent.workspace, "A").derivations.count() == 1
    assert claim(agent.workspace, "A").state.status == "retired"
    assert claim(agent.workspace, "B").derivations.count() == 2


def test_one_assertion_counts_once_in_an_episode(agent: Agent) -> None:
    tell(
        agent,
        states("A", confidence=0.4),
        states("A", confidence=0.9),
        states("A", confidence=0.6),
        states("A", "o1", "o1"),
        states("A", {"observation": "o1", "quote": "V-12"}, confidence=0.5),
    )
    kappas = Derivation.objects.order_by("id").values_list("kappa", flat=True)
    assert list(kappas) == [0.9, 0.5]
    assert statuses_follow_events()


def test_a_computed_number_may_rest_on_premises_alone(agent: Agent) -> None:
    stated = PRESSURE | {"value": {"number": "12", "unit": "bar"}}
    tell(agent, states("A", **stated))
    premise = claim(agent.workspace, "A")
    sum_ = PRESSURE | {"value": {"number": "24", "unit": "bar"}}
    episode = tell(
        agent,
        states("B", premise, **sum_),
        states("C", premise, "o1", **sum_),
        states("D", premise, "o2", **(PRESSURE | {"value": {"number": "12"}})),
        observations=(make_observation(), make_observation("o2", text="Nothing.")),
    )
    assert rejected(episode) == [(1, "number_not_grounded")]
