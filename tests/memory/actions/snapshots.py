"""Everything about claims that a decision may change and an undo brings back."""

from typing import Any

from memory.models import (
    Claim,
    ClaimStatus,
    Quarantine,
    ReviewItem,
    Supersession,
    Withdrawal,
    Workspace,
)
from memory.queries.beliefs import beliefs

type Snapshot = dict[str, dict[str, Any]]


def snapshot(workspace: Workspace) -> Snapshot:
    """By the claim's uid; what was never there and what is undone look the same."""
    claims = Claim.objects.filter(workspace=workspace)
    known = beliefs(workspace, list(claims.values_list("pk", flat=True)))
    return {
        str(claim.uid): {
            "status": ClaimStatus.objects.get(claim=claim).status,
            "lag": _first(Quarantine, claim, "lag_until"),
            "review": _first(ReviewItem, claim, "waiting_since", "asked_evidence"),
            "valid": known[claim.pk].validity,
            "live": {each.uid for each in known[claim.pk].derivations if each.live},
            "superseded_by": known[claim.pk].superseded_by,
            "supersedes": known[claim.pk].supersedes,
            "text": known[claim.pk].text,
            "confidence": known[claim.pk].confidence.independent,
        }
        for claim in claims
    }


def in_force() -> tuple[int, int]:
    """How many withdrawals and supersessions count."""
    return (
        Withdrawal.objects.filter(undone_by=None).count(),
        Supersession.objects.filter(undone_by=None).count(),
    )


def _first(model: Any, claim: Claim, *names: str) -> object:
    return model.objects.filter(claim=claim).values_list(*names).first()
