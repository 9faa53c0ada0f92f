"""Takes a message through the retrieval gate: three lenses at once, then a receipt."""

import logging
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from memory.actions.pass_gate import Passage, Passed
from memory.actions.pass_gate import pass_gate as tell
from memory.classifier.check import check_text
from memory.classifier.finding import Finding
from memory.jobs.asking import let_go
from memory.jobs.reframing import reframed
from memory.models import Actor, ApiKey, Episode, Workspace
from memory.ports import tensions
from memory.queries.finding import LONGEST_QUOTE, mark_of
from memory.queries.findings import known_in
from memory.retrieval.lenses import (
    RAW,
    REFRAME,
    SUBGRAPH,
    Asked,
    Brought,
    raw,
    reworded,
    subgraph,
)
from memory.rules.candidate import NodeName
from memory.rules.refused import Missing

log = logging.getLogger(__name__)

__all__ = ["Passed", "pass_gate"]

# Fewer than there are connections in the pool, of which those who wait hold none.
LOOKING = ThreadPoolExecutor(max_workers=6, thread_name_prefix="lens")
# Mostly waiting for a model, so that they are apart from those that look.
WORDING = ThreadPoolExecutor(max_workers=16, thread_name_prefix="reframe")
# Of the time there is, what the model may take; the rest is for looking.
MODEL_SHARE = 0.6
TENSIONS = 3
type Lens = Callable[[], Brought]


def pass_gate(
    *,
    workspace: Workspace,
    by: Actor,
    message: str,
    nodes: Sequence[UUID | NodeName] = (),
    episode: UUID | None = None,
    k: int = 12,
    key: ApiKey | None = None,
    trial: bool = False,
) -> Passed:
    """Tell what the memory holds for a message, and what it withholds.

    Keeps true: all three lenses are tried on every call, whatever it asks for; one
    that fails or is late is named as degraded; every reply has a receipt.
    """
    deadline = time.monotonic() + settings.WARRANT_GATE_SECONDS
    uid = uuid.uuid4()
    work = _episode(workspace, episode)
    running = _started(Asked(workspace, message), nodes, deadline)
    found = check_text(message, seconds=max(deadline - time.monotonic(), 0.0))
    # What comes soonest is gone on with while the others look.
    near = _outcome(SUBGRAPH, running, deadline)
    surfaced = _tensions(workspace, uid, near)
    told = _told(workspace, message, found.findings)
    let_go()
    passage = Passage(
        uid=uid,
        message=message,
        k=k,
        lenses={
            RAW: _outcome(RAW, running, deadline),
            REFRAME: _outcome(REFRAME, running, deadline),
            SUBGRAPH: near,
        },
        key=key,
        episode=work,
        trial=trial,
        findings=told,
        tensions=surfaced,
    )
    return tell(workspace=workspace, by=by, passage=passage)


def _told(
    workspace: Workspace, message: str, found: Sequence[Finding]
) -> list[dict[str, Any]]:
    """Findings with their words, and what people made of them on the same message."""
    known = known_in(workspace, message) if found else {}
    marks = [mark_of(each) for each in found]
    return [
        asdict(each)
        | {
            "quote": message[slice(*each.span)][:LONGEST_QUOTE],
            "state": known[mark].state if mark in known else "open",
        }
        for each, mark in zip(found, marks, strict=True)
    ]


def _episode(workspace: Workspace, uid: UUID | None) -> Episode | None:
    if uid is None:
        return None
    found = Episode.objects.filter(workspace=workspace, uid=uid).first()
    if found is None:
        raise Missing("episode")
    return found


def _started(
    asked: Asked, nodes: Sequence[UUID | NodeName], deadline: float
) -> Mapping[str, Future[Brought]]:
    let_go()
    return {
        RAW: LOOKING.submit(_apart, partial(raw, asked)),
        REFRAME: WORDING.submit(_apart, partial(_reframe, asked, deadline)),
        SUBGRAPH: LOOKING.submit(_apart, partial(subgraph, asked, nodes)),
    }


def _apart(lens: Lens) -> Brought:
    """Run a lens on a connection of its thread's own, given back at the end."""
    try:
        return lens()
    finally:
        connection.close()


def _reframe(asked: Asked, deadline: float) -> Brought:
    left = (deadline - time.monotonic()) * MODEL_SHARE
    said = reframed(asked.workspace, asked.message, left)
    let_go()  # the query is embedded first, perhaps by another machine
    return reworded(asked, said.query, form=said.form, lesser=said.lesser)


def _outcome(
    lens: str, running: Mapping[str, Future[Brought]], deadline: float
) -> Brought:
    """What a lens brought; nothing, with the reason, if it failed or is late."""
    looking = running[lens]
    wait([looking], timeout=max(deadline - time.monotonic(), 0.0))
    if not looking.done():
        looking.cancel()
        return Brought(lesser="It was not done in time.")
    failure = looking.exception()
    if failure is None:
        return looking.result()
    log.error("the lens %s failed", lens, exc_info=failure)
    return Brought(lesser=f"It failed: {type(failure).__name__}.")


def _tensions(
    workspace: Workspace, receipt: UUID, lens: Brought
) -> list[dict[str, Any]]:
    surfaced = tensions().surface(
        workspace=workspace,
        nodes=list(lens.roots),
        limit=TENSIONS,
        context=f"receipt:{receipt}",
    )
    return [
        {"id": str(x.uid), "kind": x.kind, "text": x.text, "why": x.why}
        for x in surfaced
    ]
