"""The reference library in the browser application."""

import json

from django.test import Client

from memory.models import Agent, Decision, Source
from tests.curation import plant
from tests.curation.conftest import SignedIn
from tests.make import make_member
from tests.memory.api.test_references import PAPER


def test_a_source_is_vouched_for_and_no_longer(desk: Client, agent: Agent) -> None:
    plant.build(agent)
    source = Source.objects.earliest("pk")
    here = f"/w/plant/sources/{source.node.uid}/"
    answer = desk.post(f"{here}vet/", {"vetted": "yes", "note": "We hold it."})
    made = Decision.objects.get(action="vet")
    assert answer["Location"] == f"{here}?done={made.uid}"
    shown = desk.get(answer["Location"]).content.decode()
    assert "vouched for a source" in shown
    assert "We hold it." in shown
    assert str(source) in library(desk)
    desk.post(f"{here}vet/", {"vetted": "no", "note": "Withdrawn."})
    source.refresh_from_db()
    assert source.vetted_at is None
    assert (
        "No source passes" in desk.get("/w/plant/sources/?vetted=yes").content.decode()
    )


def library(desk: Client) -> str:
    return desk.get("/w/plant/sources/?vetted=yes").content.decode()


def test_a_note_is_asked_for(desk: Client, agent: Agent) -> None:
    plant.build(agent)
    source = Source.objects.earliest("pk")
    here = f"/w/plant/sources/{source.node.uid}/vet/"
    answer = desk.post(here, {"vetted": "yes", "note": " "})
    assert answer.status_code == 422
    assert "Say why" in answer.content.decode()
    assert not Source.objects.exclude(vetted_at=None).exists()


def test_a_bibliography_is_taken_whole_or_not(desk: Client, agent: Agent) -> None:
    here = "/w/plant/sources/import/"
    typed = {"note": "Ours.", "bibliography": json.dumps([PAPER, {"title": "Nowhere"}])}
    answer = desk.post(here, typed)
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert "Reference 2: The reference has neither DOI nor URL. (DOI)" in shown
    assert "On the  pumps" in shown
    assert not Source.objects.exists()
    answer = desk.post(here, typed | {"bibliography": json.dumps([PAPER])})
    assert answer["Location"] == "/w/plant/sources/?vetted=yes"
    assert "Nakamura et al." in desk.get(answer["Location"]).content.decode()
    assert desk.post(here, typed | {"bibliography": "{"}).status_code == 422


def test_who_only_looks_imports_nothing(agent: Agent, signed_in: SignedIn) -> None:
    viewer = signed_in(make_member(agent.workspace, role="viewer"))
    here = "/w/plant/sources/import/"
    assert viewer.get(here).status_code == 403
    typed = {"note": "Ours.", "bibliography": json.dumps([PAPER])}
    assert viewer.post(here, typed).status_code == 403
    assert not Source.objects.exists()
