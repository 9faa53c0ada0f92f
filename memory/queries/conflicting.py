"""Which claims cannot hold together, among those that have not ended."""

from collections.abc import Collection
from uuid import UUID

from django.db.models import Q, QuerySet

from memory.models import Conflict, ConflictState
from memory.rules.lifecycle import ENDED


def in_force(rows: QuerySet[Conflict]) -> QuerySet[Conflict]:
    """Those that are not settled and whose claims have not ended."""
    ended = [status.value for status in ENDED]
    return rows.exclude(
        Q(state=ConflictState.SETTLED)
        | Q(first__state__status__in=ended)
        | Q(second__state__status__in=ended)
    )


def conflicts_with(claims: Collection[int]) -> dict[int, tuple[UUID, ...]]:
    """The claims that each of some claims is in conflict with, in one statement."""
    rows = in_force(Conflict.objects.filter(Q(first__in=claims) | Q(second__in=claims)))
    found: dict[int, list[UUID]] = {claim: [] for claim in claims}
    for row in rows.order_by("id").values_list(
        "first_id", "first__uid", "second_id", "second__uid"
    ):
        first, first_uid, second, second_uid = row
        if first in found:
            found[first].append(second_uid)
        if second in found:
            found[second].append(first_uid)
    return {claim: tuple(uids) for claim, uids in found.items()}
