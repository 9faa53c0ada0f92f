"""Distils one chosen piece of work, as a worker that had claimed just that."""

import uuid

from memory.actions.store_distillation import store_distillation
from memory.actions.work import Lease
from memory.jobs.distil import read
from memory.models import Work, WorkState
from memory.queries.clock import database_now


def distil_one(work: int) -> None:
    """Read and store one episode; whatever goes wrong is raised."""
    row = Work.objects.select_related("episode__words").get(pk=work)
    assert row.episode is not None
    lease = Lease(work, uuid.uuid4())
    Work.objects.filter(pk=work).update(state=WorkState.RUNNING, lease=lease.token)
    store_distillation(lease=lease, reading=read(row.episode), now=database_now())
