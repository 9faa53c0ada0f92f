"""The retrieval gate, and the receipts of passing it."""

from uuid import UUID

from ninja import Router

from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.schemas.gate import SentMessage, ToldPassage, ToldReceipt
from memory.jobs.gate import pass_gate
from memory.models import Scope
from memory.queries.receipts import receipt

router = Router(tags=["Retrieval"])
# What was believed a minute ago may have fallen: no reply of the gate is given twice.
GATE, READ = Key(Scope.GATE, anew=True), Key(Scope.READ)


@router.post("/gate", auth=GATE, response=replies({200: ToldPassage}))
def post_gate(request: Request, payload: SentMessage) -> ToldPassage:
    """What the memory holds for a message before it goes out, and what it withholds.

    All three lenses run on every call: the message itself, its neutral reframe, and
    the subgraph of the task's nodes. One that could not run is named in `degraded`.
    """
    passed = pass_gate(
        workspace=request.auth.workspace,
        by=request.auth.actor,
        message=payload.message,
        nodes=payload.nodes(),
        episode=payload.task.episode,
        k=payload.k,
        key=request.auth.key,
    )
    return ToldPassage.of(passed)


@router.get("/receipts/{uuid:uid}", auth=READ, response=replies({200: ToldReceipt}))
def get_receipt(request: Request, uid: UUID) -> ToldReceipt:
    """What one passage told, and which of what it served has fallen since."""
    return ToldReceipt.of_view(receipt(request.auth.workspace, uid))
