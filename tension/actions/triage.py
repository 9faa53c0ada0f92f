"""Triage a tension: what people do about it, and taking that back."""

import datetime
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Claim, Membership, Workspace
from memory.models.workspace import CURATING, LEADING
from memory.queries.evidence import resolve_now
from memory.rules.lifecycle import ENDED, Status
from memory.rules.refused import Refused
from tension.models import Act, Entry, Finding, Tension
from tension.rules.fairness import HEAVIEST
from tension.rules.states import UNRESOLVED, State, Verb, after
from tension.steps.history import StaleTension, brought_back, change, locked
from tension.steps.meetings import AWAKE
from tension.steps.raising import on_duty

__all__ = ["StaleTension", "Triage", "triage", "undo_triage"]


UNTIL_WHEN = "Say until when: a date or new material."
ELSEWHERE = "Merge into one that is still unresolved."


@dataclass(frozen=True)
class Triage:
    """One verb on the version of a tension that the person saw."""

    verb: str
    version: int
    note: str = ""
    until: datetime.datetime | None = None
    until_material: bool = False
    into: UUID | None = None
    claim: UUID | None = None
    owner: UUID | None = None


@transaction.atomic(durable=True)
def triage(
    *,
    workspace: Workspace,
    tension: UUID,
    given: Triage,
    by: Actor,
    now: datetime.datetime,
) -> Entry:
    """Do with a tension what a person decides.

    Keeps true: one entry for each version that people saw (StaleTension otherwise);
    what answers it is a claim that stands; merging leads into an unresolved one, never
    in a circle; nothing is deleted.
    """
    _lock_both(workspace, tension, given.into)
    row = locked(workspace, tension, given.version)
    verb = Verb(given.verb)
    state = after(State(row.state), verb)
    fields = _fields(row, verb, given, now)
    if state != row.state or verb in {Verb.keep, Verb.snooze}:
        fields = AWAKE | {"state": state.value} | fields
    moved = _move(row, fields.get("into"))
    entry = change(row, verb.value, by, now, fields=fields, note=given.note, more=moved)
    if verb == Verb.link:
        _link(entry, _claim(workspace, given))
    return entry


@transaction.atomic(durable=True)
def undo_triage(
    *,
    workspace: Workspace,
    tension: UUID,
    version: int,
    by: Actor,
    now: datetime.datetime,
) -> Entry:
    """Bring a tension back to where it was before the last thing done to it.

    Keeps true: the history stays; undoing twice brings back what was undone.
    """
    row = locked(workspace, tension, version)
    rows = row.history.exclude(act__in=[Act.RAISE, Act.JUDGE])
    last = rows.filter(version=row.version).first()
    if last is None:
        raise Refused("not_undoable", "Nothing has been done to it yet.")
    fields = brought_back(last.before)
    if fields["into_id"] is not None:
        _require_open(Tension.objects.get(pk=fields["into_id"]))
    if fields["answer_id"] is not None:
        _require_standing(fields["answer_id"])
    moved: list[int] = last.before.get("moved", [])
    Tension.objects.filter(pk__in=moved, into=row.into_id).update(into=row)
    Finding.objects.filter(entry=last).delete()
    return change(row, Act.UNDO, by, now, fields=fields, undoes=last)


def _lock_both(workspace: Workspace, one: UUID, other: UUID | None) -> None:
    """In one order, so that two merges never wait for each other."""
    rows = Tension.objects.select_for_update(of=("self",)).order_by("pk")
    list(rows.filter(workspace=workspace, uid__in=[one, other or one]))


def _fields(
    row: Tension, verb: Verb, given: Triage, now: datetime.datetime
) -> dict[str, Any]:
    """What the verb sets; raises Refused for what it lacks."""
    match verb:
        case Verb.snooze:
            return _snoozed(given, now)
        case Verb.merge:
            return {"into": _target(row, given)}
        case Verb.answer:
            claim = _claim(row.workspace, given)
            _require_standing(claim.pk)
            return {"answer": claim}
        case Verb.escalate:
            lead = on_duty(row.workspace, LEADING) or row.owner
            return {"escalated": True, "weight": HEAVIEST, "owner": lead}
        case Verb.assign:
            return {"owner": _owner(row.workspace, given)}
    _require_said(row, verb, given)
    return {}


def _require_said(row: Tension, verb: Verb, given: Triage) -> None:
    if verb == Verb.drop and not given.note.strip():
        raise Refused("reason_required", "Say why.", field="note")
    if verb == Verb.link:
        _claim(row.workspace, given)


def _snoozed(given: Triage, now: datetime.datetime) -> dict[str, Any]:
    if given.until is None and not given.until_material:
        raise Refused("until_required", UNTIL_WHEN, field="until")
    if given.until is not None and given.until <= now:
        raise Refused("in_the_past", "That moment has passed.", field="until")
    return {"snoozed_until": given.until, "until_material": given.until_material}


def _target(row: Tension, given: Triage) -> Tension:
    rows = Tension.objects.filter(workspace=row.workspace)
    into = rows.filter(uid=given.into).first() if given.into else None
    if into is None:
        raise Refused("unknown_tension", "There is no such tension.", field="into")
    if into.pk == row.pk:
        raise Refused("same_tension", "It is one with itself already.", field="into")
    _require_open(into)
    return into


def _require_open(into: Tension) -> None:
    if into.state not in UNRESOLVED:
        code = "merged_away" if into.state == State.merged else "wrong_state"
        said = f"That tension is {into.state} itself."
        raise Refused(code, said, field="into", hint=ELSEWHERE)


def _move(row: Tension, into: Tension | None) -> dict[str, Any]:
    """What had been merged into it follows; the other's spans are held anew."""
    if into is None:
        return {}
    parts = Tension.objects.filter(into=row)
    moved = list(parts.values_list("pk", flat=True))
    parts.update(into=into)
    Tension.objects.filter(pk=into.pk).update(attended=False)
    return {"moved": moved}


def _claim(workspace: Workspace, given: Triage) -> Claim:
    if given.claim is None:
        raise Refused("claim_required", "Name a claim.", field="claim")
    claim = Claim.objects.filter(workspace=workspace, uid=given.claim).first()
    if claim is None:
        raise Refused("unknown_claim", "There is no such claim.", field="claim")
    return claim


def _require_standing(claim: int) -> None:
    evidence = resolve_now([claim])
    status = Status(evidence.statuses[claim])
    if status in ENDED or status == Status.disputed or not evidence.stands(claim):
        raise Refused(
            "no_support",
            "An answer is a claim that stands on live evidence.",
            field="claim",
            hint=f"This one is {status.value}.",
        )


def _owner(workspace: Workspace, given: Triage) -> Membership:
    rows = Membership.objects.filter(workspace=workspace, role__in=CURATING)
    owner = rows.filter(uid=given.owner).first() if given.owner else None
    if owner is None:
        raise Refused("unknown_member", "Name a member who curates.", field="owner")
    return owner


def _link(entry: Entry, claim: Claim) -> None:
    Finding.objects.bulk_create(
        [
            Finding(
                workspace_id=entry.workspace_id,
                tension_id=entry.tension_id,
                claim=claim,
                entry=entry,
            )
        ],
        ignore_conflicts=True,
    )
