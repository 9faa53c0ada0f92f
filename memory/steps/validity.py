"""Restates the interval of world time in which a claim holds."""

import datetime
from collections.abc import Collection

from memory.models import Claim, ClaimValidity, Decision
from memory.rules.refused import Refused


def restate(
    decision: Decision,
    claim: Claim,
    valid_from: datetime.datetime | None,
    valid_to: datetime.datetime | None,
    *,
    field: str = "edit.valid_to",
) -> None:
    """Replace the stated validity by what a person says; None keeps an end."""
    if valid_from is None and valid_to is None:
        return
    old = ClaimValidity.objects.filter(claim=claim, replaced_by=None).order_by("id")
    last = old.last()
    start = valid_from or (last.valid_from if last else None)
    end = valid_to or (last.valid_to if last else None)
    if start and end and end < start:
        raise Refused("range", "The validity ends before it begins.", field=field)
    ClaimValidity.objects.create(
        workspace=decision.workspace,
        claim=claim,
        valid_from=start,
        valid_to=end,
        recorded_at=decision.at,
        replaces=last,
    )


def restate_as_before(
    written: Decision, undone: Decision, claims: Collection[int]
) -> None:
    """State again what the decision had replaced; an open interval says nothing."""
    stated = ClaimValidity.objects.filter(claim__in=claims, recorded_at=undone.at)
    for row in stated.select_related("replaces"):
        ClaimValidity.objects.create(
            workspace=written.workspace,
            claim_id=row.claim_id,
            valid_from=row.replaces.valid_from if row.replaces else None,
            valid_to=row.replaces.valid_to if row.replaces else None,
            recorded_at=written.at,
            replaces=_newest(row),
        )


def _newest(row: ClaimValidity) -> ClaimValidity:
    """What stands in the row's place now, after later ones came and went."""
    while later := ClaimValidity.objects.filter(replaces=row).first():
        row = later
    return row
