"""The claims classifier over HTTP."""

import time

import pytest

from tests.memory.api.calls import Caller, agent_caller, conclusion, distil, observation

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


HOSTILE = [
    "The load is 9**9**9 = 4 kN.",
    "The load is 9^9^9^9 = 4 kN.",
    "The load is __import__('os').getcwd() = 4 kN.",
    "The load is " + "(" * 600 + "1" + ")" * 600 + " = 4 kN.",
    "The load is " + "1+" * 600 + "1 = 4 kN.",
    "The load is 1e999999999 * 10 = 4 kN.",
    "The load is 5 m**9**9 = 4 kN.",
    "The load is 5 m^9999999 = 4 kN.",
    "The load is 5 flurbs = 4 kN.",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_formula_or_unit_is_words_and_no_more(
    agent: Caller, text: str
) -> None:
    agent.post("/check", {"text": "It holds 5 kN."})  # what is loaded once
    began = time.process_time()
    reply = agent.post("/check", {"text": text})
    # A formula itself is refused within 50 ms; this is the whole call.
    assert time.process_time() - began < 1
    assert reply.status_code == 200
    verdicts = {each["verdict"] for each in reply.json()["findings"]}
    assert "consistent" not in verdicts


@pytest.mark.parametrize("unit", ["m**9**9", "flurb", "degC+degC", "__import__('os')"])
def test_a_unit_is_kept_as_written_and_never_computed_with(
    agent: Caller, unit: str
) -> None:
    stated = conclusion(
        subject={"kind": "pump", "id": "P-1"},
        predicate="has_pressure",
        value={"number": 5, "unit": unit},
    )
    del stated["object"]
    read = observation(text=f"P-1 is at 5 {unit}.")
    (claim,) = distil(agent, observations=[read], conclusions=[stated])["claims"]
    assert claim["value"]["unit"] == unit
