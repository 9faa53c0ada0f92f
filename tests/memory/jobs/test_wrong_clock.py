"""A worker whose clock is wrong: only the database's time moves anything."""

import datetime
import time
from typing import Any

import pytest
from django.utils import timezone

from memory.jobs.distil import drain
from memory.models import Claim, Quarantine, Work, Workspace
from memory.tasks import promote_due, sweep_all
from tests.make import make_agent, make_workspace, record_episode
from tests.memory.clock import pretending

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = datetime.timedelta(hours=1)
MINUTE = datetime.timedelta(minutes=1)
TRUE, SECONDS = datetime.datetime, time.time


class AnyTime(type):
    """Every time of day counts as one that the wrong clock tells."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TRUE)


class Wrong(datetime.datetime, metaclass=AnyTime):
    """The time of day as a machine tells it that is hours off."""

    off = datetime.timedelta(0)

    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> Any:
        return TRUE.fromtimestamp(SECONDS(), tz) + cls.off


@pytest.fixture(params=[2 * HOUR, -2 * HOUR], ids=["fast", "slow"])
def off(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> datetime.timedelta:
    """This process is two hours off, whatever it asks for the time."""
    shift: datetime.timedelta = request.param
    monkeypatch.setattr(Wrong, "off", shift)
    monkeypatch.setattr(time, "time", lambda: SECONDS() + shift.total_seconds())
    for place in (datetime, timezone):
        monkeypatch.setattr(place, "datetime", Wrong)
    return shift


def status() -> str:
    found: str = Claim.objects.values_list("state__status", flat=True).get()
    return found


def test_nothing_is_promoted_early_or_late(off: datetime.timedelta) -> None:
    for told in (timezone.now(), datetime.datetime.now(datetime.UTC)):
        assert abs(told - TRUE.fromtimestamp(SECONDS(), datetime.UTC) - off) < MINUTE
    with pretending() as clock:
        workspace: Workspace = make_workspace(lag=HOUR)
        began = clock.now()
        record_episode(make_agent(workspace))
        drain()
        assert Work.objects.get().state == "done"
        row = Quarantine.objects.get()
        assert HOUR <= row.lag_until - began < HOUR + MINUTE
        for minutes in (0, 59):
            clock.advance(minutes * MINUTE)
            promote_due()
            sweep_all()
            assert status() == "quarantined"
        clock.advance(2 * MINUTE)
        promote_due()
        assert status() == "admissible"
