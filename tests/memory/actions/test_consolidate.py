"""Promote or supersede: decided as the newer claim leaves quarantine."""

import datetime

import pytest

from memory.actions.undo import undo
from memory.models import (
    Actor,
    Agent,
    Claim,
    ClaimValidity,
    Conflict,
    Decision,
    Derivation,
    Dispute,
    Episode,
    Observation,
    Retraction,
    StatusEvent,
    Supersession,
)
from memory.queries.clock import database_now
from memory.queries.conflicts import conflicts
from memory.steps import supersede as superseding
from tests.make import NOON, make_agent, make_conclusion, make_member, make_workspace
from tests.memory.gauge import (
    DAY,
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

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace(lag=datetime.timedelta(0)))


def test_the_same_evidence_read_otherwise_supersedes(agent: Agent) -> None:
    change(agent)
    run(agent)
    assert statuses(5, 6) == ["superseded", "admissible"]
    decision = Decision.objects.get(action="supersede")
    assert decision.policy == "consolidation"
    assert decision.after["overlap"] == pytest.approx(2 / 3)
    episode = Episode.objects.select_related("words").get(kind="supersession")
    derivation = Derivation.objects.get(claim=claim(6))
    assert episode.words.conclusions == [
        {
            "old": str(claim(5).uid),
            "new": str(claim(6).uid),
            "derivation": str(derivation.uid),
        }
    ]
    assert claim(5).state.cause_episode == episode
    assert ClaimValidity.objects.get(claim=claim(5)).valid_to == NOON + DAY
    assert conflicts(agent.workspace) == []
    assert sound()


def test_a_threshold_is_to_be_exceeded(agent: Agent) -> None:
    agent.workspace.overlap_threshold = 2 / 3
    agent.workspace.save()
    change(agent)
    run(agent)
    assert statuses(5, 6) == ["admissible", "admissible"]
    assert len(conflicts(agent.workspace)) == 1


def test_newer_evidence_wins_where_that_is_the_policy(agent: Agent) -> None:
    agent.workspace.conflict_policy = "newer_evidence"
    agent.workspace.save()
    tell(agent, pressure("5", "o1"))
    run(agent)
    tell(agent, pressure("6", "o1"))
    run(agent)
    assert statuses(5, 6) == ["superseded", "admissible"]
    assert Decision.objects.get(action="supersede").policy == "newer_evidence"
    assert sound()


def test_no_conflict_no_supersession(agent: Agent) -> None:
    tell(agent, make_conclusion("P-1", "V-1", predicate="connected_to"))
    run(agent)
    tell(
        agent,
        make_conclusion(
            "P-1", "V-2", predicate="connected_to", supports=[shared(agent)]
        ),
    )
    run(agent)
    found = Claim.objects.values_list("state__status", flat=True)
    assert list(found) == ["admissible", "admissible"]
    assert not Supersession.objects.exists()


def test_one_episode_that_says_both_is_asked_about(agent: Agent) -> None:
    tell(agent, pressure("5", "o1"), pressure("6", "o1"))
    run(agent)
    assert statuses(5, 6) == ["admissible", "admissible"]
    assert len(conflicts(agent.workspace)) == 1


def test_what_no_longer_stands_is_retired(agent: Agent) -> None:
    tell(agent, pressure("5", "o1"))
    run(agent)
    row = Observation.objects.get()
    decision = Decision.objects.latest("pk")
    # Past the leaving pass, which would have disputed it.
    Retraction.objects.create(
        workspace=agent.workspace,
        kind="retraction",
        observation=row,
        decision=decision,
    )
    tell(agent, pressure("6", "o1"))
    run(agent)
    assert statuses(5, 6) == ["retired", "admissible"]
    decision = Decision.objects.get(action="retire")
    assert (decision.policy, decision.reason) == ("consolidation", "unverifiable")
    assert Episode.objects.filter(kind="retirement").count() == 1
    order = list(StatusEvent.objects.order_by("id").values_list("after", flat=True))
    assert order[-2:] == ["retired", "admissible"]


def test_a_disputed_claim_is_a_persons_to_decide(agent: Agent) -> None:
    change(agent)
    take(agent, "o2")
    assert statuses(5, 6) == ["disputed", "disputed"]
    tell(agent, pressure("7", shared(agent)))
    run(agent)
    assert statuses(5, 7) == ["disputed", "admissible"]


def test_what_rested_on_it_is_disputed(agent: Agent) -> None:
    tell(agent, pressure("5", "o1"))
    run(agent)
    on_it = [{"claim": str(claim(5).uid)}]
    tell(agent, make_conclusion("P-1", "V-1", supports=on_it))
    run(agent)
    dependant = Claim.objects.get(value_kind="node")
    assert dependant.state.status == "admissible"
    tell(agent, pressure("6", shared(agent)))
    run(agent)
    dependant.state.refresh_from_db()
    assert dependant.state.status == "disputed"
    assert Dispute.objects.get().effect == "lost"
    assert sound()


def test_a_claim_takes_nothing_away_that_it_rests_on(agent: Agent) -> None:
    tell(agent, pressure("5", "o1"))
    run(agent)
    tell(agent, pressure("6", {"claim": str(claim(5).uid)}, shared(agent)))
    run(agent)
    assert statuses(5, 6) == ["admissible", "admissible"]


def test_both_or_neither(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    change(agent)

    def killed(*_: object) -> None:
        assert Episode.objects.filter(kind="supersession").exists()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(superseding, "move", killed)
        with pytest.raises(KeyboardInterrupt):
            run(agent)
    assert not Episode.objects.filter(kind="supersession").exists()
    assert statuses(5, 6) == ["admissible", "quarantined"]
    run(agent)
    assert statuses(5, 6) == ["superseded", "admissible"]
    assert sound()


def test_a_decision_of_consolidation_can_be_undone(agent: Agent) -> None:
    change(agent)
    run(agent)
    undo(
        workspace=agent.workspace,
        decision=Decision.objects.get(action="supersede").uid,
        by=Actor(member=make_member(agent.workspace)),
        now=database_now(),
    )
    assert statuses(5, 6) == ["admissible", "admissible"]
    assert len(Conflict.objects.filter(state="open")) == 1
    assert sound()
