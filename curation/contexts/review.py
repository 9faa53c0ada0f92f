"""Focus mode: one claim, its evidence beside it, and what a verdict would do."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q

from curation.contexts.activity import LogEntry, decisions, entry
from curation.contexts.confidence import Confidence, confidence
from curation.contexts.evidence import Evidence, evidence
from curation.contexts.queue import Queue, QueueRow
from curation.contexts.words import Statement, statement
from curation.forms import VerdictForm
from memory.models import Cardinality, Claim, Workspace
from memory.queries.belief import Belief
from memory.rules.lifecycle import ENDED, Status

SHOWN_RIVALS = 5
# How long before its end a hold warns, in seconds.
WARNING = 120


@dataclass(frozen=True)
class Rival:
    """A claim that cannot hold together with this one at one time."""

    uid: UUID
    statement: Statement
    status: str


@dataclass(frozen=True)
class Hold:
    """Who is at the claim; `seconds` are left of it."""

    uid: UUID
    holder: str = ""
    mine: bool = False
    seconds: float = 0

    @property
    def ending(self) -> bool:
        """Whether it is the person's own and about to end."""
        return self.mine and self.seconds < WARNING


@dataclass(frozen=True)
class Focus:
    """The claim under review."""

    belief: Belief
    statement: Statement
    evidence: Evidence
    confidence: Confidence
    row: QueueRow | None
    hold: Hold
    rivals: list[Rival]
    log: list[LogEntry]
    consequences: list[tuple[str, str]]
    acceptable: bool


@dataclass(frozen=True)
class ReviewPage:
    """The queue and, where there is one, the claim under review."""

    queue: Queue
    focus: Focus | None
    title: str
    previous: UUID | None = None
    following: UUID | None = None
    position: int | None = None
    toast: Any = None


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


def focus(belief: Belief, queue: Queue, now: datetime.datetime) -> Focus:
    """The claim under review, in a constant number of statements."""
    row = next((row for row in queue.rows if row.uid == belief.uid), None)
    log = decisions(belief.claim.workspace).filter(events__claim=belief.claim)
    return Focus(
        belief=belief,
        statement=statement(belief.claim),
        evidence=evidence(belief),
        confidence=confidence(belief),
        row=row,
        hold=hold(belief.uid, row, now),
        rivals=rivals(belief.claim),
        log=[entry(each) for each in log.order_by("-pk")[:5]],
        consequences=consequences(belief),
        acceptable=belief.stands and belief.status != Status.disputed,
    )


def hold(uid: UUID, row: QueueRow | None, now: datetime.datetime) -> Hold:
    """Who is at a claim of the queue."""
    if row is None or row.held_until is None:
        return Hold(uid)
    left = (row.held_until - now).total_seconds()
    return Hold(uid, row.holder, row.mine, max(left, 0))


def rivals(claim: Claim) -> list[Rival]:
    """Claims not ended that the predicate's cardinality sets against this one.

    A functional predicate has one object for a subject at a time, an inverse
    functional one a single subject for an object; validity is not looked at, so a
    rival may turn out to be true of another time.
    """
    against = Q(pk__in=[])
    kind = claim.predicate.cardinality
    if kind in {Cardinality.FUNCTIONAL, Cardinality.ONE_TO_ONE}:
        against |= Q(subject=claim.subject_id)
    if kind in {Cardinality.INVERSE_FUNCTIONAL, Cardinality.ONE_TO_ONE}:
        against |= Q(object=claim.object_id, object__isnull=False)
    found = (
        Claim.objects.filter(against, workspace=claim.workspace_id)
        .filter(predicate=claim.predicate_id)
        .exclude(pk=claim.pk)
        .exclude(state__status__in=[status.value for status in ENDED])
        .select_related("subject", "object", "predicate", "state")
    )
    return [
        Rival(each.uid, statement(each), each.state.status)
        for each in found.order_by("pk")[:SHOWN_RIVALS]
    ]


def consequences(belief: Belief) -> list[tuple[str, str]]:
    """What accepting and rejecting would do, verb by verb; nothing is written."""
    resting = belief.dependants
    those = f"{resting} {'claim that rests' if resting == 1 else 'claims that rest'}"
    rejecting = "It is retired, and the same statement is refused from now on."
    if resting:
        rejecting += f" Of the {those} on it, each without another live reading"
        rejecting += " is withheld at once."
    return [("Accept", _accepting(belief)), ("Reject", rejecting)]


def _accepting(belief: Belief) -> str:
    if not belief.stands:
        return "Not possible: no reading of it rests on live evidence."
    match belief.status:
        case Status.disputed:
            return "Not possible while it is disputed: that is settled by itself."
        case Status.quarantined if belief.lag_until is not None:
            until = f"{belief.lag_until:%-d %b, %H:%M} UTC"
            return f"It is admitted now instead of on {until} at the earliest."
        case Status.quarantined:
            return "It is admitted now; without you it would stay in quarantine."
        case Status.admissible:
            return "It is told already; your verdict is recorded and it leaves here."
    return f"Its status is {belief.status}; your verdict is recorded."


def since(workspace: Workspace, belief: Belief, version: int) -> list[LogEntry]:
    """The decisions on a claim after the version that a person saw."""
    newer = decisions(workspace).filter(
        events__claim=belief.claim, events__version__gt=version
    )
    return [entry(each) for each in newer.order_by("-pk")[:10]]


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
    return [entry(each) for each in found.order_by("-pk")[:10]]
