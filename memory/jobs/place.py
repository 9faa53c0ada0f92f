"""Who may do slow work now: read an episode, embed or index a workspace, deliver."""

from django.conf import settings
from django.db import connection

# The first of the advisory lock's two numbers; the second is the place or workspace.
READING = 3
EMBEDDING = 4
INDEXING = 5
DELIVERING = 9


def take_place() -> int | None:
    """A free place, held by this connection until it is left; none if all are taken.

    A worker without one runs other work, so that a slow model never holds up what
    needs none. PostgreSQL frees the place of a process that dies.
    """
    for place in range(settings.WARRANT_MODEL_RUNS):
        if _call("pg_try_advisory_lock", READING, place):
            return place
    return None


def leave_place(place: int) -> None:
    """Let another worker have it."""
    _call("pg_advisory_unlock", READING, place)


def take_workspace(workspace: int, purpose: int = EMBEDDING) -> bool:
    """Whether this worker may now embed, or index, the texts of a workspace."""
    return _call("pg_try_advisory_lock", purpose, workspace)


def leave_workspace(workspace: int, purpose: int = EMBEDDING) -> None:
    """Let another worker have its turn."""
    _call("pg_advisory_unlock", purpose, workspace)


def _call(function: str, purpose: int, place: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [purpose, place])
        (done,) = cursor.fetchone()
    return bool(done)
