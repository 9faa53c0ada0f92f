"""The decision log: every entry a sentence, a permalink and a row of the export."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from curation.contexts.words import Statement, author_of, statement
from curation.filters import DecisionFilter
from memory.actions.undo import UNDOABLE
from memory.models import (
    Action,
    Decision,
    Distinction,
    Merge,
    Node,
    Reason,
    Retraction,
    StatusEvent,
    Workspace,
)
from memory.queries.history import Extent, extents

SHOWN_CLAIMS = 3


@dataclass(frozen=True)
class Touched:
    """A claim that a decision was about, and what became of it."""

    uid: UUID
    statement: Statement
    before: str
    after: str

    @property
    def changed(self) -> bool:
        """Whether its status is another than before."""
        return self.before != self.after


@dataclass(frozen=True)
class LogEntry:
    """One decision."""

    uid: UUID
    at: datetime
    who: str
    did: str
    reason: str
    note: str
    touched: list[Touched]
    beyond: int
    undone_by: UUID | None
    undoes: UUID | None
    mine: bool
    undoable: bool
    about: str = ""


@dataclass(frozen=True)
class ActivityPage:
    """The log, filtered."""

    entries: list[LogEntry]
    more: str
    filter: DecisionFilter
    query: str
    title: str = "Activity"


@dataclass(frozen=True)
class DecisionPage:
    """One entry in full."""

    entry: LogEntry
    changes: list[tuple[str, Any, Any]]
    title: str = "Decision"
    toast: Any = None


def decisions(workspace: Workspace) -> QuerySet[Decision]:
    """Decisions with what they say of themselves, in a few statements."""
    retracted = Retraction.objects.select_related("source", "observation__source")
    merged = Merge.objects.select_related("node", "into")
    apart = Distinction.objects.select_related("first", "second")
    return (
        Decision.objects.filter(workspace=workspace)
        .select_related("by_member__user", "by_agent", "words", "undoes", "undone_by")
        .prefetch_related(
            Prefetch("retractions", retracted, to_attr="retracted"),
            Prefetch("reinstatements", retracted, to_attr="reinstated"),
            Prefetch("merges", merged, to_attr="merged"),
            Prefetch("distinctions", apart, to_attr="apart"),
        )
    )


def entries(found: Iterable[Decision], member: int | None = None) -> list[LogEntry]:
    """The entries of decisions that `decisions` loaded, in two statements more."""
    rows = list(found)
    about = extents([row.pk for row in rows], SHOWN_CLAIMS) if rows else {}
    return [_entry(row, about[row.pk], member) for row in rows]


def entry(decision: Decision, member: int | None = None) -> LogEntry:
    """The entry of one decision that `decisions` loaded."""
    (found,) = entries([decision], member)
    return found


def _entry(decision: Decision, about: Extent, member: int | None) -> LogEntry:
    undone = getattr(decision, "undone_by", None)
    return LogEntry(
        uid=decision.uid,
        at=decision.at,
        who=author_of(decision),
        did=_did(decision),
        reason=dict(Reason.choices).get(decision.reason, decision.reason),
        note=decision.words.text if hasattr(decision, "words") else "",
        touched=[_touched(event) for event in about.first],
        beyond=about.count - len(about.first),
        undone_by=undone.uid if undone else None,
        undoes=decision.undoes.uid if decision.undoes else None,
        mine=decision.by_member_id is not None and decision.by_member_id == member,
        undoable=undone is None and decision.action in UNDOABLE,
        about=_about(decision),
    )


def _did(decision: Decision) -> str:
    """What was done; what touches no claim says itself what it was about."""
    did = decision.get_action_display()
    merged: list[Merge] = getattr(decision, "merged", [])
    apart: list[Distinction] = getattr(decision, "apart", [])
    for each in merged:
        return f"{did} {_named(each.node)} into {_named(each.into)}"
    for pair in apart:
        return f"{did} {_named(pair.first)} and {_named(pair.second)}"
    match decision.action:
        case Action.VET:
            return "vouched for a source"
        case Action.UNVET:
            return "no longer vouched for a source"
        case Action.CONFIRM | Action.DISMISS:
            check = decision.after["check"].replace("_", " ")
            return f"{did} of the check {check}"
    return did


def _named(node: Node) -> str:
    return f"{node.kind} {node}"


def _about(decision: Decision) -> str:
    """What a decision retracted or gave back, in words."""
    found: list[Retraction] = [
        *getattr(decision, "retracted", []),
        *getattr(decision, "reinstated", []),
    ]
    if not found:
        return ""
    if len(found) > 1:
        return f"{len(found)} observations"
    observation = found[0].observation
    if observation is None:
        return str(found[0].source)
    return f"{observation.locator or observation.ref} of {observation.source}"


def _touched(event: StatusEvent) -> Touched:
    return Touched(event.claim.uid, statement(event.claim), event.before, event.after)


def changes(decision: Decision) -> list[tuple[str, Any, Any]]:
    """What the decision recorded before and after, name by name."""
    names = [*decision.before, *(n for n in decision.after if n not in decision.before)]
    return [
        (name.replace("_", " "), decision.before.get(name), decision.after.get(name))
        for name in names
    ]
