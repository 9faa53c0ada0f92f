"""Take a bibliography into the reference library."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Source, Workspace
from memory.rules.csl import Reference
from memory.steps.vetting import name_sources, require_person, vet


@dataclass(frozen=True)
class Imported:
    """A reference as a source; `created` if it was new, `vetted` if that was."""

    source: Source
    created: bool
    vetted: bool


@transaction.atomic(durable=True)
def import_references(
    *,
    workspace: Workspace,
    references: Sequence[Reference],
    note: str,
    by: Actor,
    now: datetime.datetime,
) -> list[Imported]:
    """Make each reference a vetted source, in the order given.

    Keeps true: a person vouches for all of them; a reference that is known is not
    made twice, and one that is vetted keeps who vouched for it first.
    """
    person = require_person(by, note)
    found: dict[UUID, Imported] = {}
    uids, made = name_sources(workspace, references, now)
    related = ("node", "workspace", "vetted_by__user")
    rows = Source.objects.select_for_update(of=("self",)).select_related(*related)
    mine = rows.filter(workspace=workspace, node__uid__in=uids).order_by("pk")
    by_uid = {row.node.uid: row for row in mine}
    for uid in dict.fromkeys(uids):
        row = by_uid[uid]
        decision = vet(row, vetted=True, note=note, by=person, now=now)
        found[uid] = Imported(row, uid in made, decision is not None)
    return [found[uid] for uid in dict.fromkeys(uids)]
