"""A verdict being given: its form, and what happened while it was filled in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.activity import LogEntry, decisions, entries
from curation.contexts.words import Statement
from curation.forms import VerdictForm
from memory.models import StatusEvent, Workspace
from memory.queries.belief import Belief


@dataclass(frozen=True)
class FormPage:
    """A verdict being given: `conflict` says what happened meanwhile."""

    form: VerdictForm
    belief: Belief
    statement: Statement
    title: str
    action: str
    refused: str = ""
    conflict: list[LogEntry] | None = None
    changes: list[tuple[str, str, str]] | None = None
    toast: Any = None


@dataclass(frozen=True)
class LaterPage:
    """Why a decision cannot be undone: what was decided since."""

    uid: UUID
    entries: list[LogEntry]
    refused: str = ""
    title: str = "Not undone"
    toast: Any = None


def since(workspace: Workspace, belief: Belief, version: int) -> list[LogEntry]:
    """The decisions on a claim after the version that a person saw."""
    newer = decisions(workspace).filter(
        events__claim=belief.claim, events__version__gt=version
    )
    return entries(newer.order_by("-pk")[:10])


def changes(form: VerdictForm, belief: Belief) -> list[tuple[str, str, str]]:
    """What differs between the claim as seen and as it stands now."""
    now = VerdictForm.seen(belief)
    seen = {name: str(form.data.get(name, "")) for name in now}
    names = {"seen_status": "Status", "seen_text": "Wording"}
    return [
        (label, seen[name], str(now[name]))
        for name, label in names.items()
        if seen[name] != str(now[name])
    ]


def named(workspace: Workspace, uids: Sequence[UUID]) -> list[LogEntry]:
    """The entries of some decisions, newest first."""
    found = decisions(workspace).filter(uid__in=uids)
    return entries(found.order_by("-pk")[:10])


def latest(workspace: Workspace, beliefs: Sequence[Belief]) -> list[LogEntry]:
    """The last decisions about some claims, newest first."""
    claims = [belief.claim for belief in beliefs]
    events = StatusEvent.objects.filter(claim__in=claims)
    found = decisions(workspace).filter(pk__in=events.values("decision"))
    return entries(found.order_by("-pk")[:3])
