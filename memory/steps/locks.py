"""The explicit locks that guard the invariants; all last until the commit."""

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from memory.models import Observation, Workspace

# The first of an advisory lock's two numbers says what the second one names.
WORKSPACE = 1


def share_workspace(workspace: Workspace) -> None:
    """Held by whoever writes a derivation that rests on claims, or promotes."""
    _advise("pg_advisory_xact_lock_shared", workspace)


def own_workspace(workspace: Workspace) -> None:
    """Held by the leaving pass and by a derivation whose premise is newer."""
    _advise("pg_advisory_xact_lock", workspace)


def share_observations(observations: QuerySet[Observation]) -> None:
    """Keep observations from leaving while a derivation on them is written."""
    ordered = observations.order_by("id").values_list("id")
    try:
        statement, parameters = ordered.query.sql_with_params()
    except EmptyResultSet:
        return
    with connection.cursor() as cursor:
        cursor.execute(f"{statement} FOR SHARE", parameters)


def _advise(function: str, workspace: Workspace) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [WORKSPACE, workspace.pk])
