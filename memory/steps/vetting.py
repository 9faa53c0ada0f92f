"""The reference library: sources named without an episode, and vetted by people."""

import datetime
from collections.abc import Sequence
from uuid import UUID

from memory.models import (
    Action,
    Actor,
    Decision,
    Membership,
    Node,
    Source,
    Workspace,
)
from memory.rules.csl import Reference
from memory.rules.entry import SourceEntry
from memory.rules.identity import source_uid
from memory.rules.refused import Refused
from memory.steps.sources import insert_sources
from memory.steps.status import decide


def require_person(by: Actor, note: str) -> Membership:
    """The person who vouches; raises Refused without one, or without their note."""
    if by.member is None:
        raise Refused("person_required", "A person vouches for a source.")
    if not note.strip():
        raise Refused("reason_required", "Say why, in a note.", field="note")
    return by.member


def vet(
    row: Source, *, vetted: bool, note: str, by: Membership, now: datetime.datetime
) -> Decision | None:
    """Change whether a source is vetted; it has to be locked. None if it is so."""
    was = row.vetted_at is not None
    if was == vetted:
        return None
    decision = decide(
        row.workspace,
        action=Action.VET if vetted else Action.UNVET,
        by=Actor(member=by),
        now=now,
        note=note.strip(),
        before={"source": str(row.node.uid), "vetted": was},
        after={"source": str(row.node.uid), "vetted": vetted},
    )
    row.vetted_at = now if vetted else None
    row.vetted_by = by if vetted else None
    row.vetted_note = note.strip() if vetted else ""
    row.save(update_fields=["vetted_at", "vetted_by", "vetted_note"])
    return decision


def name_sources(
    workspace: Workspace, references: Sequence[Reference], now: datetime.datetime
) -> tuple[list[UUID], frozenset[UUID]]:
    """Make documents with an address sources that no episode has named yet.

    Gives the uid of each, in order, and those that were new.
    """
    entries = [
        SourceEntry("", "document", uri=x.uri, title=x.title, as_of=x.as_of)
        for x in references
    ]
    uids = [
        source_uid(workspace=workspace.uid, uri=x.uri, version=x.as_of) for x in entries
    ]
    by_uid = dict(zip(uids, entries, strict=True))
    known = Node.objects.filter(workspace=workspace, uid__in=by_uid)
    new = frozenset(by_uid.keys() - set(known.values_list("uid", flat=True)))
    insert_sources(workspace, by_uid, now)
    return uids, new
