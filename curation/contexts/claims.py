"""Claims: the list, and one with everything that speaks for it and happened to it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from curation.contexts.activity import LogEntry, decisions, entries
from curation.contexts.as_of import AsOf, turnings
from curation.contexts.confidence import Confidence, confidence
from curation.contexts.conflicts import Rival, rivals
from curation.contexts.effects import SHOWN, Radius, radius
from curation.contexts.evidence import Evidence, evidence
from curation.contexts.findings import FindingCard, alarms_first
from curation.contexts.tensions import TensionLine, tensions_at
from curation.contexts.why import Why, why
from curation.contexts.words import Statement, statement
from curation.filters import ClaimFilter
from memory.models import Claim, Workspace
from memory.queries.archive import archived_at
from memory.queries.belief import Belief
from memory.queries.disputes import disputes_of
from memory.queries.evidence import Seeds
from memory.steps.leave import foresee
from memory.steps.passes import AT_ONCE

SHOWN_DECISIONS = 50
# What brought a claim to its status, in words.
CAUSES = {
    "episode": "when an episode was distilled",
    "promotion": "when its lag had passed",
    "decision": "by a decision",
    "supersession": "when another claim took its place",
    "retirement": "when it was retired",
    "retraction": "when evidence was retracted",
    "erasure": "when evidence was erased",
    "sweep": "when the sweep looked at its evidence",
}


@dataclass(frozen=True)
class ClaimRow:
    """One claim of the list, as it stands now."""

    uid: UUID
    statement: Statement
    status: str
    low: float
    high: float
    derivations: int
    dependants: int
    at: datetime.datetime


@dataclass(frozen=True)
class ClaimsPage:
    """Claims, filtered."""

    rows: list[ClaimRow]
    more: str
    filter: ClaimFilter
    title: str = "Claims"


@dataclass(frozen=True)
class Turning:
    """One change of status."""

    at: datetime.datetime
    status: str
    decision: UUID


@dataclass(frozen=True)
class ClaimPage:
    """One claim in full; `as_of` is what was believed at another instant."""

    belief: Belief
    statement: Statement
    title: str
    evidence: Evidence
    confidence: Confidence
    timeline: list[Turning]
    losing: Radius | None
    log: list[LogEntry]
    in_review: bool
    cause: str
    rivals: list[Rival]
    dispute: UUID | None
    archived: datetime.datetime | None
    why: Why
    as_of: AsOf | None
    findings: list[FindingCard]
    tensions: list[TensionLine]
    toast: Any = None

    @property
    def step(self) -> int:
        """How many changes of status there were by the instant shown; 1 at least."""
        if self.as_of is None:
            return len(self.timeline)
        return max(sum(x.at <= self.as_of.at for x in self.timeline), 1)

    @property
    def about(self) -> str:
        """What a tension that is raised here hangs on, as the form's query."""
        return f"claim={self.belief.uid}"


def claims(workspace: Workspace) -> QuerySet[Claim]:
    """Claims of a workspace, those in the archive included."""
    return Claim.objects.filter(workspace=workspace)


def rows(found: Sequence[Claim], by_id: dict[int, Belief]) -> list[ClaimRow]:
    """Lines of the list, in the order of `found`."""
    return [_row(by_id[claim.pk]) for claim in found if claim.pk in by_id]


def _row(belief: Belief) -> ClaimRow:
    return ClaimRow(
        uid=belief.uid,
        statement=statement(belief.claim),
        status=belief.status,
        low=belief.confidence.by_source,
        high=belief.confidence.independent,
        derivations=sum(each.live for each in belief.derivations),
        dependants=belief.dependants,
        at=belief.claim.recorded_at,
    )


def claim_page(
    belief: Belief,
    member: int,
    then: AsOf | None = None,
    *,
    everything: bool = False,
    toast: Any = None,
) -> ClaimPage:
    """One claim, in a constant number of statements."""
    claim = belief.claim
    said = statement(claim)
    dispute = disputes_of([claim.pk]).get(claim.pk)
    log = decisions(claim.workspace).filter(events__claim=claim).order_by("-pk")
    return ClaimPage(
        belief=belief,
        statement=said,
        title=str(said),
        evidence=evidence(belief),
        confidence=confidence(belief),
        timeline=timeline(claim),
        losing=losing(belief, everything=everything),
        log=entries(log[:SHOWN_DECISIONS], member),
        in_review=hasattr(claim, "review"),
        cause=CAUSES.get(belief.cause.kind, belief.cause.kind),
        rivals=rivals(claim),
        dispute=dispute.uid if dispute else None,
        archived=archived_at(claim),
        why=why(belief),
        as_of=then,
        findings=alarms_first(belief.findings),
        tensions=tensions_at(claim.workspace, claims=[claim.pk]),
        toast=toast,
    )


def timeline(claim: Claim) -> list[Turning]:
    """Every change of status, oldest first."""
    return [Turning(x.at, x.after, x.decision.uid) for x in turnings(claim)]


def losing(belief: Belief, *, everything: bool = False) -> Radius | None:
    """What would happen to its dependants if it were lost; nothing is written."""
    if not belief.dependants:
        return None
    gone = Seeds(claims=frozenset({belief.claim.pk}))
    passed = foresee(gone, weigh=AT_ONCE if everything else SHOWN)
    return radius(passed, everything=everything)
