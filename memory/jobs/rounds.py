"""Goes round the workspaces: what fails in one does not stop the next."""

import datetime
import logging
from typing import Protocol

from memory.actions.archive import archive
from memory.actions.seal_log import seal_log
from memory.actions.sweep import sweep, watch
from memory.models import Workspace
from memory.queries.clock import database_now

log = logging.getLogger(__name__)


class Act(Protocol):
    """What is done in a workspace at a time of the database's clock."""

    def __call__(self, *, workspace: Workspace, now: datetime.datetime) -> object: ...


def in_each(act: Act) -> None:
    """Do it in every workspace; an error is logged, and the round goes on."""
    for workspace in Workspace.objects.order_by("pk"):
        try:
            act(workspace=workspace, now=database_now())
        except Exception:
            log.exception("workspace %s was passed over", workspace.slug)


def sweep_whole(*, workspace: Workspace, now: datetime.datetime) -> None:
    """Sweep batch after batch, unless evidence is damaged."""
    last = None if watch(workspace=workspace, now=now) else 0
    while last is not None:
        last = sweep(workspace=workspace, now=database_now(), since=last).last


def seal_whole(*, workspace: Workspace, now: datetime.datetime) -> None:
    """Seal batch after batch until nothing is left."""
    while seal_log(workspace=workspace, now=now):
        pass


def archive_whole(*, workspace: Workspace, now: datetime.datetime) -> None:
    """Archive batch after batch until nothing is due."""
    while archive(workspace=workspace, now=now):
        pass
