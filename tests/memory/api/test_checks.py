"""The claims classifier over HTTP."""

import pytest

from tests.memory.api.calls import Caller, agent_caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def test_percent_for_percentage_points_is_contradicted(agent: Caller) -> None:
    text = "Conversion rose from 4% to 6%, an increase of 2%."
    told = agent.post("/check", {"text": text}).json()
    assert "quantity" in told["triggered"]
    alarms = [x for x in told["findings"] if x["verdict"] == "contradicted"]
    assert [(x["check"], x["decided_by"]) for x in alarms] == [("formula", "code")]
    start, end = alarms[0]["span"]
    assert "2%" in text[start:end]


def test_its_sound_twin_raises_no_alarm(agent: Caller) -> None:
    text = "Conversion rose from 4% to 6%, an increase of 2 percentage points."
    told = agent.post("/check", {"text": text}).json()
    verdicts = {x["verdict"] for x in told["findings"]}
    assert not verdicts & {"contradicted", "suspect"}


def test_what_nothing_was_found_in_is_not_called_consistent(agent: Caller) -> None:
    text = "The tank holds 40 litres and the pump weighs 12 kg."
    told = agent.post("/check", {"text": text}).json()
    assert "consistent" not in {x["verdict"] for x in told["findings"]}


@pytest.mark.parametrize("text", ["", " \u200b ", "a" * 65_537])
def test_no_text_and_too_much_of_it_are_refused(agent: Caller, text: str) -> None:
    reply = agent.post("/check", {"text": text})
    assert reply.status_code == 422
    assert reply.json()["field"] == "text"
