"""Runs queued work outside any transaction: reads, imports, checks, retracts."""

import datetime
import logging
import time

from memory.actions.retract_later import retract_queued
from memory.actions.store_distillation import Reading, store_distillation
from memory.actions.work import (
    Lease,
    LeaseLost,
    claim_next,
    give_up,
    postpone,
    release,
)
from memory.jobs.bulk import run_import
from memory.jobs.checks import with_checks
from memory.jobs.document import run_check
from memory.jobs.model import SpendReached, read_with_model
from memory.jobs.offline import read_offline
from memory.jobs.place import leave_place, take_place
from memory.llm import ModelFailed, is_configured
from memory.models import Episode, Method, Work, WorkKind
from memory.queries.clock import database_now
from memory.rules.declared import read_conclusion

log = logging.getLogger(__name__)


def drain(*, seconds: float = 20) -> bool:
    """Run work that is due until none is left; true when time ran out first."""
    deadline = time.monotonic() + seconds
    while run_next():
        if time.monotonic() > deadline:
            return True
    return False


def run_next() -> bool:
    """Run the oldest work that is due; false when there is none for this worker."""
    place = take_place() if is_configured() else None
    try:
        without_model = is_configured() and place is None
        lease = claim_next(now=database_now(), without_model=without_model)
        if lease is not None:
            run(lease, may_ask=place is not None)
        return lease is not None
    finally:
        if place is not None:
            leave_place(place)


def run(lease: Lease, *, may_ask: bool = True) -> None:
    """Do one piece of work; whatever goes wrong is kept with it and shown.

    Without `may_ask` no judge is asked about what was declared.
    """
    try:
        _do(lease, may_ask=may_ask)
    except LeaseLost:
        log.warning("work %s was taken over", lease.work)
    except SpendReached as limit:
        _postpone(lease, limit)
    except Exception as error:
        log.exception("work %s failed", lease.work)
        _give_up(lease, error)
    finally:
        release(lease)


def _do(lease: Lease, *, may_ask: bool) -> None:
    rows = Work.objects.select_related(
        "episode__words", "episode__workspace", "operation"
    )
    work = rows.get(pk=lease.work)
    if work.episode is not None:
        reading = with_checks(work.episode, read(work.episode), may_ask=may_ask)
        store_distillation(lease=lease, reading=reading, now=database_now())
    elif work.kind == WorkKind.CHECK and work.operation is not None:
        run_check(lease, work.operation)
    elif work.kind == WorkKind.RETRACT:
        retract_queued(lease=lease, now=database_now())
    else:
        run_import(lease)


def read(episode: Episode) -> Reading:
    """What the episode declared, else what the model proposes, if there is one.

    A model that fails is never replaced by the rules: the episode waits for it.
    """
    conclusions = episode.words.conclusions
    if conclusions is None:
        return read_with_model(episode) if is_configured() else read_offline(episode)
    return Reading(
        method=Method.DECLARED,
        candidates=[
            read_conclusion(position, conclusion)
            for position, conclusion in enumerate(conclusions)
        ],
    )


def _give_up(lease: Lease, error: Exception) -> None:
    wait = error.retry_after if isinstance(error, ModelFailed) else 0
    known = isinstance(error, ModelFailed)
    try:
        give_up(
            lease=lease,
            error=str(error) if known else f"{type(error).__name__}: {error}",
            now=database_now(),
            wait=datetime.timedelta(seconds=wait),
        )
    except LeaseLost:
        log.warning("work %s was taken over", lease.work)


def _postpone(lease: Lease, limit: SpendReached) -> None:
    try:
        postpone(lease=lease, reason=str(limit), until=limit.until)
    except LeaseLost:
        log.warning("work %s was taken over", lease.work)
