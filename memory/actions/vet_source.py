"""Take a source into the reference library, or out of it again."""

import datetime
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Decision, Source, Workspace
from memory.rules.refused import Missing
from memory.steps.vetting import require_person, vet


@transaction.atomic(durable=True)
def vet_source(
    *,
    workspace: Workspace,
    source: UUID,
    vetted: bool,
    note: str,
    by: Actor,
    now: datetime.datetime,
) -> Decision | None:
    """Say that a source was vetted, or that it is not any longer.

    Keeps true: a person says so and why; each change is a decision of its own, and
    what is so already stays as it is, without one.
    """
    person = require_person(by, note)
    related = ("node", "workspace")
    rows = Source.objects.select_for_update(of=("self",)).select_related(*related)
    row = rows.filter(workspace=workspace, node__uid=source).first()
    if row is None:
        raise Missing("source")
    return vet(row, vetted=vetted, note=note, by=person, now=now)
