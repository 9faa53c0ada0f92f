"""A model that obeys the text it reads harms nobody: the validator is the defence."""

import pytest

from memory.models import (
    Agent,
    Claim,
    ClaimStatus,
    Derivation,
    Node,
    RejectedCandidate,
    StatusEvent,
    Support,
    Work,
    Workspace,
    WorkState,
)
from tests.fake_openai import FakeModel, says
from tests.make import distil_episode, make_agent, make_observation, make_workspace
from tests.memory.jobs.attacks import ATTACKS, FACT, Attack

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Agent:
    """An agent whose workspace already knows a claim, beside another workspace."""
    agent = make_agent(make_workspace())
    distil_episode(agent)
    distil_episode(make_agent(make_workspace()))
    return agent


def obey(agent: Agent, model: FakeModel, attack: Attack) -> Work:
    model.then(says(attack.reply))
    texts = (FACT, f"{FACT} {attack.order}")
    observations = [make_observation(f"n{n}", text) for n, text in enumerate(texts)]
    given = {"conclusions": None, "observations": tuple(observations)}
    return Work.objects.get(episode=distil_episode(agent, **given))


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.order for attack in ATTACKS])
def test_obeying_changes_nothing_and_is_seen(
    agent: Agent, model: FakeModel, attack: Attack
) -> None:
    before = list(ClaimStatus.objects.order_by("pk").values())
    known = set(Claim.objects.values_list("pk", flat=True))
    strangers = Derivation.objects.exclude(workspace=agent.workspace).count()
    work = obey(agent, model, attack)
    kept = {row["claim_id"]: row["status"] for row in before}
    for state in ClaimStatus.objects.all():
        assert state.status == kept.get(state.claim_id, "quarantined")
    assert Derivation.objects.exclude(workspace=agent.workspace).count() == strangers
    assert StatusEvent.objects.exclude(claim__in=known).count() == len(
        Claim.objects.exclude(pk__in=known)
    )
    assert not Node.objects.filter(external_id__contains="999").exists()
    assert work.error or RejectedCandidate.objects.filter(episode=work.episode).exists()
    assert work.state in {WorkState.DONE, WorkState.QUEUED}


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.order for attack in ATTACKS])
def test_what_is_stored_stands_in_its_quote(
    agent: Agent, model: FakeModel, attack: Attack
) -> None:
    work = obey(agent, model, attack)
    for derivation in Derivation.objects.filter(episode=work.episode):
        support = Support.objects.get(derivation=derivation)
        assert support.observation is not None
        text = support.observation.words.text or ""
        assert text[support.span_start : support.span_end] == FACT
        claim = derivation.claim
        assert claim.object is not None
        assert claim.subject.external_id in FACT
        assert claim.object.external_id in FACT
        assert claim.predicate.name == "feeds"


def test_there_are_thirty() -> None:
    assert len({attack.order for attack in ATTACKS}) == 30
    assert Workspace.objects.count() == 0
