"""Processes that die in the middle: all of what they did is there, or nothing."""

import os
import subprocess
import sys
from signal import SIGKILL

import pytest
from django.db import connection, transaction

from memory.actions.compact import compact
from memory.actions.promote import promote
from memory.actions.retract import Target
from memory.actions.retract_later import retract_later
from memory.jobs.distil import drain
from memory.models import (
    Agent,
    ClaimStatus,
    Decision,
    Dispute,
    Episode,
    Observation,
    ObservationText,
    Retraction,
    Supersession,
)
from memory.queries.clock import database_now
from memory.queries.damage import damaged
from memory.queries.invariants import broken
from memory.queries.operations import operation_view
from tests.config.processes import within
from tests.make import distil_episode, make_observation
from tests.memory.evidence import make_plant
from tests.memory.gauge import change, claim, sound, statuses
from tests.memory.jobs.plant import address
from tests.memory.races.barrier import rounds

pytestmark = pytest.mark.django_db(transaction=True)
STARTING = 60


def process(said: str) -> subprocess.Popen[bytes]:
    """A process of its own on the database of the tests, which does one thing."""
    start = "import django; django.setup()"
    given = {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": address()}
    return subprocess.Popen(
        [sys.executable, "-c", f"{start}\n{said}"], env=os.environ | given
    )


PROMOTE = """
from memory.actions.promote import promote
from memory.models import Workspace
from memory.queries.clock import database_now
promote(workspace=Workspace.objects.get(pk={pk}), now=database_now())
"""
COMPACT = """
from memory.actions.compact import compact
from memory.models import Actor, Workspace
from memory.queries.clock import database_now
now = database_now()
by = Actor(policy="retention")
compact(workspace=Workspace.objects.get(pk={pk}), before=now, by=by, now=now)
"""
WORK = "from memory.jobs.distil import drain; drain()"
# Holds whoever comes to it, after what came before it in the same transaction.
HANG = """
CREATE FUNCTION pg_temp_hang() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN PERFORM pg_advisory_xact_lock_shared(77); RETURN NEW; END $$;
CREATE TRIGGER hang BEFORE {event} ON {table}
FOR EACH ROW WHEN ({when}) EXECUTE FUNCTION pg_temp_hang();
"""
LET_GO = "DROP TRIGGER hang ON {table}; DROP FUNCTION pg_temp_hang()"


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def hangs() -> bool:
    """Whether a process has come to the place."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
            " AND objid = 77 AND NOT granted"
        )
        (waiting,) = cursor.fetchone()
    return bool(waiting)


def over() -> bool:
    """Whether the server has seen that nobody is there any longer."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND state <> 'idle' AND pid <> pg_backend_pid()"
        )
        (others,) = cursor.fetchone()
    return not others


def killed_at(said: str, table: str, event: str, when: str) -> None:
    """Start a process, wait until it comes to the place, and kill it there."""
    execute(HANG.format(table=table, event=event, when=when))
    with transaction.atomic():
        execute("SELECT pg_advisory_xact_lock(77)")
        started = process(said)
        assert within(STARTING, hangs)
        started.send_signal(SIGKILL)
        started.wait()
    assert within(STARTING, over)
    execute(LET_GO.format(table=table))


# Where it dies: as the old claim ends, and before the new one is promoted.
PLACES = [
    ("memory_claimstatus", "UPDATE", "NEW.status = 'superseded'"),
    ("memory_supersession", "INSERT", "true"),
    ("memory_claimstatus", "UPDATE", "NEW.status = 'admissible'"),
]


@pytest.mark.parametrize(("table", "event", "when"), PLACES)
def test_a_supersession_is_told_and_done_or_neither(
    reader: Agent, table: str, event: str, when: str
) -> None:
    reader.workspace.lag *= 0
    reader.workspace.save()
    change(reader)
    decided = Decision.objects.count()
    killed_at(PROMOTE.format(pk=reader.workspace_id), table, event, when)
    assert not Episode.objects.filter(kind="supersession").exists()
    assert not Supersession.objects.exists()
    assert Decision.objects.count() == decided
    assert statuses(5, 6) == ["admissible", "quarantined"]
    assert sound()
    promote(workspace=reader.workspace, now=database_now())
    assert statuses(5, 6) == ["superseded", "admissible"]
    assert claim(5).state.cause_episode == Episode.objects.get(kind="supersession")
    assert sound()


def test_a_compactor_that_dies_has_taken_nothing() -> None:
    plant = make_plant()
    for _ in rounds(20, 1):
        distil_episode(
            plant.agent,
            observations=(make_observation("free"), make_observation("other")),
            conclusions=(),
        )
        free = Observation.objects.latest("pk")
        live = ObservationText.objects.filter(state="live").count()
        killed_at(
            COMPACT.format(pk=plant.workspace.pk),
            "memory_observationtext",
            "UPDATE",
            f"NEW.observation_id = {free.pk}",
        )
        assert ObservationText.objects.filter(state="live").count() == live
        assert not Decision.objects.filter(action="compact").exists()
        assert damaged(plant.workspace) == []
        assert not [name for name, ids in broken() if ids]
    now = database_now()
    found = compact(workspace=plant.workspace, before=now, by=plant.by, now=now)
    assert found.observations >= 2
    assert ClaimStatus.objects.filter(status="admissible").count() == 4
    assert not [name for name, ids in broken() if ids]


@pytest.mark.parametrize("table", ["retraction", "dispute", "operationline"])
def test_a_worker_that_dies_retracts_nothing_and_the_next_all_of_it_once(
    table: str,
) -> None:
    plant = make_plant()
    operation = retract_later(
        workspace=plant.workspace,
        target=Target(observation=plant.observation("o1").uid),
        kind="retraction",
        reason="The drawing is out of date.",
        by=plant.by,
        now=database_now(),
    )
    killed_at(WORK, f"memory_{table}", "INSERT OR UPDATE", "true")
    assert not Decision.objects.filter(action="retract").exists()
    assert not Retraction.objects.exists()
    assert operation_view(plant.workspace, operation.uid).state == "running"
    drain()
    assert plant.status() == dict.fromkeys("abc", "disputed") | {"d": "admissible"}
    assert Decision.objects.filter(action="retract").count() == 1
    assert Dispute.objects.count() == 3
    operation.refresh_from_db()
    assert operation.retraction == Retraction.objects.get()
    assert not [name for name, ids in broken() if ids]
