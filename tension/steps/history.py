"""The one way in which a tension changes, with its entry."""

import datetime
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from memory.models import Actor, Workspace
from memory.rules.refused import Missing, Refused
from tension.models import Entry, EntryNote, Tension

# What an entry keeps of a tension, so that it can be brought back.
KEPT = (
    "state", "snoozed_until", "until_material", "into_id", "answer_id", "weight",
    "owner_id", "escalated",
)  # fmt: skip


class StaleTension(Refused):
    """Somebody else has decided since the caller looked."""

    def __init__(self, tension: Tension) -> None:
        now = f"It is {tension.state}, at version {tension.version}."
        said = "The tension has changed since you looked at it."
        super().__init__("stale_version", said, field="version", hint=now)


def locked(workspace: Workspace, uid: UUID, version: int | None = None) -> Tension:
    """A tension of this workspace, locked; raises Missing and StaleTension."""
    rows = Tension.objects.select_for_update(of=("self",))
    row = rows.filter(workspace=workspace, uid=uid).first()
    if row is None:
        raise Missing("tension")
    if version is not None and row.version != version:
        raise StaleTension(row)
    return row


def change(
    tension: Tension,
    act: str,
    by: Actor,
    now: datetime.datetime,
    *,
    fields: Mapping[str, Any],
    note: str = "",
    more: Mapping[str, Any] | None = None,
    undoes: Entry | None = None,
) -> Entry:
    """Set fields of a locked tension and write what was done.

    Keeps true: a tension is as the `after` of its last entry says, and its version
    that entry's. What it needs held or searched is looked at anew.
    """
    before, was = kept(tension), tension.unresolved
    for name, value in fields.items():
        setattr(tension, name, value)
    tension.version += 1
    if tension.unresolved and not was:
        tension.attended = False
    tension.save()
    return write(
        tension,
        act,
        by,
        now,
        note=note,
        before={**before, **(more or {})},
        undoes=undoes,
    )


def write(
    tension: Tension,
    act: str,
    by: Actor,
    now: datetime.datetime,
    *,
    note: str = "",
    before: Mapping[str, Any] | None = None,
    undoes: Entry | None = None,
) -> Entry:
    """Write one entry; its free words lie beside it."""
    entry = Entry.objects.create(
        workspace_id=tension.workspace_id,
        tension=tension,
        act=act,
        by_member=by.member,
        by_agent=by.agent,
        policy=by.policy,
        at=now,
        version=tension.version,
        before=before or {},
        after=kept(tension),
        undoes=undoes,
    )
    if note:
        EntryNote.objects.create(entry=entry, text=note)
    return entry


def kept(tension: Tension) -> dict[str, Any]:
    """What an entry keeps, as JSON."""
    found = {name: getattr(tension, name) for name in KEPT}
    until = found["snoozed_until"]
    return found | {"snoozed_until": until.isoformat() if until else None}


def brought_back(before: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that an entry's `before` keeps, as a tension holds them."""
    found = {name: before[name] for name in KEPT}
    until = found["snoozed_until"]
    moment = datetime.datetime.fromisoformat(until) if until else None
    return found | {"snoozed_until": moment}
