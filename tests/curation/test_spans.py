"""A claim made from words of a transcript, and what it is refused for."""

import pytest
from django.test import Client

from memory.models import Agent, Claim, Observation, Support
from tests.make import distil_episode, make_conclusion, make_observation

TEXT = "Line 12 runs from P-101A to V-12 at 12.5 bar, as built."


@pytest.fixture
def seen(agent: Agent) -> Observation:
    distil_episode(agent, observations=(make_observation(text=TEXT),), conclusions=())
    return Observation.objects.select_related("episode").get()


def path(seen: Observation) -> str:
    return f"/w/plant/episodes/{seen.episode.uid}/claim/{seen.uid}/"


def fields(**changes: object) -> dict[str, object]:
    return {
        "quote": "runs from P-101A to V-12",
        "subject_kind": "pump",
        "subject_id": "P-101A",
        "predicate": "feeds",
        "object_kind": "separator",
        "object_id": "V-12",
        "kappa": "0.7",
        "text": "P-101A feeds V-12",
    } | changes


def test_the_transcript_leads_to_the_form_with_the_words(
    desk: Client, seen: Observation
) -> None:
    shown = desk.get(f"/w/plant/episodes/{seen.episode.uid}/").content.decode()
    assert f'href="{path(seen)}"' in shown
    whole = desk.get(path(seen)).content.decode()
    assert f"{TEXT}</textarea>" in whole
    part = desk.get(path(seen), {"quote": "from P-101A to V-12"}).content.decode()
    assert "from P-101A to V-12</textarea>" in part.replace("\n", "")
    other = desk.get(path(seen), {"quote": "never said"}).content.decode()
    assert f"{TEXT}</textarea>" in other


def test_a_claim_rests_on_the_quoted_words(desk: Client, seen: Observation) -> None:
    answer = desk.post(path(seen), fields())
    claim = Claim.objects.get()
    assert answer["Location"] == f"/w/plant/claims/{claim.uid}/"
    support = Support.objects.get(claim=claim)
    assert support.observation == seen
    assert TEXT[support.span_start : support.span_end] == "runs from P-101A to V-12"
    derivation = claim.derivations.get()
    assert (derivation.kappa, derivation.method) == (0.7, "curator")


def test_a_value_is_read_by_the_kind_of_its_relation(
    desk: Client, seen: Observation
) -> None:
    given = fields(predicate="has_pressure", value="12.5", unit="bar", object_id="",
                   quote="V-12 at 12.5 bar", text="It runs at 12.5 bar")  # fmt: skip
    assert desk.post(path(seen), given).status_code == 303
    claim = Claim.objects.get()
    assert (str(claim.value_number), claim.value_unit) == ("12.5", "bar")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"quote": "never said"}, "is not in the observation"),
        ({"object_id": ""}, "id needs a visible character"),
        ({"subject_id": ""}, "This field is required"),
        ({"kappa": "0"}, "greater than or equal to"),
        ({"predicate": "has_pressure", "value": "much"}, "asks for a number"),
        ({"predicate": "has_pressure", "value": "13"}, "13"),
        ({"predicate": "unheard_of"}, "not one of the available choices"),
    ],
)
def test_a_refusal_is_said_at_its_field(
    desk: Client, seen: Observation, changes: dict[str, object], says: str
) -> None:
    answer = desk.post(path(seen), fields(**changes))
    body = answer.content.decode()
    assert answer.status_code == 422
    wrong = [each.split("<")[0] for each in body.split('role="alert">')[1:]]
    assert any(says in each for each in wrong), wrong
    assert not Claim.objects.exists()


def test_a_rejected_statement_stays_rejected(desk: Client, agent: Agent) -> None:
    distil_episode(agent, observations=(make_observation(text=TEXT),),
                   conclusions=(make_conclusion(),))  # fmt: skip
    claim = Claim.objects.get()
    reject = {"version": 1, "reason": "wrong"}
    desk.post(f"/w/plant/review/{claim.uid}/reject/", reject)
    seen = Observation.objects.select_related("episode").get()
    answer = desk.post(path(seen), fields())
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
