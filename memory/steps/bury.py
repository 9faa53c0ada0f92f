"""Leaves tombstones of claims and entities, and gives them random ids everywhere."""

import json
import re
import uuid
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from memory.models import (
    Claim,
    Decision,
    Endorsement,
    Event,
    Node,
    OperationLine,
    ReceiptLine,
    RejectedCandidate,
    Source,
    ValueKind,
    Workspace,
)
from memory.steps.traces import Traces

# The kind of a node of which only the place in the graph is left.
TOMBSTONE = "erased"
NOTHING = {"value_number": None, "value_unit": "", "value_date": None}


def bury_claims(traces: Traces) -> dict[str, str]:
    """Take the value from claims that state one; a link keeps its ends.

    Gives their old ids, which were hashes of words, with the random ones.
    """
    renamed = {}
    for row in Claim.objects.filter(pk__in=traces.claims).order_by("pk"):
        old, row.uid = str(row.uid), uuid.uuid4()
        renamed[old] = str(row.uid)
        row.qualifiers = {}
        if row.value_kind != ValueKind.NODE:
            row.value_kind, row.value_text, row.value_bool = ValueKind.TEXT, "", None
            for name, value in NOTHING.items():
                setattr(row, name, value)
        row.save()
    return renamed


def bury_nodes(workspace: Workspace, traces: Traces) -> dict[str, str]:
    """Take every name from nodes; gives their old ids with the random ones."""
    renamed, voices = {}, set()
    for row in Node.objects.filter(pk__in=traces.nodes).order_by("pk"):
        old, row.uid = str(row.uid), uuid.uuid4()
        renamed[old] = str(row.uid)
        row.external_id = str(row.uid)
        row.name = row.description = ""
        row.skeletons = []
        row.kind = TOMBSTONE if row.kind != "source" else row.kind
        row.save()
        sources = Source.objects.filter(node=row)
        voices |= set(sources.values_list("voice", flat=True))
        sources.update(
            uri="", title="", version="", as_of="", vetted_note="", credentials=[]
        )
    for voice in voices:
        _mute(workspace, voice)
    return renamed


def _mute(workspace: Workspace, voice: UUID) -> None:
    """A voice is a hash of its URI: it goes with it, and stays one voice."""
    rows = Source.objects.filter(workspace=workspace, voice=voice)
    if not rows.exclude(uri="").exists():
        rows.update(voice=uuid.uuid4())


def rename(workspace: Workspace, renamed: Mapping[str, str]) -> int:
    """Write the new ids wherever the old ones were written; gives how many rows."""
    if not renamed:
        return 0
    count = _in_json(Decision.objects, workspace, renamed, "before", "after")
    count += _in_json(RejectedCandidate.objects, workspace, renamed, "path", "proposal")
    count += _in_json(OperationLine.objects, workspace, renamed, "sent")
    for model, field in ((Event, "subject_uid"), (Endorsement, "about")):
        rows = model._default_manager.filter(
            workspace=workspace, **{f"{field}__in": list(renamed)}
        )
        for row in rows.only(field):
            new = renamed[str(getattr(row, field))]
            count += model._default_manager.filter(pk=row.pk).update(**{field: new})
    return count + _in_receipts(workspace, renamed)


def _in_receipts(workspace: Workspace, renamed: Mapping[str, str]) -> int:
    """What the gate named beside a claim, as in conflict with it."""
    old = [UUID(uid) for uid in renamed]
    rows = ReceiptLine.objects.filter(workspace=workspace, conflicts_with__overlap=old)
    for row in rows:
        new = [UUID(renamed.get(str(uid), str(uid))) for uid in row.conflicts_with]
        ReceiptLine.objects.filter(pk=row.pk).update(conflicts_with=new)
    return len(rows)


def _in_json(
    rows: Any, workspace: Workspace, renamed: Mapping[str, str], *fields: str
) -> int:
    naming, told = Q(), {}
    for field in fields:
        told[f"told_{field}"] = Cast(field, TextField())
        naming |= Q(**{f"told_{field}__iregex": "|".join(renamed)})
    found = list(rows.annotate(**told).filter(naming, workspace=workspace))
    pattern = re.compile("|".join(renamed))
    for row in found:
        new = {
            field: json.loads(
                pattern.sub(
                    lambda old: renamed[old[0]], json.dumps(getattr(row, field))
                )
            )
            for field in fields
        }
        rows.filter(pk=row.pk).update(**new)
    return len(found)
