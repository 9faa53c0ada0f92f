"""Surfacing: fair, within a cap, once a period, and nothing else changes by it."""

import datetime
import itertools
import random
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connections
from django.test import override_settings

from memory.ports import tensions as port
from memory.queries.clock import database_now
from tension.actions import surface
from tension.actions.surface import surface_round
from tension.models import INBOX, Collision, Surfacing, Tension
from tension.rules.fairness import bound
from tests.tension.plant import Plant, thing

PERIOD = datetime.timedelta(seconds=100)


@pytest.fixture(autouse=True)
def small_rounds() -> Iterator[None]:
    with override_settings(WARRANT_SURFACE_SECONDS=100, WARRANT_SURFACE_COUNT=2):
        yield


@pytest.fixture
def crowd(plant: Plant) -> list[Tension]:
    """Seven tensions of random weights about one pump."""
    plant.link("P-104", "train 2")
    rng = random.Random(5)
    rows = [plant.raise_(f"Question number {n}?", "P-104") for n in range(7)]
    for row in rows:
        Tension.objects.filter(pk=row.pk).update(weight=rng.randint(1, 5))
    return list(Tension.objects.order_by("pk"))


def rows_but_surfacings() -> dict[str, list[dict[str, Any]]]:
    """Every column of every row, but the records of surfacings and collisions."""
    models = [*apps.get_app_config("tension").get_models(),
              *apps.get_app_config("memory").get_models()]  # fmt: skip
    kept = [model for model in models if model not in {Surfacing, Collision}]
    rows = {
        str(m._meta): list(m._default_manager.order_by("pk").values()) for m in kept
    }
    events = rows["memory.event"]
    rows["memory.event"] = [e for e in events if e["kind"] != "collision_found"]
    return rows


def test_none_starves_and_nothing_else_changes(
    plant: Plant, crowd: list[Tension]
) -> None:
    before, start = rows_but_surfacings(), database_now()
    for turn in range(40):
        now = start + PERIOD * turn
        assert len(surface_round(workspace=plant.workspace, now=now)) == 2
        if turn % 3 == 0:
            ask(plant, limit=1)
    assert rows_but_surfacings() == before
    end = start + PERIOD * 39
    for row in crowd:
        inbox = Surfacing.objects.filter(tension=row, context=INBOX).order_by("at")
        shown = [start, *inbox.values_list("at", flat=True), end]
        longest = max(b - a for a, b in itertools.pairwise(shown))
        assert longest / PERIOD <= bound(len(crowd), 2, row.weight)


def ask(plant: Plant, limit: int, context: str = "receipt:1") -> list[str]:
    found = port().surface(
        workspace=plant.workspace,
        nodes=[plant.node("P-104").pk],
        limit=limit,
        context=context,
    )
    return [str(each.uid) for each in found]


def test_the_gate_is_given_what_is_near_and_it_is_kept(
    plant: Plant, crowd: list[Tension]
) -> None:
    Tension.objects.update(weight=2)
    far = plant.link("P-9", "train 9")
    plant.raise_("Who painted P-9?", "P-9")
    assert far.state.status == "admissible"
    given = ask(plant, limit=3)
    assert len(given) == 3
    assert set(given) <= {str(row.uid) for row in crowd}
    rows = Surfacing.objects.select_related("tension", "near").order_by("id")
    assert [str(row.tension.uid) for row in rows] == given
    assert {row.why for row in rows} == {"It is about P-104, which this is about too."}
    assert {row.context for row in rows} == {"receipt:1"}
    # The next one is given those whose turn it is, not the same again.
    assert not set(ask(plant, limit=3, context="receipt:2")) & set(given)


def test_a_passage_through_the_gate_is_a_meeting(
    plant: Plant, crowd: list[Tension]
) -> None:
    ask(plant, limit=1)
    ask(plant, limit=1, context="receipt:2")
    found = plant.collisions()
    assert len(found) == len(crowd)
    assert {each["trigger"]["kind"] for each in found} == {"gate"}
    assert {each["trigger"]["context"] for each in found} == {"receipt:1"}
    assert {each["trigger"]["id"] for each in found} == {str(plant.node("P-104").uid)}


def test_what_is_closed_or_snoozed_is_not_surfaced(
    plant: Plant, crowd: list[Tension]
) -> None:
    for row in crowd[:6]:
        plant.triage(row, "drop", note="settled")
    asked = {"nodes": [thing("P-104")], "k": 3}
    told = plant.agent.post("/tensions/surface", asked).json()["items"]
    assert [each["tension"] for each in told] == [str(crowd[6].uid)]
    plant.triage(crowd[6], "snooze", until_new_material=True)
    assert plant.agent.post("/tensions/surface", asked).json()["items"] == []


def test_an_unknown_node_is_refused(plant: Plant) -> None:
    reply = plant.agent.post("/tensions/surface", {"nodes": [thing("P-77")]})
    assert (reply.status_code, reply.json()["code"]) == (422, "unknown_node")


def test_two_beats_surface_a_period_once(plant: Plant, crowd: list[Tension]) -> None:
    now, barrier, shown = database_now(), threading.Barrier(4), []

    def beat() -> None:
        barrier.wait()
        shown.append(len(surface_round(workspace=plant.workspace, now=now)))
        connections.close_all()

    threads = [threading.Thread(target=beat) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(shown) == [0, 0, 0, 2]
    assert Surfacing.objects.count() == 2


def test_a_beat_that_is_killed_halfway_leaves_nothing_to_repeat(
    plant: Plant, crowd: list[Tension], monkeypatch: pytest.MonkeyPatch
) -> None:
    Tension.objects.update(weight=2)
    now = database_now()
    written = surface._show

    def killed(*args: Any) -> None:
        written(*args)
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(surface, "_show", killed)
        with pytest.raises(SystemExit):
            surface_round(workspace=plant.workspace, now=now)
    assert not Surfacing.objects.exists()
    first = [x.tension.pk for x in surface_round(workspace=plant.workspace, now=now)]
    assert len(first) == 2
    assert surface_round(workspace=plant.workspace, now=now) == []
    later = now + PERIOD
    second = [x.tension.pk for x in surface_round(workspace=plant.workspace, now=later)]
    assert len({*first, *second}) == 4
