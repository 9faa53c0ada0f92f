"""Where a claim comes from: the drawn neighbourhood, and the whole as W3C PROV."""

from uuid import UUID

from django.http import HttpResponse, JsonResponse
from ninja import Query, Router
from pydantic import BaseModel, Field

from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.schemas.provenance import ToldProvenance
from memory.models import Scope
from memory.queries.prov_document import prov_document
from memory.queries.provenance import provenance
from memory.queries.provenance_view import (
    MOST_DRAWN,
    MOST_LEVELS,
    MOST_OPENED,
    Opening,
    Wanted,
)
from memory.rules.refused import Refused

router = Router(tags=["Claims"])
READ = Key(Scope.READ)


class Around(BaseModel):
    """How much to draw.

    `up` and `down` are levels of supports and of dependants. `open` takes cursors of
    stubs. `grouped` folds observations into their sources; `dead` and `sole` keep
    only what leads to something that does not resolve, or that the claim rests on
    alone.
    """

    up: int = Field(default=1, ge=0, le=MOST_LEVELS)
    down: int = Field(default=1, ge=0, le=MOST_LEVELS)
    grouped: bool = False
    dead: bool = False
    sole: bool = False
    open: list[str] = Field(default_factory=list, max_length=MOST_OPENED)
    limit: int = Field(default=MOST_DRAWN, ge=10, le=MOST_DRAWN)

    def wanted(self) -> Wanted:
        """As the query takes it; raises Refused for what is no cursor."""
        given = dict(self)
        openings = tuple(_opening(each) for each in given.pop("open"))
        return Wanted(**given, openings=openings)


def _opening(text: str) -> Opening:
    found = Opening.read(text)
    if found is None:
        raise Refused(
            "bad_cursor",
            "This is not a cursor of a stub.",
            field="open",
            hint="A stub's `next`, as it was told.",
        )
    return found


@router.get(
    "/claims/{uuid:uid}/provenance", auth=READ, response=replies({200: ToldProvenance})
)
def get_provenance(
    request: Request, uid: UUID, around: Query[Around]
) -> ToldProvenance:
    """What a claim rests on and what rests on it, with a place for each node."""
    found = provenance(request.auth.workspace, uid, around.wanted())
    return ToldProvenance.of(found)


@router.get("/claims/{uuid:uid}/prov.json", auth=READ, response=replies({200: dict}))
def get_prov_json(request: Request, uid: UUID) -> HttpResponse:
    """Everything that a claim rests on, down to the sources, as PROV-JSON."""
    return JsonResponse(prov_document(request.auth.workspace, uid))
