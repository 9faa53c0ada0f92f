"""Claims: listed, looked at, justified, reviewed and asserted."""

from typing import Literal
from uuid import UUID

from ninja import Query, Router, Status
from pydantic import BaseModel, Field

from memory.actions.archive import bring_back
from memory.actions.assert_claim import assert_claim
from memory.actions.note_justification import note_justification
from memory.actions.review import StaleVersion, review
from memory.api.access import Key, Request
from memory.api.errors import Problem, replies
from memory.api.kinds import PastTime
from memory.api.nodes import named_uid
from memory.api.paging import Page, Paging, page
from memory.api.schemas.belief import ToldClaim
from memory.api.schemas.decision import ToldEvent
from memory.api.schemas.justification import Justified, NotAdmissible, Stale
from memory.api.schemas.statement import Assertion
from memory.api.schemas.verdict import SentVerdict
from memory.models import Scope
from memory.queries.as_of import belief_as_of, beliefs_as_of
from memory.queries.beliefs import belief, beliefs
from memory.queries.claims import Wanted, claim_row, claims, justification
from memory.queries.clock import database_now
from memory.queries.history import history

router = Router(tags=["Claims"])
INGEST, READ, CURATE = Key(Scope.INGEST), Key(Scope.READ), Key(Scope.CURATE)


class ClaimList(Paging):
    """Which claims are wanted.

    `subject` is a node's id, or its kind and external id as kind:id. `status` is
    the recorded one: an admissible claim that has just lost its evidence is left
    out, so that a page may hold fewer than `limit` items. Claims retired long ago are
    listed with `archived=true` only.
    """

    status: (
        Literal[
            "quarantined",
            "admissible",
            "disputed",
            "unverified",
            "superseded",
            "retired",
        ]
        | None
    ) = None
    subject: str | None = Field(default=None, max_length=300)
    predicate: str | None = Field(default=None, max_length=200)
    q: str | None = Field(default=None, max_length=1000)
    as_of: PastTime | None = None
    archived: bool = False


class When(BaseModel):
    """The instant of record time that is asked about; now without it."""

    as_of: PastTime | None = None


@router.get("/claims", auth=READ, response=replies({200: Page[ToldClaim]}))
def get_claims(request: Request, wanted: Query[ClaimList]) -> Page[ToldClaim]:
    """Claims, newest first, each as it stands now or stood at an instant."""
    workspace = request.auth.workspace
    filters = Wanted(
        status=wanted.status,
        subject=named_uid(workspace, wanted.subject) if wanted.subject else None,
        predicate=wanted.predicate,
        words=wanted.q,
        as_of=wanted.as_of,
        archived=wanted.archived,
    )
    list_ = f"claims:{workspace.uid}:{filters.digest()}"
    rows, following = page(request, claims(workspace, filters), wanted, list_)
    ids = [row.pk for row in rows]
    at = wanted.as_of
    found = beliefs_as_of(workspace, ids, at) if at else beliefs(workspace, ids)
    items = [
        ToldClaim.of(found[row.pk])
        for row in rows
        if wanted.status in {None, found[row.pk].status}
    ]
    return Page[ToldClaim](items=items, next=following)


@router.post("/claims", auth=INGEST, response=replies({201: ToldClaim}))
def post_claim(request: Request, payload: Assertion) -> Status[ToldClaim]:
    """Assert one claim at once: a curated edge.

    It needs a support, as every claim does; a `testimony` is recorded as an
    observation and supports it.
    """
    claim = assert_claim(
        workspace=request.auth.workspace,
        conclusion=payload.kept(),
        testimony=payload.testimony,
        by=request.auth.actor,
        key=request.auth.key,
        now=database_now(),
    )
    return Status(201, ToldClaim.of(belief(request.auth.workspace, claim.uid)))


@router.get("/claims/{uuid:uid}", auth=READ, response=replies({200: ToldClaim}))
def get_claim(request: Request, uid: UUID, when: Query[When]) -> ToldClaim:
    """A claim as it stands now, or as it stood: what was believed then, and why.

    404 before it was recorded.
    """
    if when.as_of is not None:
        return ToldClaim.of(belief_as_of(request.auth.workspace, uid, when.as_of))
    return ToldClaim.of(belief(request.auth.workspace, uid))


@router.get(
    "/claims/{uuid:uid}/history", auth=READ, response=replies({200: Page[ToldEvent]})
)
def get_history(request: Request, uid: UUID, paging: Query[Paging]) -> Page[ToldEvent]:
    """What was done to a claim, oldest first."""
    rows = history(claim_row(request.auth.workspace, uid))
    found, following = page(request, rows, paging, f"history:{uid}", newest_first=False)
    return Page[ToldEvent](items=[ToldEvent.of(x) for x in found], next=following)


@router.get(
    "/claims/{uuid:uid}/justification",
    auth=READ,
    response=replies({200: Justified, 409: NotAdmissible}),
)
def get_justification(request: Request, uid: UUID) -> Justified | Status[NotAdmissible]:
    """Why a claim may be believed, down to live spans; 409 when it may not be."""
    found = justification(request.auth.workspace, uid)
    note_justification(
        claim=found.belief.claim,
        given=found.belief.admissible,
        now=database_now(),
    )
    if not found.belief.admissible:
        return Status(409, NotAdmissible.of(found.belief))
    return Justified.of(found)


@router.post(
    "/claims/{uuid:uid}/review",
    auth=CURATE,
    response=replies({200: ToldClaim, 202: ToldClaim, 409: Stale | Problem}),
)
def post_review(
    request: Request, uid: UUID, payload: SentVerdict
) -> ToldClaim | Status[ToldClaim] | Status[Stale]:
    """Decide about a claim; the reply is the claim that stands for it now.

    202 keeps a first yes to a claim that much hangs on: a second person has to agree.
    """
    workspace = request.auth.workspace
    try:
        reviewed = review(
            workspace=workspace,
            claim=uid,
            verdict=payload.read(),
            by=request.auth.actor,
            now=database_now(),
        )
    except StaleVersion as stale:
        current = ToldClaim.of(belief(workspace, uid))
        return Status(
            409, Stale(message=stale.message, hint=stale.hint, current=current)
        )
    told = ToldClaim.of(belief(workspace, reviewed.claim.uid))
    return told if reviewed.decision else Status(202, told)


@router.post(
    "/claims/{uuid:uid}/bring-back", auth=CURATE, response=replies({200: ToldClaim})
)
def post_bring_back(request: Request, uid: UUID) -> ToldClaim:
    """Bring a claim back from the archive to lists and search; 409 not_archived."""
    workspace = request.auth.workspace
    bring_back(
        workspace=workspace, claim=uid, by=request.auth.actor, now=database_now()
    )
    return ToldClaim.of(belief(workspace, uid))
