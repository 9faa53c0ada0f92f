"""Which claims are out of the way: retired long ago, and kept for the record."""

import datetime

from django.db.models import Exists, F, OuterRef, QuerySet

from memory.models import Archived, Claim, Workspace
from memory.rules.lifecycle import Status


def archived(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Those that are in the archive, which only retired claims can be."""
    return claims.filter(_in_archive(), state__status=Status.retired)


def in_use(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Those that are not in the archive: what lists and search look through."""
    return claims.exclude(_in_archive(), state__status=Status.retired)


def archived_at(claim: Claim) -> datetime.datetime | None:
    """Since when a claim has been in the archive; none outside it."""
    rows = Archived.objects.filter(claim=claim, restored_at=None)
    row = rows.filter(at__gte=F("claim__state__changed_at")).first()
    return row.at if row and claim.state.status == Status.retired else None


def due(workspace: Workspace, now: datetime.datetime) -> QuerySet[Claim]:
    """Claims that have been retired, or back from the archive, for the stated age."""
    if workspace.archive_after is None:
        return Claim.objects.none()
    since = now - workspace.archive_after
    lately = Archived.objects.filter(claim=OuterRef("pk"), restored_at__gt=since)
    rows = in_use(Claim.objects.filter(workspace=workspace))
    retired = rows.filter(state__status=Status.retired, state__changed_at__lte=since)
    return retired.exclude(Exists(lately)).order_by("pk")


def _in_archive() -> Exists:
    rows = Archived.objects.filter(claim=OuterRef("pk"), restored_at=None)
    # One that was retired anew since is as if it had never been there.
    return Exists(rows.filter(at__gte=OuterRef("state__changed_at")))


# The same in SQL, of a row `status` of memory_claimstatus.
IN_ARCHIVE = """
(status.status = 'retired' AND EXISTS (
    SELECT 1 FROM memory_archived archived
    WHERE archived.claim_id = status.claim_id AND archived.restored_at IS NULL
    AND archived.at >= status.changed_at))
"""
