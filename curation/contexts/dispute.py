"""One dispute in focus: what died, what survives, what each verb would do."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.activity import LogEntry, decisions, entries, entry
from curation.contexts.confidence import Confidence, confidence
from curation.contexts.disputes import Line, lines, whole
from curation.contexts.evidence import Evidence, Reading, evidence
from curation.contexts.words import Statement, statement
from memory.models import (
    Derivation,
    Dispute,
    DisputeState,
    Endorsement,
    Membership,
    Workspace,
)
from memory.queries.disputes import DisputeFilter, DisputeView, matching
from memory.steps.alike import alike

SHOWN = 60
PROPOSED = {
    "uphold": "a live derivation remains",
    "resupport": "its evidence needs a replacement",
    "retire": "nothing live is left of it",
    "revise": "what it rests on says something else now",
    "defer": "what it rests on was deferred",
}


@dataclass(frozen=True)
class DisputeQueue:
    """The top of the queue under a filter."""

    lines: list[Line]
    waiting: int
    query: str

    def position(self, uid: UUID) -> int | None:
        """The place of a dispute among those shown, from 1."""
        uids = [line.uid for line in self.lines]
        return uids.index(uid) + 1 if uid in uids else None

    def neighbour(self, uid: UUID, step: int) -> UUID | None:
        """The dispute `step` places on; None past either end."""
        at = self.position(uid)
        if at is None or not 0 <= (found := at - 1 + step) < len(self.lines):
            return None
        return self.lines[found].uid


@dataclass(frozen=True)
class DisputePage:
    """One dispute and the queue that it stands in."""

    queue: DisputeQueue
    view: DisputeView
    statement: Statement
    cause: LogEntry
    reason: str
    proposed: str
    upstream: list[Line]
    downstream: int
    died: list[Reading]
    living: list[Reading]
    evidence: Evidence
    confidence: Confidence
    log: list[LogEntry]
    settled: LogEntry | None
    threshold: int | None
    own_yes: list[str]
    own_work: bool
    title: str
    previous: UUID | None
    following: UUID | None
    position: int | None
    toast: Any = None

    @property
    def open(self) -> bool:
        """Whether it waits for a person."""
        return self.view.dispute.state != DisputeState.RESOLVED


def queue(workspace: Workspace, asked: DisputeFilter, query: str) -> DisputeQueue:
    """The first disputes of a filter, upstream first."""
    rows = matching(workspace, asked)
    found = lines(whole(rows)[:SHOWN])
    waiting = rows.count() if len(found) == SHOWN else len(found)
    return DisputeQueue(found, waiting, query)


def dispute_page(
    view: DisputeView, waiting: DisputeQueue, member: Membership, toast: Any = None
) -> DisputePage:
    """One dispute, in a constant number of statements."""
    belief, row = view.belief, view.dispute
    said = statement(belief.claim)
    shown = evidence(belief)
    died, living = _readings(view, shown)
    log = decisions(row.workspace)
    above = seconded(view)
    return DisputePage(
        queue=waiting,
        view=view,
        statement=said,
        cause=entry(log.get(pk=row.opened_by_id)),
        reason=row.retraction.words.reason if row.retraction else "",
        proposed=PROPOSED[row.proposal],
        upstream=_upstream(view),
        downstream=view.downstream,
        died=died,
        living=living,
        evidence=shown,
        confidence=confidence(belief),
        log=entries(log.filter(events__claim=belief.claim).order_by("-pk")[:5]),
        settled=entry(log.get(pk=row.settled_by_id)) if row.settled_by_id else None,
        threshold=row.workspace.four_eyes_threshold if above else None,
        own_yes=_own_yes(view, member),
        own_work=above and _own_work(view, member),
        title=f"Dispute: {said}",
        previous=waiting.neighbour(view.uid, -1),
        following=waiting.neighbour(view.uid, 1),
        position=waiting.position(view.uid),
        toast=toast,
    )


def _readings(
    view: DisputeView, shown: Evidence
) -> tuple[list[Reading], list[Reading]]:
    """Those that died since it stood undisputed, and those that are live."""
    gone = set(view.dispute.died)
    pairs = list(zip(view.belief.derivations, shown.readings, strict=True))
    died = [reading for each, reading in pairs if each.pk in gone]
    return died, [reading for reading in shown.readings if reading.live]


def _upstream(view: DisputeView) -> list[Line]:
    rows = Dispute.objects.filter(
        workspace=view.dispute.workspace_id, uid__in=view.rests_on
    )
    return lines(whole(rows).order_by("rank", "pk")[:10])


def seconded(view: DisputeView) -> bool:
    """Whether two people have to grant belief to it."""
    threshold = view.dispute.workspace.four_eyes_threshold
    return threshold is not None and view.belief.dependants > threshold


def _own_yes(view: DisputeView, member: Membership) -> list[str]:
    """What the member, and nobody else, has said yes to already."""
    mine = Endorsement.objects.filter(
        workspace=view.dispute.workspace_id,
        about=view.uid,
        version=view.dispute.version,
        member=member,
    )
    return list(mine.order_by("pk").values_list("action", flat=True))


def _own_work(view: DisputeView, member: Membership) -> bool:
    own = Derivation.objects.filter(claim=view.belief.claim, episode__member=member)
    return own.exists()


def along(view: DisputeView, verb: str) -> list[Line]:
    """The dependants that one decision may take along, as it would now."""
    if verb == "revise" or view.dispute.state == DisputeState.RESOLVED:
        return []
    same = [each.pk for each in alike(view.dispute, verb)]
    return lines(whole(Dispute.objects.filter(pk__in=same)).order_by("rank", "pk"))
