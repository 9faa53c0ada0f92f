"""A worker that is killed while it tells a webhook leaves the telling to the next."""

import os
from signal import SIGKILL

import pytest

from memory.models import Delivery
from memory.queries.clock import database_now
from tests.config.processes import within
from tests.fake_openai import FakeModel, hang
from tests.memory.jobs.hooked import OK, ids, make_plant, receiver
from tests.memory.jobs.plant import Start

__all__ = ["receiver"]

pytestmark = pytest.mark.django_db(transaction=True)
STARTING = 120.0


def test_what_was_cut_off_is_told_again_under_the_same_id(
    receiver: FakeModel, work: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARRANT_WEBHOOK_HOSTS", "127.0.0.1")
    served = make_plant(receiver)
    receiver.then(hang, OK)
    served.retract()
    worker = work()
    assert within(STARTING, lambda: len(receiver.requests) == 1)
    os.killpg(worker.pid, SIGKILL)
    worker.wait()
    row = Delivery.objects.get()
    assert (row.state, row.attempts) == ("waiting", 1)
    assert row.due_at > database_now()
    work()
    # As if the time for which it was taken had passed.
    Delivery.objects.update(due_at=database_now())
    assert within(STARTING, lambda: Delivery.objects.get().state == "delivered")
    row.refresh_from_db()
    assert (row.attempts, row.status) == (2, 200)
    assert ids(receiver) == [str(row.uid)] * 2
