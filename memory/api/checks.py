"""The claims classifier on a text that is sent in, and its findings."""

from typing import Annotated, Literal
from uuid import UUID

from ninja import Query, Router, Status
from pydantic import StringConstraints

from memory.actions.check_document import LONGEST, check_document
from memory.actions.judge_finding import judge_finding
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.kinds import Document, Strict
from memory.api.paging import Page, Paging, page
from memory.api.schemas.finding import (
    BegunCheck,
    SentJudgement,
    ToldFinding,
    ToldReport,
)
from memory.classifier.finding import Check, Verdict
from memory.classifier.quantity import MAX_TEXT
from memory.jobs.checks import check_passage
from memory.models import Scope
from memory.queries.clock import database_now
from memory.queries.finding import finding, mark_of, view
from memory.queries.findings import Wanted, findings, known_in
from memory.tasks import ring

router = Router(tags=["Checks"])
READ, CURATE = Key(Scope.READ), Key(Scope.CURATE)


class SentText(Strict):
    """A text; one of more than 64 KiB is checked by workers."""

    text: Annotated[Document, StringConstraints(max_length=LONGEST)]


class FindingList(Paging):
    """Which findings are wanted; `text` is that of a long text."""

    check: Check | None = None
    verdict: Verdict | None = None
    state: Literal["open", "confirmed", "dismissed"] | None = None
    text: UUID | None = None


@router.post("/check", auth=READ, response=replies({200: ToldReport, 202: BegunCheck}))
def post_check(request: Request, payload: SentText) -> ToldReport | Status[BegunCheck]:
    """Check the quantities, units and inferences of a text.

    Nothing is stored of a text of at most 64 KiB; what people decided about findings
    in the same words is told. A longer one is kept and checked by workers, once: 202
    with its operation.
    """
    workspace, text = request.auth.workspace, payload.text
    if len(text) > MAX_TEXT:
        return Status(202, _begin(request, text))
    checked = check_passage(workspace, text)
    known = known_in(workspace, text) if checked.report.findings else {}
    return ToldReport(
        triggered=list(checked.report.triggered),
        findings=[
            ToldFinding.fresh(text, each, known.get(mark_of(each)))
            for each in checked.report.findings
        ],
        complete=checked.report.complete,
        rules_version=checked.version,
    )


def _begin(request: Request, text: str) -> BegunCheck:
    row = check_document(
        workspace=request.auth.workspace,
        text=text,
        key=request.auth.key,
        by=request.auth.actor,
        now=database_now(),
    )
    ring()
    assert row.operation is not None
    where = f"/api/v1/findings?text={row.uid}"
    return BegunCheck(operation=row.operation.uid, text=row.uid, findings=where)


@router.get("/findings", auth=READ, response=replies({200: Page[ToldFinding]}))
def get_findings(request: Request, wanted: Query[FindingList]) -> Page[ToldFinding]:
    """Findings of each text's latest check, newest first."""
    workspace = request.auth.workspace
    filters = Wanted(wanted.check, wanted.verdict, wanted.state, wanted.text)
    list_ = f"findings:{workspace.uid}:{filters}"
    rows, following = page(request, findings(workspace, filters), wanted, list_)
    items = [ToldFinding.of(view(row)) for row in rows]
    return Page[ToldFinding](items=items, next=following)


@router.get("/findings/{uuid:uid}", auth=READ, response=replies({200: ToldFinding}))
def get_finding(request: Request, uid: UUID) -> ToldFinding:
    """One finding."""
    return ToldFinding.of(view(finding(request.auth.workspace, uid)))


@router.post(
    "/findings/{uuid:uid}/judge", auth=CURATE, response=replies({200: ToldFinding})
)
def post_judgement(request: Request, uid: UUID, payload: SentJudgement) -> ToldFinding:
    """Confirm or dismiss a finding, wherever its words stand; the same twice is once.

    Taken back by undoing the decision.
    """
    workspace = request.auth.workspace
    judge_finding(
        workspace=workspace,
        finding=uid,
        verdict=payload.verdict,
        note=payload.note,
        seen=payload.state,
        by=request.auth.actor,
        now=database_now(),
    )
    return ToldFinding.of(view(finding(workspace, uid)))
