"""What tensions hold is kept, and what is erased is gone from them too."""

import datetime
from typing import Any

import pytest
from django.test import Client, override_settings

from memory.actions.compact import compact
from memory.actions.erase import erase
from memory.models import Hold, Observation, ObservationText
from memory.queries.clock import database_now
from tension.models import EntryNote, Tension
from tests.memory.api.calls import distil, observation
from tests.memory.schema import refusal
from tests.settled import listen
from tests.tension.plant import Plant, edge, state_of, thing

YEAR = datetime.timedelta(days=366)
LEFT = {"kind": "question", "text": "Why was P-104 left?", "about": [thing("P-104")]}
READ = "P-104 stands in train 2, uncoupled."


@pytest.fixture
def closed(plant: Plant) -> Tension:
    """What an agent left open when it closed its episode."""
    distil(
        plant.agent,
        task="Find out about P-104.",
        observations=[observation(text=READ), observation(ref="o2", text="Dusty.")],
        conclusions=[edge("P-104", "train 2")],
        residue=[LEFT],
    )
    listen()
    return Tension.objects.get()


def compact_all(plant: Plant) -> int:
    """Compact whatever may go of what was recorded up to a year from now."""
    done = compact(
        workspace=plant.workspace,
        before=database_now() + datetime.timedelta(seconds=1),
        by=plant.person,
        now=database_now() + YEAR,
    )
    return int(done.observations)


def retire(plant: Plant) -> None:
    """Nothing but the tension needs the spans any longer."""
    (claim,) = plant.agent.get("/claims").json()["items"]
    verdict = {"version": claim["version"], "verdict": "reject", "reason": "wrong"}
    assert (
        plant.curator.post(f"/claims/{claim['id']}/review", verdict).status_code == 200
    )


def test_a_closed_context_is_rebuilt_a_year_later(
    plant: Plant, closed: Tension
) -> None:
    retire(plant)
    assert compact_all(plant) == 0
    page = page_of(plant, closed)
    for words in (
        "Why was P-104 left?", "Find out about P-104.", READ, "Dusty.",
        "What was concluded", "train 2", "quarantined then",
    ):  # fmt: skip
        assert words in page, words
    spans = plant.agent.get(f"/tensions/{closed.uid}").json()["spans"]
    assert len(spans) == 2


def page_of(plant: Plant, row: Tension) -> str:
    client = Client()
    assert plant.person.member is not None
    client.force_login(plant.person.member.user)
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={"staticfiles": plain}):
        answer = client.get(f"/w/{plant.workspace.slug}/tensions/{row.uid}/")
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_database_itself_keeps_what_is_held(plant: Plant, closed: Tension) -> None:
    retire(plant)
    statement = "UPDATE memory_observationtext SET state = 'compacted', text = NULL"
    assert refusal(statement) == "observation_text_needed"


def test_what_is_resolved_lets_go_and_what_is_reopened_holds_again(
    plant: Plant, closed: Tension
) -> None:
    assert Hold.objects.filter(holder=closed.uid).count() == 2
    plant.triage(closed, "drop", note="it was sold")
    listen()
    assert not Hold.objects.exists()
    assert plant.triage(closed, "undo").status_code == 200
    listen()
    assert Hold.objects.filter(holder=closed.uid).count() == 2
    plant.triage(closed, "drop", note="it was sold")
    listen()
    retire(plant)
    assert compact_all(plant) == 2


def test_one_that_is_merged_is_held_by_the_other(plant: Plant, closed: Tension) -> None:
    other = plant.raise_("What became of P-104?", "P-104")
    plant.triage(closed, "merge", into=str(other.uid))
    listen()
    assert Hold.objects.filter(holder=other.uid).count() == 2
    assert not Hold.objects.filter(holder=closed.uid).exists()


def words() -> str:
    """Everything that tensions say."""
    rows: list[Any] = [*Tension.objects.all(), *EntryNote.objects.all()]
    return " ".join(str(vars(row)) for row in rows)


def erase_node(plant: Plant) -> dict[str, int]:
    done = erase(
        workspace=plant.workspace,
        node=plant.node("P-104").uid,
        reason="Asked for.",
        by=plant.person,
        now=database_now(),
    )
    return dict(done.certificate.counts)


def test_what_is_erased_is_gone_from_tensions(plant: Plant, closed: Tension) -> None:
    plant.link("train 2", "hall B")  # so that more than the pump's claim names it
    elsewhere = plant.raise_("Was P-104 sold?", "train 2", why="P-104 is missing.")
    plant.triage(elsewhere, "keep", note="P-104 was seen in May.")
    other = plant.raise_("Is train 2 in use?", "train 2")
    assert "P-104" in words()
    assert erase_node(plant)["tensions"] == 2
    assert "P-104" not in words()
    other.refresh_from_db()
    assert other.statement == "Is train 2 in use?"


def test_residue_that_is_erased_first_is_never_raised(plant: Plant) -> None:
    distil(plant.agent, conclusions=[edge("P-104", "train 2")], residue=[LEFT])
    erase_node(plant)
    listen()
    assert not Tension.objects.exists()


def test_an_erased_observation_takes_its_question_along(plant: Plant) -> None:
    distil(
        plant.agent,
        observations=[observation(text="Why was P-104 never commissioned?")],
        conclusions=None,
    )
    listen()
    row = Tension.objects.get()
    seen = Observation.objects.get()
    erase(
        workspace=plant.workspace,
        observation=seen.uid,
        reason="Asked for.",
        by=plant.person,
        now=database_now(),
    )
    assert state_of(row) == "open"
    assert "P-104" not in words()
    assert ObservationText.objects.get(pk=seen.pk).text is None
