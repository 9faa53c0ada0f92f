"""Checks what must hold of the whole store, and names what breaks it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.queries.invariants import broken

SHOWN = 20


class Command(BaseCommand):
    """Exits non-zero with the ids of offending rows."""

    help = "Check every invariant of the store; exits non-zero when one is broken."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line a rule, and fail when one does not hold."""
        failed = 0
        for name, ids in broken():
            failed += bool(ids)
            shown = ", ".join(map(str, ids[:SHOWN]))
            more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
            line = f"BROKEN  {name}: {shown}{more}" if ids else f"holds   {name}"
            self.stdout.write(line)
        if failed:
            raise CommandError(f"{failed} of the store's invariants do not hold.")
