"""Each event is heard once, whatever is still open, and after a restore too."""

import threading
import uuid

from django.db import connection, connections, transaction

from memory.models import Event
from memory.queries.clock import database_now
from tension.actions.hear import NAME, hear
from tension.models import Collision, Cursor, Tension
from tension.queries.events import next_events
from tests.memory.api.calls import distil
from tests.settled import settled
from tests.tension.plant import Plant, thing


def tell(plant: Plant, kind: str) -> None:
    Event.objects.create(
        workspace=plant.workspace,
        kind=kind,
        subject_uid=uuid.uuid4(),
        at=database_now(),
    )


def kinds() -> list[str]:
    """What is to be heard next."""
    cursor, _ = Cursor.objects.get_or_create(name=NAME)
    return [each.kind for each in next_events(cursor, 100)]


def test_what_is_still_open_is_waited_for(plant: Plant) -> None:
    written, finish = threading.Event(), threading.Event()

    def slow() -> None:
        with transaction.atomic():
            tell(plant, "first")
            written.set()
            finish.wait(20)
        connections.close_all()

    thread = threading.Thread(target=slow)
    thread.start()
    written.wait(20)
    tell(plant, "second")
    # The first has the lower id and is not seen yet: the second would hide it.
    assert kinds() == []
    finish.set()
    thread.join()
    settled()
    assert kinds() == ["first", "second"]


def test_an_event_is_heard_once(plant: Plant) -> None:
    tell(plant, "something")
    settled()
    assert hear(now=database_now()) == 1
    assert hear(now=database_now()) == 0


def hear_all() -> None:
    settled()
    while hear(now=database_now()):
        pass


def restored_elsewhere() -> None:
    """A younger server: its transactions have lower numbers than the rows'."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE memory_event SET transaction = transaction + 1000000000")
    Cursor.objects.update(transaction=Event.objects.latest("transaction").transaction)


def test_after_a_restore_nothing_is_missed_and_nothing_is_twice(plant: Plant) -> None:
    left = {"kind": "question", "text": "Why?", "about": [thing("P-104")]}
    distil(plant.agent, residue=[left])
    hear_all()
    plant.link("P-104", "stores", believed=False)
    hear_all()
    before = (Tension.objects.count(), Collision.objects.count())
    assert before == (1, 1)
    restored_elsewhere()
    plant.link("P-104", "train 2", believed=False)
    hear_all()
    assert (Tension.objects.count(), Collision.objects.count()) == (1, 2)
