"""Claims that are asserted outside any episode."""

import pytest

from memory.models import Claim, Episode
from tests.memory.api.calls import (
    Caller,
    agent_caller,
    claim_of,
    conclusion,
    distil,
    member_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    return member_of(agent)


def test_a_testimony_carries_an_asserted_claim(agent: Caller, curator: Caller) -> None:
    stated = conclusion(supports=[]) | {"testimony": "I saw P-101A feed V-12 today."}
    for caller, method in ((agent, "declared"), (curator, "curator")):
        made = caller.post("/claims", stated)
        assert made.status_code == 201, made.content
        derivation = made.json()["derivations"][-1]
        assert derivation["method"] == method
        assert derivation["supports"][0]["quote"] == stated["testimony"]
    assert Episode.objects.filter(kind="curation").count() == 2


def test_an_asserted_claim_needs_a_support(agent: Caller) -> None:
    refused = agent.post("/claims", conclusion(supports=[]))
    assert (refused.status_code, refused.json()["code"]) == (422, "no_support")
    assert not Claim.objects.exists()
    assert not Episode.objects.exists()


def test_a_cycle_is_refused_and_its_path_named(agent: Caller) -> None:
    claim = claim_of(agent)
    refused = agent.post("/claims", conclusion(supports=[{"claim": claim["id"]}]))
    assert (refused.status_code, refused.json()["code"]) == (422, "cycle")
    assert set(refused.json()["path"]) == {claim["id"]}


def test_the_refused_and_the_gone_are_conflicts(agent: Caller, curator: Caller) -> None:
    told = distil(agent)
    claim, read = told["claims"][0], told["observations"][0]["id"]
    verdict = {"version": 1, "verdict": "reject", "reason": "wrong"}
    curator.post(f"/claims/{claim['id']}/review", verdict)
    refused = agent.post("/claims", conclusion(supports=[read]))
    assert (refused.status_code, refused.json()["code"]) == (409, "rejected_before")
    resting = conclusion(
        supports=[{"claim": claim["id"]}], object={"kind": "separator", "id": "V-14"}
    )
    gone = agent.post("/claims", resting)
    assert (gone.status_code, gone.json()["code"]) == (409, "dead_support")
