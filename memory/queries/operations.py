"""How far an operation is, and what failed of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count

from memory.models import (
    EmbeddingRun,
    LineState,
    Operation,
    OperationKind,
    OperationLine,
    Work,
    Workspace,
    WorkState,
)
from memory.queries.embedding import current_run, standing
from memory.rules.refused import Missing

STATES = {
    WorkState.QUEUED: "queued",
    WorkState.RUNNING: "running",
    WorkState.DONE: "done",
    WorkState.DEAD: "failed",
}
# What a reply names of the lines that failed; all of them are counted.
MOST_FAILURES = 1000


@dataclass(frozen=True)
class OperationView:
    """An operation with its lines counted by what became of them.

    `state` is queued, running, done or failed; `error` says why a run ended early.
    """

    operation: Operation
    state: str
    error: str
    counts: Mapping[str, int]
    failures: Sequence[OperationLine]

    @property
    def total(self) -> int:
        """How many lines there are."""
        return sum(self.counts.values())

    @property
    def done(self) -> int:
        """How many lines were taken, failed ones included."""
        return self.total - self.counts[LineState.WAITING]


def operation_view(workspace: Workspace, uid: UUID) -> OperationView:
    """One operation of this workspace; raises Missing."""
    rows = Operation.objects.filter(workspace=workspace, uid=uid)
    row = rows.select_related("retraction").first()
    if row is None:
        raise Missing("operation")
    if row.kind == OperationKind.EMBED:
        return _embedding(row)
    work = Work.objects.get(operation=row)
    lines = OperationLine.objects.filter(operation=row)
    counted = dict(lines.values_list("state").annotate(n=Count("id")))
    failed = lines.filter(state=LineState.FAILED).order_by("position")
    return OperationView(
        operation=row,
        state=_state(row, work, counted),
        error=work.error,
        counts={each.value: counted.get(each.value, 0) for each in LineState},
        failures=list(failed[:MOST_FAILURES]),
    )


def _state(row: Operation, work: Work, counted: Mapping[str, int]) -> str:
    state = STATES[WorkState(work.state)]
    # Between two stretches the work is queued again, but it is under way.
    begun = counted.keys() & {LineState.RECORDED, LineState.KNOWN}
    if state == "queued" and begun:
        return "running"
    refused = row.kind == OperationKind.RETRACT and LineState.FAILED in counted
    return "failed" if refused else state


def retracting(
    workspace: Workspace, target: Mapping[str, str | None], kind: str | None = None
) -> Operation | None:
    """The operation that is about to retract something, or is at it."""
    sent = {"target": target} | ({"kind": kind} if kind else {})
    rows = Operation.objects.filter(
        workspace=workspace,
        kind=OperationKind.RETRACT,
        work__state__in=[WorkState.QUEUED, WorkState.RUNNING],
        lines__state=LineState.WAITING,
        lines__sent__contains=sent,
    )
    return rows.order_by("pk").first()


def _embedding(row: Operation) -> OperationView:
    """A run over all texts: one that is queued again meanwhile waits again."""
    run = EmbeddingRun.objects.get(operation=row)
    newest = current_run(row.workspace)
    over = run.ended_at is not None or newest != run
    left = standing(row.workspace, most=None) if not over else None
    waiting = min(left.waiting, run.total) if left else 0
    refused = min(left.refused, run.total - waiting) if left else 0
    return OperationView(
        operation=row,
        state="done" if over else "running" if waiting < run.total else "queued",
        error=run.error,
        counts={
            LineState.WAITING.value: waiting,
            LineState.RECORDED.value: run.total - waiting - refused,
            LineState.KNOWN.value: 0,
            LineState.FAILED.value: refused,
        },
        failures=[],
    )
