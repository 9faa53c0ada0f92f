"""Focus mode: one claim, its evidence beside it, and what a verdict would do."""

import datetime
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.activity import LogEntry, decisions, entries
from curation.contexts.confidence import Confidence, confidence
from curation.contexts.conflicts import Rival, rivals
from curation.contexts.evidence import Evidence, evidence
from curation.contexts.findings import FindingCard, alarms_first
from curation.contexts.queue import Queue, QueueRow
from curation.contexts.words import Statement, statement
from memory.queries.belief import Belief
from memory.rules.lifecycle import Status

# How long before its end a hold warns, in seconds.
WARNING = 120


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
    findings: list[FindingCard]


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
        log=entries(log.order_by("-pk")[:5]),
        consequences=consequences(belief, now),
        acceptable=belief.stands and belief.status != Status.disputed,
        findings=alarms_first(belief.findings),
    )


def hold(uid: UUID, row: QueueRow | None, now: datetime.datetime) -> Hold:
    """Who is at a claim of the queue."""
    if row is None or row.held_until is None:
        return Hold(uid)
    left = (row.held_until - now).total_seconds()
    return Hold(uid, row.holder, row.mine, max(left, 0))


def consequences(belief: Belief, now: datetime.datetime) -> list[tuple[str, str]]:
    """What accepting and rejecting would do, verb by verb; nothing is written."""
    resting = belief.dependants
    those = f"{resting} {'claim that rests' if resting == 1 else 'claims that rest'}"
    rejecting = "It is retired, and the same statement is refused from now on."
    if resting:
        rejecting += f" Of the {those} on it, each without another live reading"
        rejecting += " is withheld at once."
    return [("Accept", _accepting(belief, now)), ("Reject", rejecting)]


def _accepting(belief: Belief, now: datetime.datetime) -> str:
    if not belief.stands:
        return "Not possible: no reading of it rests on live evidence."
    match belief.status:
        case Status.disputed:
            return "Not possible while it is disputed: that is settled by itself."
        case Status.quarantined if belief.lag_until is not None:
            if belief.lag_until <= now:
                return "Its lag has passed: it is admitted now, and not a little later."
            until = f"{belief.lag_until:%-d %b, %H:%M} UTC"
            return f"It is admitted now instead of on {until} at the earliest."
        case Status.quarantined:
            return "It is admitted now; without you it would stay in quarantine."
        case Status.admissible:
            return "It is told already; your verdict is recorded and it leaves here."
    return f"Its status is {belief.status}; your verdict is recorded."
