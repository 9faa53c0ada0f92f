"""Store what was read from an episode: claims, refused candidates and residue."""

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from django.db import transaction

from memory.actions.work import Lease, finish, hold
from memory.models import (
    Actor,
    DistillationRun,
    Episode,
    Method,
    RejectedCandidate,
    Work,
    Workspace,
)
from memory.rules.candidate import Candidate, Malformed
from memory.rules.entry import Json
from memory.rules.validation import Rejection
from memory.steps.admit import admit
from memory.steps.cycles import NeedsExclusive
from memory.steps.echoes import keep_refused, keep_suspects
from memory.steps.events import tell_of
from memory.steps.findings import Checked, keep_of_episode
from memory.steps.judging import judge
from memory.steps.locks import own_workspace, share_workspace
from memory.steps.log import OpenQuestion, write_questions
from memory.steps.origin import Origin

# Whoever reads for an agent has to keep to the words that were read.
GUARDED = frozenset({Method.LLM, Method.RULES})

__all__ = ["OpenQuestion", "Reading", "store_distillation"]


@dataclass(frozen=True)
class Reading:
    """What a distiller made of an episode; it only proposes.

    `run` is the model's run that it comes from; `checked` is what the checks found,
    by the text that they found it in. Positions are unique over candidates and
    malformed proposals together.
    """

    method: str
    candidates: Sequence[Candidate]
    model: str = ""
    questions: Sequence[OpenQuestion] = ()
    malformed: Sequence[Malformed] = ()
    run: DistillationRun | None = None
    checked: Mapping[str, Checked] = field(default_factory=dict)


def store_distillation(
    *, lease: Lease, reading: Reading, now: datetime.datetime
) -> None:
    """Admit what the validator lets through and keep the rest with its reason.

    Keeps true: an episode is distilled once, whoever runs it how often; all of its
    claims, refusals and the end of its work are written together.
    """
    try:
        _store(lease, reading, now, exclusive=False)
    except NeedsExclusive:
        _store(lease, reading, now, exclusive=True)


@transaction.atomic(durable=True)
def _store(
    lease: Lease, reading: Reading, now: datetime.datetime, *, exclusive: bool
) -> None:
    work = hold(lease)
    assert work.episode is not None
    origin = _origin(work.episode, reading, now)
    _lock(origin.workspace, reading, exclusive=exclusive)
    guarded = reading.method in GUARDED
    judged = judge(
        origin.workspace, origin.episode, reading.candidates, guarded=guarded
    )
    admitted = admit(origin, judged.accepted, exclusive=exclusive)
    keep_refused(origin, judged.echoes)
    keep_suspects(origin, judged.echoes, admitted.claims)
    _keep_rejected(origin, [*judged.rejected, *admitted.rejected])
    _keep_malformed(origin, reading.malformed)
    if reading.run is not None:
        DistillationRun.objects.filter(pk=reading.run.pk).update(stored=True)
    write_questions(origin.episode, reading.questions, now)
    _finish(work, origin)
    keep_of_episode(origin.episode, reading.checked, now)


def _origin(episode: Episode, reading: Reading, now: datetime.datetime) -> Origin:
    return Origin(
        workspace=episode.workspace,
        episode=episode,
        method=reading.method,
        model=reading.model or episode.model,
        by=Actor(member=episode.member, agent=episode.agent),
        now=now,
    )


def _lock(workspace: Workspace, reading: Reading, *, exclusive: bool) -> None:
    """Claims that rest on observations alone need no workspace lock."""
    if exclusive:
        own_workspace(workspace)
    elif any(each.rests_on_claims for each in reading.candidates):
        share_workspace(workspace)


def _keep_rejected(origin: Origin, rejected: Sequence[Rejection]) -> None:
    RejectedCandidate.objects.bulk_create(
        RejectedCandidate(
            workspace=origin.workspace,
            episode=origin.episode,
            position=each.candidate.position,
            method=origin.method,
            text=each.candidate.text or each.candidate.predicate,
            reason=each.reason,
            detail=each.detail,
            path=[str(uid) for uid in each.path],
            proposal=_proposal(each.candidate),
            recorded_at=origin.now,
        )
        for each in rejected
    )


def _keep_malformed(origin: Origin, malformed: Sequence[Malformed]) -> None:
    RejectedCandidate.objects.bulk_create(
        RejectedCandidate(
            workspace=origin.workspace,
            episode=origin.episode,
            position=each.position,
            method=origin.method,
            text=each.text,
            reason=each.reason,
            detail=each.detail,
            proposal={"raw": each.raw},
            recorded_at=origin.now,
        )
        for each in malformed
    )


def _proposal(candidate: Candidate) -> Json:
    """The candidate as JSON; a κ that is no number is kept as a word."""
    written = json.dumps(asdict(candidate), default=str)
    proposal: Json = json.loads(written, parse_constant=str)
    return proposal


def _finish(work: Work, origin: Origin) -> None:
    finish(work, origin.now)
    tell_of(origin.workspace, "episode_distilled", [origin.episode.uid], origin.now)
