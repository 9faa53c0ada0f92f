"""Destroys words wherever they went; the rows themselves and their order stay."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from memory.models import (
    Claim,
    DecisionNote,
    Derivation,
    DerivationText,
    EpisodeText,
    Hold,
    IdempotentReply,
    LineState,
    Node,
    ObservationText,
    OperationLine,
    ReceiptText,
    RejectedCandidate,
    Residue,
    RetractionWords,
    Source,
    TextState,
    ValueKind,
    Work,
    Workspace,
    WorkState,
)
from memory.ports import tensions
from memory.steps.destroy_findings import destroy_findings
from memory.steps.traces import Traces
from memory.steps.vectors import forget_vectors

# The kind of a node of which only the place in the graph is left.
TOMBSTONE = "erased"


def destroy(
    workspace: Workspace, traces: Traces, now: datetime.datetime
) -> dict[str, int]:
    """Destroy the words and their salts; gives how many rows of each kind lost some.

    Keeps true: nothing of the log is removed or reordered, and its seals hold; ids
    that were hashes of erased words become random; no worker that has read the words
    can store them any longer.
    """
    _stop_reading(traces, now)
    Hold.objects.filter(observation__in=traces.observations).delete()
    replies, _ = IdempotentReply.objects.filter(key__workspace=workspace).delete()
    return {
        "findings": destroy_findings(workspace, traces),
        "observations": _observations(traces),
        "derivations": DerivationText.objects.filter(
            pk__in=traces.derivations, text__isnull=False
        ).update(text=None, salt=None, fingerprint=None),
        "episodes": _episodes(workspace, traces),
        "rejected": _rejected(workspace, traces),
        "residue": Residue.objects.filter(
            _of(workspace, traces, "text") | Q(observation__in=traces.observations)
        ).update(text=""),
        "notes": _notes(workspace, traces),
        "tensions": tensions().forget(
            workspace=workspace.pk,
            nodes=traces.nodes,
            claims=traces.claims,
            observations=traces.observations,
            pattern=traces.pattern,
        ),
        "claims": _bury_claims(traces),
        "nodes": _bury_nodes(traces),
        "vectors": _vectors(traces),
        "replies": replies,
        "lines": _lines(workspace, traces),
        "receipts": _receipts(workspace, traces),
    }


def _stop_reading(traces: Traces, now: datetime.datetime) -> None:
    rows = Work.objects.filter(episode__in=traces.episodes)
    rows.update(error="")
    # What is left is read again; a run that has begun has lost its lease.
    rows.filter(state=WorkState.RUNNING).update(
        state=WorkState.QUEUED, lease=None, due_at=now
    )


def _of(workspace: Workspace, traces: Traces, *fields: str) -> Q:
    """Rows of the episodes, and those of the workspace that name the node."""
    found = Q(episode__in=traces.episodes)
    if traces.pattern:
        for each in fields:
            found |= Q(workspace=workspace, **{f"{each}__iregex": traces.pattern})
    return found


def _observations(traces: Traces) -> int:
    words = ObservationText.objects.filter(pk__in=traces.observations)
    return words.exclude(state=TextState.ERASED).update(
        text=None, salt=None, state=TextState.ERASED
    )


def _episodes(workspace: Workspace, traces: Traces) -> int:
    rows = EpisodeText.objects.annotate(said=Cast("conclusions", TextField()))
    found = Q(pk__in=traces.episodes)
    if traces.pattern:
        naming = Q(task__iregex=traces.pattern) | Q(said__iregex=traces.pattern)
        found |= naming & Q(episode__workspace=workspace)
    pks = list(rows.filter(found).values_list("pk", flat=True))
    texts = EpisodeText.objects.filter(pk__in=pks)
    texts.filter(conclusions__isnull=False).update(conclusions=[])
    return texts.update(task="", salt=None)


def _rejected(workspace: Workspace, traces: Traces) -> int:
    rows = RejectedCandidate.objects.annotate(said=Cast("proposal", TextField()))
    found = rows.filter(_of(workspace, traces, "text", "detail", "said"))
    pks = list(found.values_list("pk", flat=True))
    return RejectedCandidate.objects.filter(pk__in=pks).update(
        text="", detail="", proposal={}
    )


def _notes(workspace: Workspace, traces: Traces) -> int:
    """What people wrote about it, as notes and as reasons of retractions."""
    near = Q(decision__events__claim__in=traces.claims)
    near |= Q(decision__retractions__observation__in=traces.observations)
    reasons = Q(retraction__observation__in=traces.observations)
    if traces.pattern:
        named = Q(text__iregex=traces.pattern)
        near |= Q(decision__workspace=workspace) & named
        named = Q(reason__iregex=traces.pattern)
        reasons |= Q(retraction__workspace=workspace) & named
    notes = _pks(DecisionNote.objects.filter(near))
    said = _pks(RetractionWords.objects.filter(reasons))
    DecisionNote.objects.filter(pk__in=notes).update(text="", salt=None)
    RetractionWords.objects.filter(pk__in=said).update(reason="")
    return len(notes) + len(said)


def _lines(workspace: Workspace, traces: Traces) -> int:
    """What was sent and waits to be recorded, and what was said of refused lines."""
    if not traces.pattern:
        return 0
    rows = OperationLine.objects.annotate(said=Cast("sent", TextField()))
    naming = Q(said__iregex=traces.pattern) | Q(message__iregex=traces.pattern)
    pks = _pks(rows.filter(naming, workspace=workspace))
    return OperationLine.objects.filter(pk__in=pks).update(
        sent=None, state=LineState.FAILED, code=TOMBSTONE, message=""
    )


def _receipts(workspace: Workspace, traces: Traces) -> int:
    """Messages that name it, and what was found in them."""
    if not traces.pattern:
        return 0
    rows = ReceiptText.objects.annotate(
        found=Cast("findings", TextField()), open=Cast("tensions", TextField())
    )
    naming = Q(receipt__workspace=workspace) & (
        Q(message__iregex=traces.pattern)
        | Q(reframe__iregex=traces.pattern)
        | Q(found__iregex=traces.pattern)
        | Q(open__iregex=traces.pattern)
    )
    return ReceiptText.objects.filter(pk__in=_pks(rows.filter(naming))).update(
        message=None, reframe="", findings=[], tensions=[], salt=None
    )


def _bury_claims(traces: Traces) -> int:
    """Take the value from claims that state one; a link keeps its ends."""
    nothing = {"value_number": None, "value_unit": "", "value_date": None}
    rows = Claim.objects.filter(pk__in=traces.claims)
    for row in rows.order_by("pk"):
        row.uid = uuid.uuid4()
        row.qualifiers = {}
        if row.value_kind != ValueKind.NODE:
            row.value_kind, row.value_text, row.value_bool = ValueKind.TEXT, "", None
            for name, value in nothing.items():
                setattr(row, name, value)
        row.save()
    return len(traces.claims)


def _bury_nodes(traces: Traces) -> int:
    for row in Node.objects.filter(pk__in=traces.nodes).order_by("pk"):
        row.uid = uuid.uuid4()
        row.external_id = str(row.uid)
        row.name = row.description = ""
        row.skeletons = []
        row.kind = TOMBSTONE if row.kind != "source" else row.kind
        row.save()
        Source.objects.filter(node=row).update(
            uri="", title="", version="", as_of="", vetted_note="", voice=row.uid
        )
    return len(traces.nodes)


def _vectors(traces: Traces) -> int:
    """Vectors of whatever lost words; what is left of a text is embedded anew."""
    worded = Derivation.objects.filter(pk__in=traces.derivations)
    claims = traces.claims | set(worded.values_list("claim_id", flat=True))
    sources = Source.objects.filter(node__in=traces.nodes)
    return forget_vectors(nodes=traces.nodes, claims=claims, sources=_pks(sources))


def _pks(rows: Any) -> list[int]:
    found: Iterable[int] = rows.order_by().values_list("pk", flat=True).distinct()
    return list(found)
