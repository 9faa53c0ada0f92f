"""Where a claim waits for a person, to go on from an undo."""

from uuid import UUID

from django.db.models import Q

from memory.models import (
    UNSETTLED,
    Action,
    Claim,
    Conflict,
    Decision,
    Dispute,
    Finding,
    ReviewItem,
    Workspace,
)
from memory.queries.conflicting import in_force

OF_DISPUTES = frozenset(
    {Action.UPHOLD, Action.REVISE, Action.RESUPPORT, Action.RETIRE, Action.DEFER}
)
OF_CONFLICTS = frozenset(
    {Action.SUPERSEDE, Action.RETIRE, Action.QUALIFY, Action.KEEP_OPEN}
)
OF_FINDINGS = frozenset({Action.CONFIRM, Action.DISMISS})


def dispute(workspace: Workspace, decision: UUID) -> UUID | None:
    """The unsettled dispute of a claim that a decision touched, upstream first."""
    touched = Dispute.objects.filter(
        workspace=workspace,
        state__in=UNSETTLED,
        claim__history__decision__uid=decision,
    )
    found = touched.order_by("rank", "pk").first()
    return found.uid if found else None


def conflict(workspace: Workspace, decision: UUID) -> UUID | None:
    """A conflict in force of a claim that a decision touched."""
    touched = Claim.objects.filter(history__decision__uid=decision).values("pk")
    rows = in_force(Conflict.objects.filter(workspace=workspace))
    found = rows.filter(Q(first__in=touched) | Q(second__in=touched)).first()
    return found.uid if found else None


def claim(workspace: Workspace, decision: UUID) -> UUID | None:
    """The claim of a decision that waits for review now, if there is one."""
    touched = ReviewItem.objects.filter(
        workspace=workspace, claim__history__decision__uid=decision
    )
    item = touched.select_related("claim").order_by("claim_id").first()
    return item.claim.uid if item else None


def checked_text(workspace: Workspace, decision: UUID) -> UUID | None:
    """The text of the finding that a decision, or the one it undoes, was about."""
    told = Decision.objects.select_related("undoes").get(
        workspace=workspace, uid=decision
    )
    uid = (told.undoes or told).after.get("finding")
    found = Finding.objects.filter(workspace=workspace, uid=uid).select_related("text")
    row = found.first() if uid else None
    return row.text.uid if row else None


def where(workspace: Workspace, action: Action, decision: UUID) -> tuple[str, UUID]:
    """The name of a page and what it shows, after an undo of such an act.

    The text of a finding; the claim's dispute or conflict if it waits again, else its
    review, else the record of the decision itself.
    """
    if action in OF_FINDINGS and (found := checked_text(workspace, decision)):
        return "checked-text", found
    if action in OF_DISPUTES and (found := dispute(workspace, decision)):
        return "dispute", found
    if action in OF_CONFLICTS and (found := conflict(workspace, decision)):
        return "conflict", found
    found = claim(workspace, decision)
    return ("review-claim", found) if found else ("decision", decision)
