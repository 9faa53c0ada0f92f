"""Raises tensions: one a residue, conflict or dispute, and what people state."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Q

from memory.models import Actor, Claim, Episode, Membership, Role, Workspace
from memory.models.workspace import CURATING
from tension.models import Act, Anchor, Tension
from tension.rules.states import UNRESOLVED
from tension.steps.history import write


@dataclass(frozen=True)
class Cause:
    """What raised it: of automatic ones the row that did, once each."""

    origin: str
    uid: UUID | None = None
    episode: Episode | None = None


def raise_one(  # noqa: PLR0913
    workspace: Workspace,
    cause: Cause,
    *,
    kind: str,
    statement: str,
    why: str = "",
    nodes: Collection[int] = (),
    claims: Collection[Claim] = (),
    by: Actor,
    now: datetime.datetime,
) -> Tension | None:
    """The new tension with its anchors and its owner; none when it was raised before.

    A claim that is still in quarantine is news to it too, if it was recorded up to one
    consolidation lag earlier.
    """
    row = Tension(
        workspace=workspace,
        kind=kind,
        statement=statement,
        why=why,
        origin=cause.origin,
        origin_uid=cause.uid,
        episode=cause.episode,
        by_member=by.member,
        by_agent=by.agent,
        raised_at=now,
        since=now - workspace.lag,
        owner=on_duty(workspace, CURATING),
    )
    Tension.objects.bulk_create([row], ignore_conflicts=cause.uid is not None)
    made = Tension.objects.filter(workspace=workspace, uid=row.uid).first()
    if made is None:
        return None
    _anchor(made, nodes, claims)
    write(made, Act.RAISE, by, now)
    return made


def on_duty(workspace: Workspace, roles: Collection[Role]) -> Membership | None:
    """The next on the rota: who has fewest unresolved tensions."""
    mine = Count("tensions", filter=Q(tensions__state__in=UNRESOLVED))
    rows = Membership.objects.filter(workspace=workspace, role__in=roles)
    active = rows.filter(user__is_active=True)
    return active.annotate(mine=mine).order_by("mine", "pk").first()


def _anchor(
    tension: Tension, nodes: Collection[int], claims: Collection[Claim]
) -> None:
    ends = {(node, None) for node in nodes} | {
        (end, claim.pk)
        for claim in claims
        for end in (claim.subject_id, claim.object_id)
        if end is not None
    }
    Anchor.objects.bulk_create(
        Anchor(
            workspace_id=tension.workspace_id,
            tension=tension,
            node_id=node,
            claim_id=claim,
        )
        for node, claim in sorted(ends, key=lambda end: (end[0], end[1] or 0))
    )
