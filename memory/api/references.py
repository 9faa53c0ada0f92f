"""The reference library: sources that a person vouches for."""

from uuid import UUID

from ninja import Query, Router

from memory.actions.import_references import import_references
from memory.actions.vet_source import vet_source
from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page, Paging, page
from memory.api.schemas.reference import (
    RefusedReference,
    SentBibliography,
    SentNote,
    ToldImport,
    ToldReference,
)
from memory.models import Scope, Source, Workspace
from memory.queries.clock import database_now
from memory.rules.csl import Reference, read_reference
from memory.rules.refused import Refused

router = Router(tags=["Reference library"])
READ, CURATE = Key(Scope.READ), Key(Scope.CURATE)


@router.get("/references", auth=READ, response=replies({200: Page[ToldReference]}))
def get_references(request: Request, paging: Query[Paging]) -> Page[ToldReference]:
    """Vetted sources, those that were recorded last first."""
    workspace = request.auth.workspace
    rows = Source.objects.filter(workspace=workspace, vetted_at__isnull=False)
    related = rows.select_related("node", "vetted_by__user")
    found, following = page(request, related, paging, f"references:{workspace.uid}")
    items = [ToldReference.of(row) for row in found]
    return Page[ToldReference](items=items, next=following)


@router.post("/references", auth=CURATE, response=replies({200: ToldImport}))
def post_references(request: Request, payload: SentBibliography) -> ToldImport:
    """Import a bibliography in CSL-JSON; each reference becomes a vetted source.

    An item that cannot be read is named in `failures` and spares the others.
    """
    read, failures = _read(payload)
    made = import_references(
        workspace=request.auth.workspace,
        references=read,
        note=payload.note,
        by=request.auth.actor,
        now=database_now(),
    )
    return ToldImport(
        created=sum(each.created for each in made),
        vetted=sum(each.vetted for each in made),
        items=[ToldReference.of(each.source) for each in made],
        failures=failures,
    )


@router.post(
    "/sources/{uuid:uid}/vet", auth=CURATE, response=replies({200: ToldReference})
)
def post_vet(request: Request, uid: UUID, payload: SentNote) -> ToldReference:
    """Vouch for a source; one that is vetted stays as it is."""
    return _vet(request, uid, payload.note, vetted=True)


@router.post(
    "/sources/{uuid:uid}/unvet", auth=CURATE, response=replies({200: ToldReference})
)
def post_unvet(request: Request, uid: UUID, payload: SentNote) -> ToldReference:
    """Vouch for a source no longer; a decision of its own."""
    return _vet(request, uid, payload.note, vetted=False)


def _vet(request: Request, uid: UUID, note: str, *, vetted: bool) -> ToldReference:
    workspace = request.auth.workspace
    vet_source(
        workspace=workspace,
        source=uid,
        vetted=vetted,
        note=note,
        by=request.auth.actor,
        now=database_now(),
    )
    return ToldReference.of(_row(workspace, uid))


def _row(workspace: Workspace, uid: UUID) -> Source:
    rows = Source.objects.select_related("node", "vetted_by__user")
    return rows.get(workspace=workspace, node__uid=uid)


def _read(
    payload: SentBibliography,
) -> tuple[list[Reference], list[RefusedReference]]:
    read: list[Reference] = []
    failures: list[RefusedReference] = []
    for index, item in enumerate(payload.items):
        try:
            read.append(read_reference(item))
        except Refused as no:
            failures.append(
                RefusedReference(
                    index=index, code=no.code, field=no.field, message=no.message
                )
            )
    return read, failures
