"""How many episodes the model reads at once: fewer than there are workers."""

from django.conf import settings
from django.db import connection

# The first of the advisory lock's two numbers; the second is the place.
READING = 3


def take_place() -> int | None:
    """A free place, held by this connection until it is left; none if all are taken.

    A worker without one runs other work, so that a slow model never holds up what
    needs none. PostgreSQL frees the place of a process that dies.
    """
    for place in range(settings.WARRANT_MODEL_RUNS):
        if _call("pg_try_advisory_lock", place):
            return place
    return None


def leave_place(place: int) -> None:
    """Let another worker have it."""
    _call("pg_advisory_unlock", place)


def _call(function: str, place: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [READING, place])
        (done,) = cursor.fetchone()
    return bool(done)
