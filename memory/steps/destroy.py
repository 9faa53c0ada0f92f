"""Destroys words wherever they went; the rows themselves and their order stay."""

import datetime
from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import CharField, Q, TextField, Value
from django.db.models.functions import Cast, Coalesce

from memory.models import (
    DecisionNote,
    Derivation,
    DerivationText,
    DistillationRun,
    Episode,
    EpisodeKind,
    EpisodeSource,
    EpisodeText,
    Hold,
    IdempotentReply,
    LineState,
    Node,
    Observation,
    ObservationText,
    OperationLine,
    ReceiptText,
    RejectedCandidate,
    Residue,
    RetractionWords,
    Source,
    TextState,
    Work,
    Workspace,
    WorkState,
)
from memory.ports import tensions
from memory.steps.bury import TOMBSTONE, bury_claims, bury_nodes, rename
from memory.steps.destroy_findings import destroy_findings
from memory.steps.traces import Traces
from memory.steps.vectors import forget_vectors


def destroy(
    workspace: Workspace, traces: Traces, now: datetime.datetime
) -> dict[str, int]:
    """Destroy the words and their salts; gives how many rows of each kind lost some.

    Keeps true: nothing of the log is removed or reordered, and its seals hold; ids
    that were hashes of erased words become random; no worker that has read the words
    can store them any longer.
    """
    _stop_reading(workspace, traces, now)
    Hold.objects.filter(observation__in=traces.observations).delete()
    replies, _ = IdempotentReply.objects.filter(key__workspace=workspace).delete()
    seen = Observation.objects.filter(pk__in=traces.observations)
    cited = [str(uid) for uid in seen.values_list("uid", flat=True)]
    renamed = bury_claims(traces) | bury_nodes(workspace, traces)
    return {
        "findings": destroy_findings(workspace, traces),
        "observations": _observations(traces, now),
        "derivations": DerivationText.objects.filter(
            pk__in=traces.derivations, text__isnull=False
        ).update(text=None, salt=None, fingerprint=None),
        "episodes": _episodes(workspace, traces, [*cited, *renamed]),
        "rejected": _rejected(workspace, traces, cited),
        "residue": Residue.objects.filter(
            _of(workspace, traces, "text") | Q(observation__in=traces.observations)
        ).update(text=""),
        "notes": _notes(workspace, traces),
        "tensions": tensions().forget(
            workspace=workspace,
            nodes=traces.nodes,
            claims=traces.claims,
            observations=traces.observations,
            pattern=traces.pattern,
        ),
        "vectors": _vectors(traces),
        "receipts": _receipts(workspace, traces),
        "descriptions": _descriptions(workspace, traces),
        "claims": len(traces.claims),
        "nodes": len(traces.nodes),
        "replies": replies,
        "lines": _lines(workspace, traces, cited),
        "records": rename(workspace, renamed),
    }


def _stop_reading(workspace: Workspace, traces: Traces, now: datetime.datetime) -> None:
    rows = Work.objects.filter(episode__in=traces.episodes)
    rows.update(error="")
    if traces.pattern:
        failed = Work.objects.filter(workspace=workspace)
        failed.filter(error__iregex=traces.pattern).update(error="")
    runs = DistillationRun.objects.filter(episode__in=traces.episodes)
    runs.update(reply_hashes=[])
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


def _observations(traces: Traces, now: datetime.datetime) -> int:
    """What they say, and what a caller called them and their place."""
    words = ObservationText.objects.filter(pk__in=traces.observations)
    count = words.exclude(state=TextState.ERASED).update(
        text=None,
        salt=None,
        state=TextState.ERASED,
        gone_at=Coalesce("gone_at", Value(now)),
    )
    Observation.objects.filter(pk__in=traces.observations).update(
        ref=Cast("uid", CharField()), locator=""
    )
    return count


