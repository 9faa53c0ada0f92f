"""The locks under which tensions are heard, met and surfaced; all until the commit."""

from django.db import connection

# The first of an advisory lock's two numbers; the memory's own are below 40.
LISTENER = 40
MEETINGS = 41
SURFACING = 42


def own_listening() -> bool:
    """Held by the one reader of the memory's events; false while another reads."""
    return _ask("pg_try_advisory_xact_lock", LISTENER, 0)


def own_meetings(workspace: int) -> None:
    """Held by whoever writes or withdraws collisions of a workspace."""
    _ask("pg_advisory_xact_lock", MEETINGS, workspace)


def own_surfacing(workspace: int) -> bool:
    """Held by the one periodic round of a workspace; false while another runs."""
    return _ask("pg_try_advisory_xact_lock", SURFACING, workspace)


def _ask(function: str, kind: int, of: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [kind, of])
        (held,) = cursor.fetchone()
    return bool(held)
