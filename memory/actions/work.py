"""Claim a piece of work, give it up, or try it again."""

import datetime
import uuid
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Q

from memory.models import Actor, Work, WorkKind, Workspace, WorkState
from memory.rules.refused import Missing, Refused

MAX_ATTEMPTS = 5
# The first of the advisory lock's two numbers; the second is the work's id.
RUNNING = 2
# More than the runs that can be under way at once, so that they hide nothing due.
CANDIDATES = 200


@dataclass(frozen=True)
class Lease:
    """The right to store the result of one run of a piece of work."""

    work: int
    token: uuid.UUID


class LeaseLost(Exception):
    """Another run took the work over; this one's result must not be stored."""


def claim_next(*, now: datetime.datetime, without_model: bool = False) -> Lease | None:
    """Take the oldest work that is due and that no living process runs.

    `without_model` leaves aside the episodes that a model would have to read.

    A run holds a session lock of its connection, which PostgreSQL frees when the
    process dies: what a killed worker left is due at once, without a time-out, but
    behind what was due before its run, so that work which kills its worker holds up
    nobody. Work that five runs did not finish becomes a dead letter.
    """
    while True:
        with transaction.atomic(durable=True):
            work = _lock_due(now, without_model=without_model)
            if work is None:
                return None
            if work.attempts < MAX_ATTEMPTS:
                return _start(work, now)
            _bury(work, now)
        _stop_running(work.pk)


def release(lease: Lease) -> None:
    """Let others see that this run has ended."""
    _stop_running(lease.work)


@transaction.atomic(durable=True)
def give_up(
    *,
    lease: Lease,
    error: str,
    now: datetime.datetime,
    wait: datetime.timedelta = datetime.timedelta(0),
) -> Work:
    """Record why a run failed; the next one waits longer, the fifth was the last.

    The next run begins after `wait` at the soonest.
    """
    work = hold(lease)
    work.error = error[:2000]
    work.lease = None
    if work.attempts >= MAX_ATTEMPTS:
        work.state = WorkState.DEAD
        work.done_at = now
    else:
        work.state = WorkState.QUEUED
        work.due_at = now + max(datetime.timedelta(seconds=2**work.attempts), wait)
    work.save()
    return work


@transaction.atomic(durable=True)
def postpone(*, lease: Lease, reason: str, until: datetime.datetime) -> Work:
    """Queue leased work again for later; the run does not count as a try.

    The reason stands where an error would, so that nobody wonders what it waits for.
    """
    work = hold(lease)
    work.state, work.lease = WorkState.QUEUED, None
    work.attempts -= 1
    work.due_at, work.error = until, reason
    work.save()
    return work


@transaction.atomic(durable=True)
def retry(
    *, workspace: Workspace, work: uuid.UUID, by: Actor, now: datetime.datetime
) -> Work:
    """Queue a dead letter again, with a fresh count of tries."""
    row = Work.objects.select_for_update().filter(workspace=workspace, uid=work).first()
    if row is None:
        raise Missing("work")
    if row.state != WorkState.DEAD:
        raise Refused("not_dead", "Only work that has failed for good is tried again.")
    row.state, row.attempts, row.due_at = WorkState.QUEUED, 0, now
    row.error, row.done_at = "", None
    row.save()
    return row


@transaction.atomic(durable=True)
def retry_all(*, workspace: Workspace, by: Actor, now: datetime.datetime) -> int:
    """Queue every dead letter of a workspace again; gives how many they were."""
    dead = Work.objects.filter(workspace=workspace, state=WorkState.DEAD)
    locked = dead.select_for_update().order_by("pk")
    return Work.objects.filter(pk__in=[row.pk for row in locked]).update(
        state=WorkState.QUEUED, attempts=0, due_at=now, error="", done_at=None
    )


def hold(lease: Lease) -> Work:
    """The leased work, locked; raises LeaseLost when another run has taken it."""
    rows = Work.objects.select_for_update(of=("self",)).select_related(
        "episode__workspace", "episode__agent", "episode__member"
    )
    work = rows.get(pk=lease.work)
    if work.lease != lease.token or work.state != WorkState.RUNNING:
        raise LeaseLost
    return work


def finish(work: Work, now: datetime.datetime) -> None:
    """End held work."""
    Work.objects.filter(pk=work.pk).update(state=WorkState.DONE, done_at=now, error="")


def _lock_due(now: datetime.datetime, *, without_model: bool) -> Work | None:
    due = Q(state=WorkState.QUEUED, due_at__lte=now) | Q(state=WorkState.RUNNING)
    rows = Work.objects.filter(due)
    if without_model:
        rows = rows.exclude(
            kind=WorkKind.DISTIL, episode__words__conclusions__isnull=True
        )
    for pk in rows.order_by("due_at", "pk").values_list("pk", flat=True)[:CANDIDATES]:
        if not _try_running(pk):
            continue
        work = rows.select_for_update(of=("self",)).filter(pk=pk).first()
        if work is not None:
            return work
        _stop_running(pk)
    return None


def _try_running(work: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", _running(work))
        (free,) = cursor.fetchone()
    return bool(free)


def _stop_running(work: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock(%s, %s)", _running(work))


def _running(work: int) -> list[int]:
    return [RUNNING, work % 2**31]


def _start(work: Work, now: datetime.datetime) -> Lease:
    work.state = WorkState.RUNNING
    work.attempts += 1
    work.lease = uuid.uuid4()
    work.due_at = now
    work.save(update_fields=["state", "attempts", "lease", "due_at"])
    return Lease(work.pk, work.lease)


def _bury(work: Work, now: datetime.datetime) -> None:
    work.state = WorkState.DEAD
    work.done_at = now
    work.error = work.error or "Each of five runs was cut off."
    work.save(update_fields=["state", "done_at", "error"])
