"""Raises tensions from what the memory left open: residue, conflicts, disputes."""

from uuid import UUID

from memory.models import Actor, Conflict, Dispute, Episode, Residue, Workspace
from memory.queries.belief import statement
from memory.queries.conflicting import in_force
from tension.models import Kind, Origin, Tension
from tension.steps.raising import Cause, raise_one

BY_POLICY = Actor(policy="what the memory left open")


def from_residue(workspace: Workspace, uid: UUID) -> Tension | None:
    """What an episode left open; none when its words have been erased since."""
    rows = Residue.objects.filter(workspace=workspace, uid=uid)
    row = rows.select_related("episode__member", "episode__agent").first()
    if row is None or not row.text.strip():
        return None
    return raise_one(
        workspace,
        Cause(Origin.RESIDUE, uid, row.episode),
        kind=row.kind,
        statement=row.text,
        nodes=list(row.about.values_list("pk", flat=True)),
        by=_author(row.episode),
        now=row.recorded_at,
    )


def from_conflict(workspace: Workspace, uid: UUID) -> Tension | None:
    """Two claims that cannot both hold; none when that is over already."""
    ends = (f"{end}__{part}" for end in ("first", "second")
            for part in ("subject", "predicate", "object"))  # fmt: skip
    rows = in_force(Conflict.objects.filter(workspace=workspace, uid=uid))
    row = rows.select_related(*ends).first()
    if row is None:
        return None
    return raise_one(
        workspace,
        Cause(Origin.CONFLICT, uid),
        kind=Kind.CONTRADICTION,
        statement=(
            f"Both cannot hold: {statement(row.first)}, and {statement(row.second)}."
        ),
        why="Whoever is told either of them is told that it is contradicted.",
        claims=[row.first, row.second],
        by=BY_POLICY,
        now=row.opened_at,
    )


def from_dispute(workspace: Workspace, uid: UUID) -> Tension | None:
    """A claim whose dispute a person has put off."""
    rows = Dispute.objects.filter(workspace=workspace, uid=uid)
    parts = ("claim__subject", "claim__predicate", "claim__object", "settled_by")
    row = rows.select_related(*parts).first()
    if row is None or row.settled_by is None:
        return None
    return raise_one(
        workspace,
        Cause(Origin.DISPUTE, uid),
        kind=Kind.QUESTION,
        statement=f"Does it still hold that {statement(row.claim)}?",
        why="Its evidence changed, and the decision was put off on purpose.",
        claims=[row.claim],
        by=BY_POLICY,
        now=row.settled_by.at,
    )


def _author(episode: Episode) -> Actor:
    if episode.member is None and episode.agent is None:
        return BY_POLICY
    return Actor(member=episode.member, agent=episode.agent)
