"""What a belief says when it leaves the store."""

import pytest

from memory.models import Agent, Claim
from memory.queries.beliefs import belief
from tests.make import (
    distil_episode,
    make_agent,
    make_observation,
    make_source,
    make_workspace,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace())


def test_three_readings_of_one_document_count_once(agent: Agent) -> None:
    for _ in range(3):
        distil_episode(agent, sources=(make_source(title="P&ID rev C"),))
    found = belief(agent.workspace, Claim.objects.get().uid).confidence
    assert found.independent == pytest.approx(1 - 0.2**3)
    assert found.by_source == pytest.approx(0.8)
    assert [each.source.title for each in found.shared] == ["P&ID rev C"]
    assert "P&ID rev C" in found.direction


def test_three_documents_are_three_voices(agent: Agent) -> None:
    for ref in "abc":
        distil_episode(
            agent,
            sources=(make_source(ref),),
            observations=(make_observation(source=ref),),
        )
    found = belief(agent.workspace, Claim.objects.get().uid).confidence
    assert found.independent == pytest.approx(1 - 0.2**3)
    assert found.by_source == pytest.approx(1 - 0.2**3)
