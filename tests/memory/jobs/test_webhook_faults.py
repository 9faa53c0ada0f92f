"""Webhooks against a receiver that answers as scripted: each is told at least once."""

import datetime
from typing import Any

import pytest
from pytest_django import Settings

from memory.jobs import deliver
from memory.jobs.deliver import deliver_due
from memory.models import Delivery, Event, Webhook
from memory.queries.clock import database_now
from tests.fake_openai import FakeModel, body, flood, hang, reset
from tests.memory.jobs.hooked import OK, Plant, again, happened, ids, plant, receiver
from tests.memory.races.barrier import at_once, errors
from tests.settled import tell_webhooks

__all__ = ["plant", "receiver"]

pytestmark = pytest.mark.django_db(transaction=True)
FAILS = body({"oh": "no"}, status=500)


def test_a_failure_is_tried_again_later_under_the_same_id(
    receiver: FakeModel, plant: Plant
) -> None:
    receiver.then(FAILS, OK)
    plant.retract()
    tell_webhooks()
    row = Delivery.objects.get()
    assert (row.state, row.status) == ("waiting", 500)
    wait = (row.due_at - database_now()).total_seconds()
    assert 3 < wait < 16
    tell_webhooks()
    assert len(receiver.requests) == 1
    again()
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("delivered", 2)
    assert ids(receiver) == [str(row.uid)] * 2


def test_the_last_failure_gives_up_and_a_person_tries_again(
    receiver: FakeModel, plant: Plant
) -> None:
    receiver.then(FAILS)
    plant.retract()
    for _ in range(9):
        tell_webhooks()
        again()
    assert len(receiver.requests) == 8
    (told,) = plant.admin.get(f"/webhooks/{plant.hook}/deliveries").json()["items"]
    assert (told["state"], told["attempts"]) == ("dead", 8)
    assert told["error"] == "It answered 500."
    receiver.then(OK)
    path = f"/deliveries/{told['id']}/retry"
    assert plant.admin.post(path, None).json()["state"] == "waiting"
    assert plant.admin.post(path, None).json()["code"] == "not_dead"
    tell_webhooks()
    assert ids(receiver) == [told["id"]] * 9
    assert Delivery.objects.get().state == "delivered"


def test_gone_is_told_nothing_more(receiver: FakeModel, plant: Plant) -> None:
    plant.retract()
    receiver.then(body({}, status=410))
    tell_webhooks()
    (told,) = plant.admin.get("/webhooks").json()["items"]
    assert told["active"] is False
    row = Delivery.objects.get()
    assert (row.state, row.status) == ("dead", 410)
    refused = plant.admin.post(f"/deliveries/{row.uid}/retry", None)
    assert (refused.status_code, refused.json()["code"]) == (409, "webhook_inactive")
    plant.admin.delete(f"/webhooks/{plant.hook}")
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(
    ("act", "status", "error"),
    [
        (body({}, status=302, Location="/v1"), 302, "It answered 302 and sends"),
        (hang, None, "No answer within 0 s."),
        (reset, None, "No answer: "),
    ],
)
def test_a_receiver_that_does_not_take_it(
    receiver: FakeModel,
    plant: Plant,
    monkeypatch: pytest.MonkeyPatch,
    act: Any,
    status: int | None,
    error: str,
) -> None:
    monkeypatch.setattr(deliver, "PATIENCE", 0.4)
    receiver.then(act)
    plant.retract()
    tell_webhooks()
    row = Delivery.objects.get()
    assert (row.state, row.status) == ("waiting", status)
    assert row.error.startswith(error)
    assert len(receiver.requests) == 1


def test_a_huge_reply_is_not_read(receiver: FakeModel, plant: Plant) -> None:
    receiver.then(flood)
    plant.retract()
    tell_webhooks()
    assert Delivery.objects.get().state == "delivered"
    assert receiver.sent < 32 * 2**20


def test_a_worker_killed_before_it_noted_the_answer_tells_it_again(
    receiver: FakeModel, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(**_: object) -> None:
        raise SystemExit

    plant.retract()
    with monkeypatch.context() as patch:
        patch.setattr(deliver, "note_answer", killed)
        with pytest.raises(SystemExit):
            tell_webhooks()
    tell_webhooks()
    assert len(receiver.requests) == 1
    again()
    assert ids(receiver) == [str(Delivery.objects.get().uid)] * 2
    again()
    assert len(receiver.requests) == 2


def test_two_workers_tell_each_event_once(receiver: FakeModel, plant: Plant) -> None:
    hook = Webhook.objects.get()
    Event.objects.bulk_create(
        Event(
            workspace=hook.workspace,
            kind="collision_found",
            subject_uid=hook.uid,
            at=database_now(),
        )
        for _ in range(12)
    )
    for event in Event.objects.filter(kind="collision_found"):
        Delivery.objects.create(
            workspace=hook.workspace, webhook=hook, event=event, due_at=database_now()
        )
    assert not errors(at_once(deliver_due, deliver_due, deliver_due))
    assert len(ids(receiver)) == len(set(ids(receiver))) == 12
    assert not Delivery.objects.exclude(state="delivered", attempts=1).exists()


def test_a_host_that_is_listed_no_longer_is_not_called(
    receiver: FakeModel, plant: Plant, settings: Settings
) -> None:
    plant.retract()
    settings.WARRANT_WEBHOOK_HOSTS = []
    tell_webhooks()
    assert receiver.requests == []
    assert Delivery.objects.get().error == "Webhooks may not go to 127.0.0.1."
    settings.WARRANT_WEBHOOK_HOSTS = ["127.0.0.1"]
    again()
    assert len(receiver.requests) == 1


def test_no_more_than_one_of_an_answerless_receivers_is_tried_at_once(
    receiver: FakeModel, plant: Plant
) -> None:
    hook = Webhook.objects.get()
    soon = database_now() - datetime.timedelta(seconds=1)
    happened(plant, 3)
    for event in Event.objects.filter(subject_uid=plant.claim["id"], kind="retracted"):
        Delivery.objects.create(
            workspace=hook.workspace, webhook=hook, event=event, due_at=soon
        )
    receiver.then(reset)
    deliver_due()
    assert len(receiver.requests) == 1
