"""The explicit locks that guard the invariants; all last until the commit."""

import datetime
from collections.abc import Iterable

from django.db import connection
from django.db.models import QuerySet

from memory.models import Observation, Source, Workspace

# The first of an advisory lock's two numbers says what the second one names.
WORKSPACE = 1
SEALER = 2
QUEUING = 10


def share_workspace(workspace: Workspace) -> datetime.datetime:
    """Held by whoever writes a derivation that rests on claims, or promotes.

    Gives the database's time once it is held.
    """
    with connection.cursor() as cursor:
        cursor.execute(SHARE_WORKSPACE, [WORKSPACE, workspace.pk])
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime.datetime)
    return now


def own_workspace(workspace: Workspace) -> None:
    """Held by the leaving pass and by a derivation whose premise is newer."""
    _advise("pg_advisory_xact_lock", workspace)


def queue_retractions(workspace: Workspace) -> None:
    """Held by whoever looks for a retraction under way, to queue one if there is none.

    Apart from the workspace's own lock, which the one under way holds.
    """
    _advise("pg_advisory_xact_lock", workspace, QUEUING)


def seal_workspace(workspace: Workspace) -> bool:
    """Held by the one sealer of a workspace's log; false while another one seals."""
    return bool(_advise("pg_try_advisory_xact_lock", workspace, SEALER))


def share_observations(observations: Iterable[int]) -> None:
    """Keep observations from leaving while a derivation on them is written.

    Their sources too: a source that leaves takes along what is not yet recorded.
    """
    ids = sorted(observations)
    with connection.cursor() as cursor:
        cursor.execute(SHARE_SOURCES, [ids])
        cursor.execute(SHARE_OBSERVATIONS, [ids])


def own_observations(observations: QuerySet[Observation]) -> None:
    """Held by whatever makes observations leave or come back."""
    list(observations.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def own_sources(sources: QuerySet[Source]) -> None:
    """Held by whatever makes sources leave or come back."""
    list(sources.select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _advise(function: str, workspace: Workspace, purpose: int = WORKSPACE) -> object:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [purpose, workspace.pk])
        (answer,) = cursor.fetchone()
    return answer


SHARE_WORKSPACE = "SELECT clock_timestamp() FROM pg_advisory_xact_lock_shared(%s, %s)"

SHARE_SOURCES = """
SELECT id FROM memory_source
WHERE id IN (SELECT source_id FROM memory_observation WHERE id = ANY(%s))
ORDER BY id FOR SHARE
"""

SHARE_OBSERVATIONS = """
SELECT id FROM memory_observation WHERE id = ANY(%s) ORDER BY id FOR SHARE
"""
