"""Shows that a process works."""

from memory.models import Heartbeat
from memory.queries.clock import database_now


def beat(name: str) -> None:
    """Record that a kind of process was alive just now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": database_now()})