def _episodes(workspace: Workspace, traces: Traces, ids: Sequence[str]) -> int:
    """Tasks, conclusions, and the names that callers gave to episodes and sources.

    Whoever sends such an episode again records it anew: nothing is left by which it
    could be known again.
    """
    rows = EpisodeText.objects.annotate(said=Cast("conclusions", TextField()))
    found = Q(pk__in=traces.episodes)
    naming = _saying(traces, ids)
    if traces.pattern:
        naming |= Q(task__iregex=traces.pattern)
        naming |= Q(episode__external_id__iregex=traces.pattern)
        naming |= Q(episode__named_sources__ref__iregex=traces.pattern)
    found |= naming & Q(episode__workspace=workspace)
    pks = _pks(rows.filter(found))
    texts = EpisodeText.objects.filter(pk__in=pks)
    texts.filter(conclusions__isnull=False).update(conclusions=[])
    count = texts.update(task="", salt=None)
    Episode.objects.filter(pk__in=pks, kind=EpisodeKind.TASK).update(
        external_id=Cast("uid", CharField()), body_hash=None
    )
    EpisodeSource.objects.filter(episode__in=pks).update(ref=Cast("pk", CharField()))
    return count


def _descriptions(workspace: Workspace, traces: Traces) -> int:
    """What other entities are said to be; who they are stays."""
    if not traces.pattern:
        return 0
    rows = Node.objects.filter(workspace=workspace)
    return rows.filter(description__iregex=traces.pattern).update(description="")


def _saying(traces: Traces, ids: Sequence[str]) -> Q:
    """Rows whose JSON, as `said`, names the node or what is erased by its id."""
    worth = [*ids, *([traces.pattern] if traces.pattern else [])]
    return Q(said__iregex="|".join(worth)) if worth else Q(pk=None)


def _rejected(workspace: Workspace, traces: Traces, cited: Sequence[str]) -> int:
    rows = RejectedCandidate.objects.annotate(said=Cast("proposal", TextField()))
    named = _of(workspace, traces, "text", "detail")
    found = rows.filter(named | _saying(traces, cited) & Q(workspace=workspace))
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


def _lines(workspace: Workspace, traces: Traces, cited: Sequence[str]) -> int:
    """What was sent and waits to be recorded, and what was said of refused lines."""
    rows = OperationLine.objects.annotate(said=Cast("sent", TextField()))
    naming = _saying(traces, cited)
    if traces.pattern:
        naming |= Q(message__iregex=traces.pattern)
    pks = _pks(rows.filter(naming, workspace=workspace))
    return OperationLine.objects.filter(pk__in=pks).update(
        sent=None, state=LineState.FAILED, code=TOMBSTONE, message=""
    )


def _receipts(workspace: Workspace, traces: Traces) -> int:
    """Messages at the gate that name it, or that were told of what goes with it."""
    rows = ReceiptText.objects.filter(receipt__workspace=workspace).annotate(
        found=Cast("findings", TextField()), open=Cast("tensions", TextField())
    )
    naming = Q(receipt__lines__claim__in=traces.claims)
    if traces.pattern:
        for field in ("message", "reframe", "found", "open"):
            naming |= Q(**{f"{field}__iregex": traces.pattern})
    return ReceiptText.objects.filter(pk__in=_pks(rows.filter(naming))).update(
        message=None, reframe="", findings=[], tensions=[], salt=None
    )


def _vectors(traces: Traces) -> int:
    """Vectors of whatever lost words; what is left of a text is embedded anew."""
    worded = Derivation.objects.filter(pk__in=traces.derivations)
    claims = traces.claims | set(worded.values_list("claim_id", flat=True))
    sources = Source.objects.filter(node__in=traces.nodes)
    return forget_vectors(nodes=traces.nodes, claims=claims, sources=_pks(sources))


def _pks(rows: Any) -> list[int]:
    found: Iterable[int] = rows.order_by().values_list("pk", flat=True).distinct()
    return list(found)
