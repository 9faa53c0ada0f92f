"""Restates the interval of world time in which a claim holds."""

import datetime

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
