"""Writes the intervals of world time in which claims are stated to hold."""

import datetime
from collections.abc import Collection
from typing import NamedTuple

from memory.models import Claim, ClaimValidity, Decision, Workspace


class Stated(NamedTuple):
    """A claim's interval as somebody stated it; None is unbounded."""

    claim: int
    valid_from: datetime.datetime | None
    valid_to: datetime.datetime | None


def write_validity(
    workspace: Workspace, stated: Collection[Stated], now: datetime.datetime
) -> None:
    """Add the intervals that are not yet known."""
    known = ClaimValidity.objects.filter(
        claim_id__in={each.claim for each in stated}, replaced_by=None
    )
    rows = known.values_list("claim_id", "valid_from", "valid_to")
    new = set(stated) - {Stated(*row) for row in rows}
    ClaimValidity.objects.bulk_create(
        ClaimValidity(
            workspace=workspace,
            claim_id=each.claim,
            valid_from=each.valid_from,
            valid_to=each.valid_to,
            recorded_at=now,
        )
        for each in sorted(new, key=str)
    )


def restate(
    decision: Decision,
    claim: Claim,
    valid_from: datetime.datetime | None,
    valid_to: datetime.datetime | None,
) -> None:
    """Replace the stated validity by what a person says; None keeps an end."""
    if valid_from is None and valid_to is None:
        return
    old = ClaimValidity.objects.filter(claim=claim, replaced_by=None).order_by("id")
    last = old.last()
    ClaimValidity.objects.create(
        workspace=decision.workspace,
        claim=claim,
        valid_from=valid_from or (last.valid_from if last else None),
        valid_to=valid_to or (last.valid_to if last else None),
        recorded_at=decision.at,
        replaces=last,
    )
