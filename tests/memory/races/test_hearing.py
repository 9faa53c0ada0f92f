"""No event is missed for being committed late, and none is heard twice."""

import threading
import uuid

import pytest
from django.db import connections, transaction

from memory.actions.hear_events import hear_events
from memory.models import Actor, Agent, Delivery, Event, EventCursor, Workspace
from memory.queries.clock import database_now
from tests.make import make_agent, make_member, make_workspace
from tests.memory.hooks import add_hook
from tests.memory.races.barrier import at_once, errors
from tests.settled import settled

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def workspace() -> Workspace:
    workspace = make_workspace()
    add_hook(workspace, Actor(member=make_member(workspace)))
    return workspace


def happens(workspace: Workspace) -> None:
    Event.objects.create(
        workspace=workspace,
        kind="collision_found",
        subject_uid=uuid.uuid4(),
        at=database_now(),
    )


def hear() -> int:
    return hear_events(now=database_now())


def test_what_is_committed_late_is_heard_then(workspace: Workspace) -> None:
    written, end = threading.Event(), threading.Event()

    def late() -> None:
        with transaction.atomic():
            happens(workspace)
            written.set()
            end.wait(20)
        connections.close_all()

    writer = threading.Thread(target=late)
    writer.start()
    assert written.wait(20)
    happens(workspace)
    assert hear() == 0
    end.set()
    writer.join()
    settled()
    assert hear() == 2
    assert hear() == 0
    assert Delivery.objects.count() == 2


def test_listeners_at_once_write_each_delivery_once(workspace: Workspace) -> None:
    for _ in range(5):
        happens(workspace)
    settled()
    outcomes = at_once(*[hear] * 4)
    assert not errors(outcomes)
    assert sorted(outcomes) == [0, 0, 0, 5]  # type: ignore[type-var]


def test_events_of_one_transaction_are_told_as_one(workspace: Workspace) -> None:
    with transaction.atomic():
        happens(workspace)
        happens(workspace)
    settled()
    assert hear() == 1
    assert Delivery.objects.get().event == Event.objects.earliest("pk")


def test_a_restored_store_whose_transactions_count_anew_is_heard(
    workspace: Workspace,
) -> None:
    happens(workspace)
    settled()
    assert hear() == 1
    EventCursor.objects.update(transaction=2**40)
    happens(workspace)
    settled()
    assert hear() == 1
    assert Delivery.objects.count() == 2


def test_what_was_before_a_webhook_and_what_it_did_not_ask_for_is_not_told() -> None:
    agent: Agent = make_agent(make_workspace())
    happens(agent.workspace)
    add_hook(agent.workspace, Actor(agent=agent))
    Event.objects.create(
        workspace=agent.workspace,
        kind="claim_derived",
        subject_uid=uuid.uuid4(),
        at=database_now(),
    )
    settled()
    assert hear() == 0
