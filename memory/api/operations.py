"""Operations: many episodes at once, and how far their import is."""

from uuid import UUID

from ninja import Router, Status

from memory.actions.import_episodes import Line, import_episodes
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.lines import MEDIA_TYPE, read_lines
from memory.api.schemas.episode import Episode
from memory.api.schemas.operation import Begun, ToldOperation
from memory.models import Scope
from memory.queries.clock import database_now
from memory.queries.operations import operation_view
from memory.rules.refused import Refused
from memory.tasks import ring

router = Router(tags=["Operations"])
INGEST, READ = Key(Scope.INGEST), Key(Scope.READ)
BODY = {"required": True, "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}


@router.post(
    "/episodes/bulk",
    auth=INGEST,
    response=replies({202: Begun}),
    openapi_extra={"requestBody": BODY},
)
def post_bulk(request: Request) -> Status[Begun]:
    """Import episodes: one a line, each as `POST /episodes` takes it.

    At most 20,000 lines and 200 MB, a line no longer than another body; with an
    Idempotency-Key the whole is no longer. What is wrong with a line is told by the
    operation and spares the others; an episode that was recorded before is known.
    """
    operation = import_episodes(
        workspace=request.auth.workspace,
        lines=(
            Line(at, found if isinstance(found, Refused) else found.entry())
            for at, found in read_lines(request, Episode)
        ),
        key=request.auth.key,
        now=database_now(),
    )
    ring()
    return Status(202, Begun(operation=operation.uid))


@router.get("/operations/{uuid:uid}", auth=READ, response=replies({200: ToldOperation}))
def get_operation(request: Request, uid: UUID) -> ToldOperation:
    """How far an operation is, and what failed of it."""
    return ToldOperation.of(operation_view(request.auth.workspace, uid))
