"""What people made of findings, and what that does to the review queue."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef

from memory.models import (
    Action,
    Appearance,
    Decision,
    Finding,
    FindingState,
    ReviewItem,
)
from memory.queries.finding import contradicting
from memory.rules.refused import Refused

DECIDED = {
    Action.CONFIRM: FindingState.CONFIRMED,
    Action.DISMISS: FindingState.DISMISSED,
}


def weigh_contradictions(claims: Iterable[int]) -> None:
    """Put claims first in the review queue whose wording is contradicted, no others."""
    of_claim = contradicting().filter(text__appearances__claim=OuterRef("pk"))
    items = ReviewItem.objects.filter(claim__in=claims)
    locked = items.select_for_update().order_by("claim_id").values_list("claim_id")
    ReviewItem.objects.filter(claim__in=[pk for (pk,) in locked]).update(
        contradicted=Exists(of_claim)
    )


def settle(row: Finding, state: str, decision: Decision | None) -> None:
    """Set what people made of a finding, wherever its text was checked."""
    same = Finding.objects.filter(
        workspace=row.workspace_id,
        text__digest=row.text.digest,
        kind=row.kind,
        rule=row.rule,
        start=row.start,
        end=row.end,
        verdict=row.verdict,
    )
    pks = list(same.values_list("pk", flat=True))
    Finding.objects.filter(pk__in=pks).update(state=state, decision=decision)
    standing = Appearance.objects.filter(text__findings__in=pks, claim__isnull=False)
    weigh_contradictions(set(standing.values_list("claim", flat=True)))


def take_back(written: Decision, undone: Decision) -> None:
    """Bring a finding back to what it was before a decision about it."""
    if undone.action not in DECIDED:
        return
    rows = Finding.objects.select_related("text").defer("text__text")
    row = rows.filter(decision=undone).first()
    if row is None:
        raise Refused(
            "later_decisions", "Something was decided about the same finding since."
        )
    before = undone.before["state"]
    settle(row, before, None if before == FindingState.OPEN else written)
