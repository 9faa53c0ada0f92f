"""The sweep records what reading says, and stands still where there is damage."""

import datetime
import logging

import pytest

from memory.actions.promote import promote
from memory.actions.sweep import sweep, watch
from memory.models import (
    Action,
    Actor,
    Alarm,
    Decision,
    Derivation,
    ObservationText,
    Retraction,
)
from memory.queries.clock import database_now
from memory.queries.health import health
from memory.steps.status import decide
from tests.memory.claims import (
    claim,
    seen,
    states,
    status,
    statuses_follow_events,
    tell,
    unguarded,
)
from tests.memory.evidence import Plant, make_plant

pytestmark = pytest.mark.django_db


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def run(plant: Plant) -> tuple[set[str], set[str]]:
    """The letters that fell and those that came back."""
    found = sweep(workspace=plant.workspace, now=database_now())
    names = {claim(plant.workspace, letter).pk: letter for letter in "abcd"}
    return {names[x] for x in found.fallen}, {names[x] for x in found.restored}


def retract_past_the_pass(plant: Plant, ref: str) -> Retraction:
    decision = decide(
        plant.workspace,
        action=Action.RETRACT,
        by=Actor(policy="a test"),
        now=database_now(),
    )
    return Retraction.objects.create(
        workspace=plant.workspace,
        kind="retraction",
        observation=plant.observation(ref),
        decision=decision,
    )


def test_what_fell_is_recorded_and_what_stands_again(plant: Plant) -> None:
    row = retract_past_the_pass(plant, "o1")
    assert seen(plant.workspace, "a").status == "unverified"
    assert run(plant) == ({"a", "b"}, set())
    assert plant.status("abcd") == {
        "a": "unverified",
        "b": "unverified",
        "c": "admissible",
        "d": "admissible",
    }
    assert run(plant) == (set(), set())
    row.reinstated_by = Decision.objects.latest("pk")
    row.save()
    assert run(plant) == (set(), {"a", "b"})
    assert set(plant.status().values()) == {"admissible"}
    assert statuses_follow_events()
    events = claim(plant.workspace, "a").history.order_by("id")
    authors = [(x.decision.action, x.decision.policy) for x in events][-2:]
    policy = "liveness sweep"
    assert authors == [("find_dangling", policy), ("restore", policy)]
    assert claim(plant.workspace, "a").state.version == 1


def test_quarantined_and_disputed_claims_are_left_alone() -> None:
    plant = make_plant(promoted=False)
    retract_past_the_pass(plant, "o1")
    assert run(plant) == (set(), set())


def test_a_sweep_goes_on_where_it_stopped(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memory.actions.sweep.BATCH", 2)
    retract_past_the_pass(plant, "o3")
    last: int | None = 0
    fallen: list[int] = []
    for _ in range(3):
        assert last is not None
        found = sweep(workspace=plant.workspace, now=database_now(), since=last)
        fallen += found.fallen
        last = found.last
    assert fallen == [claim(plant.workspace, "d").pk]
    assert last is None


def lose_row(plant: Plant) -> None:
    with unguarded():
        ObservationText.objects.get(observation=plant.observation("o3")).delete()


def test_damage_raises_an_alarm_and_stops_the_sweeps(
    plant: Plant, caplog: pytest.LogCaptureFixture
) -> None:
    retract_past_the_pass(plant, "o1")
    tell(plant.agent, states("x"))
    lose_row(plant)
    with caplog.at_level(logging.ERROR):
        alarm = watch(workspace=plant.workspace, now=database_now())
    d = Derivation.objects.get(claim=claim(plant.workspace, "d"))
    assert alarm is not None
    assert alarm.derivations == [d.pk]
    assert "gone without a record" in caplog.text
    assert health().alarms == 1
    assert run(plant) == (set(), set())
    late = database_now() + datetime.timedelta(days=1)
    assert promote(workspace=plant.workspace, now=late) == []
    assert seen(plant.workspace, "d").status == "unverified"
    assert status(plant.workspace, "d") == "admissible"


def test_repaired_damage_clears_the_alarm(plant: Plant) -> None:
    words = ObservationText.objects.get(observation=plant.observation("o3"))
    lose_row(plant)
    first = watch(workspace=plant.workspace, now=database_now())
    assert watch(workspace=plant.workspace, now=database_now()) == first
    words.save(force_insert=True)
    assert watch(workspace=plant.workspace, now=database_now()) is None
    assert not Alarm.objects.filter(cleared_at=None).exists()
    retract_past_the_pass(plant, "o1")
    assert run(plant) == ({"a", "b"}, set())


@pytest.mark.parametrize("state", ["compacted", "erased"])
def test_a_lost_text_without_a_record_is_damage(plant: Plant, state: str) -> None:
    assert watch(workspace=plant.workspace, now=database_now()) is None
    words = ObservationText.objects.filter(observation=plant.observation("o3"))
    with unguarded():
        words.update(text=None, state=state)
    assert watch(workspace=plant.workspace, now=database_now()) is not None


def test_damage_elsewhere_stops_nothing_here(plant: Plant) -> None:
    other = make_plant()
    lose_row(other)
    assert watch(workspace=other.workspace, now=database_now()) is not None
    assert watch(workspace=plant.workspace, now=database_now()) is None
