"""The claim page as of an earlier instant, by a plain address."""

import datetime

from django.test import Client

from memory.models import Agent, Retraction
from tests.curation import plant


def test_a_claim_is_shown_as_it_was_believed(desk: Client, agent: Agent) -> None:
    plant.build(agent)
    plant.retract(desk)
    retracted = Retraction.objects.get().decision.at
    before = retracted - datetime.timedelta(microseconds=1)
    here = f"/w/plant/claims/{plant.claim(agent, 'b').uid}/"
    then = desk.get(here, {"as_of": before.isoformat()}).context["page"].as_of
    assert then.status == "admissible"
    assert round(then.low, 9) == 0.8
    assert [each.live for each in then.readings] == [True]
    later = desk.get(here, {"as_of": retracted.isoformat()}).context["page"].as_of
    assert (later.status, later.low) == ("disputed", None)
    assert later.because.about == "Diagram doc"
    assert [each.live for each in later.readings] == [False]
    assert "not been recorded yet" in _text(desk, here, "2020-01-01")
    assert desk.get(here, {"as_of": "nonsense"}).context["page"].as_of is None


def test_the_history_is_stepped_through(desk: Client, agent: Agent) -> None:
    plant.build(agent)
    plant.retract(desk)
    here = f"/w/plant/claims/{plant.claim(agent, 'b').uid}/"
    told = desk.get(here).context["page"]
    assert [x.status for x in told.timeline] == [
        "quarantined",
        "admissible",
        "disputed",
    ]
    assert told.step == 3
    for step, status in enumerate(("quarantined", "admissible", "disputed"), 1):
        page = desk.get(here, {"step": step}).context["page"]
        assert (page.as_of.status, page.step) == (status, step)
    assert desk.get(here, {"step": 99}).context["page"].as_of.status == "disputed"
    for wrong in ("0", "-1", "x", "9" * 30, "²"):
        assert desk.get(here, {"step": wrong}).context["page"].as_of is None


def _text(desk: Client, here: str, day: str) -> str:
    return desk.get(here, {"as_of": day}).content.decode()
