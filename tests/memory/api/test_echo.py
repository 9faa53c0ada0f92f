"""What the gate told never comes back as evidence."""

from typing import Any

import pytest

from memory.models import Echo
from tests.make import make_agent
from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    conclusion,
    distil,
    member_of,
    observation,
    source,
)
from tests.memory.api.test_gate import ask

pytestmark = pytest.mark.django_db(transaction=True)
OWN = source(ref="talk", kind="conversation", uri="", title="Run")
REPORT = source(ref="report", uri="doc://plant/report.pdf", title="Report")


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def claim(agent: Caller) -> dict[str, Any]:
    """A claim that is believed."""
    return accept(member_of(agent), distil(agent)["claims"][0])


def fed(agent: Caller, text: str, from_: dict[str, Any], **changes: Any) -> Any:
    """Conclude the claim again, from a text."""
    seen = observation(source=from_["ref"], text=text)
    stated = conclusion(confidence=0.9, **changes)
    return distil(agent, sources=[from_], observations=[seen], conclusions=[stated])


def confidence(agent: Caller, claim: dict[str, Any]) -> tuple[float, float]:
    told = agent.get(f"/claims/{claim['id']}").json()["confidence"]
    return told["independent"], told["by_source"]


@pytest.mark.parametrize("from_", [OWN, REPORT], ids=["own", "document"])
def test_a_marked_text_supports_nothing(
    agent: Caller, claim: dict[str, Any], from_: dict[str, Any]
) -> None:
    text = ask(agent)["context"][0]["text"]
    told = fed(agent, f"As I know: {text}", from_)
    assert [each["reason"] for each in told["rejected"]] == ["echo"]
    assert [each["state"] for each in told["observations"]] == ["echo"]
    assert confidence(agent, claim) == (0.8, 0.8)


def test_an_agents_own_words_that_repeat_support_nothing(
    agent: Caller, claim: dict[str, Any]
) -> None:
    ask(agent)
    told = fed(agent, "V-12 is fed by P-101A.", OWN)
    assert [each["reason"] for each in told["rejected"]] == ["echo"]
    assert confidence(agent, claim) == (0.8, 0.8)


def test_before_it_was_told_the_same_words_are_evidence(
    agent: Caller, claim: dict[str, Any]
) -> None:
    told = fed(agent, "V-12 is fed by P-101A.", OWN)
    ask(agent)
    assert told["rejected"] == []
    assert confidence(agent, claim) == pytest.approx((0.98, 0.98))


@pytest.mark.parametrize("told_to_author", [True, False])
def test_another_document_worded_alike_is_suspect(
    agent: Caller, claim: dict[str, Any], told_to_author: bool
) -> None:
    other = agent if told_to_author else Caller(make_agent(agent.workspace))
    ask(agent)
    told = fed(other, "P-101A feeds V-12.", REPORT)
    assert told["rejected"] == []
    independent, by_source = confidence(agent, claim)
    assert (independent, by_source) == pytest.approx((0.98, 0.9))
    (echo,) = Echo.objects.all()
    assert (echo.kind, echo.likeness) == ("suspect", 1.0)
    shown = agent.get(f"/claims/{claim['id']}").json()
    assert [each["echo_suspect"] for each in shown["derivations"]] == [False, True]
    assert "may repeat what the gate told" in shown["confidence"]["direction"]


def test_another_agents_words_are_suspect_only(
    agent: Caller, claim: dict[str, Any]
) -> None:
    ask(agent)
    told = fed(Caller(make_agent(agent.workspace)), "P-101A feeds V-12.", OWN)
    assert told["rejected"] == []
    assert Echo.objects.get().kind == "suspect"


def test_other_words_of_another_document_are_evidence(
    agent: Caller, claim: dict[str, Any]
) -> None:
    ask(agent)
    told = fed(agent, "Isometric 7 shows line 12 from P-101A into V-12.", REPORT)
    assert told["rejected"] == []
    assert confidence(agent, claim) == pytest.approx((0.98, 0.98))
    assert not Echo.objects.exists()


def test_an_agents_own_words_may_support_what_follows(
    agent: Caller, claim: dict[str, Any]
) -> None:
    text = ask(agent)["context"][0]["text"]
    other: dict[str, Any] = {"subject": {"kind": "pump", "id": "P-104"}}
    told = fed(agent, f"{text} So P-104 does not.", OWN, **other)
    assert told["rejected"] == []


def test_an_assertion_that_repeats_is_refused(
    agent: Caller, claim: dict[str, Any]
) -> None:
    text = ask(agent)["context"][0]["text"]
    body = conclusion(supports=[]) | {"testimony": text}
    reply = agent.post("/claims", body)
    assert (reply.status_code, reply.json()["code"]) == (422, "echo")


def feed_back(agent: Caller, told: dict[str, Any], ref: str) -> dict[str, Any]:
    """Conclude the claim from each text as it was told, and once more unmarked."""
    texts = [each["text"] for each in told["context"] + told["withheld"]]
    bare = [text.split(" [")[0] for text in texts]
    seen = [*((text, ref) for text in texts), *((text, "talk") for text in bare)]
    return distil(
        agent,
        sources=[OWN, REPORT],
        observations=[
            observation(ref=f"o{place}", source=from_, text=text)
            for place, (text, from_) in enumerate(seen)
        ],
        conclusions=[
            conclusion(confidence=0.9, supports=[f"o{place}"])
            for place in range(len(seen))
        ],
    )


def test_ten_rounds_of_feeding_the_gate_back_change_no_confidence(
    agent: Caller, claim: dict[str, Any]
) -> None:
    before = confidence(agent, claim)
    for round_ in range(10):
        kept = feed_back(agent, ask(agent), ["talk", "report"][round_ % 2])
        assert {each["reason"] for each in kept["rejected"]} == {"echo"}
    assert confidence(agent, claim) == before
    assert len(ask(agent)["context"]) == 1
