"""Holds what open tensions came from, and lets go once they are resolved."""

from django.db.models import Q

from memory.actions.place_hold import place_hold, release_hold
from memory.queries.clock import database_now
from memory.rules.refused import Refused
from tension.actions.attend import attend, wake_due
from tension.models import Tension
from tension.models.tension import UNRESOLVED
from tension.queries.spans import spans_of

BATCH = 200


def attend_all() -> None:
    """Wake what is due, then hold, search or let go for each that changed sides.

    Each step may be repeated: one that was cut short is done again.
    """
    while wake_due(now=database_now()):
        pass
    changed = UNRESOLVED & Q(attended=False) | ~UNRESOLVED & Q(attended=True)
    rows = Tension.objects.filter(changed).select_related("workspace")
    for row in rows.order_by("pk")[:BATCH]:
        if _hold(row):
            attend(tension=row.pk, now=database_now())


def _hold(row: Tension) -> bool:
    """Whether what it came from is held, or let go of."""
    if not row.unresolved:
        release_hold(workspace=row.workspace, holder=row.uid)
        return True
    try:
        place_hold(
            workspace=row.workspace,
            observations=spans_of(row),
            holder=row.uid,
            now=database_now(),
        )
    except Refused:
        return False  # some text has just gone: the next time it is left out
    return True
