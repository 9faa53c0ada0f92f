"""Assert one claim outside any agent's episode: a curated edge."""

import datetime
import uuid
from dataclasses import replace

from django.db import transaction

from memory.models import (
    Actor,
    ApiKey,
    Claim,
    Episode,
    EpisodeKind,
    EpisodeText,
    Method,
    SourceKind,
    Workspace,
)
from memory.rules.candidate import Candidate, Quote
from memory.rules.declared import read_conclusion
from memory.rules.entry import Json, ObservationEntry, SourceEntry
from memory.rules.refused import Refused
from memory.rules.validation import Rejection
from memory.steps.admit import admit
from memory.steps.echoes import keep_suspects
from memory.steps.judging import Judged, judge
from memory.steps.locks import own_workspace
from memory.steps.log import write_observations
from memory.steps.origin import Origin
from memory.steps.quota import take_in
from memory.steps.sources import write_sources

TESTIMONY = "testimony"
# The member of the body that each of the validator's reasons is about.
FIELDS = {
    "unknown_predicate": "predicate",
    "wrong_value_kind": "predicate",
    "no_support": "supports",
    "unknown_support": "supports",
    "dead_support": "supports",
    "quote_not_found": "supports",
    "cycle": "supports",
    "echo": "supports",
    "number_not_grounded": "value.number",
}


class AssertionRefused(Refused):
    """The validator's reason; `path` names the claims of a cycle."""

    def __init__(self, rejection: Rejection) -> None:
        field = FIELDS.get(rejection.reason, "")
        super().__init__(rejection.reason, rejection.detail, field=field)
        self.path = rejection.path


@transaction.atomic(durable=True)
def assert_claim(
    *,
    workspace: Workspace,
    conclusion: Json,
    testimony: str | None,
    by: Actor,
    key: ApiKey | None,
    now: datetime.datetime,
) -> Claim:
    """Admit one statement at once, past the validator that distillation passes.

    Keeps true: the assertion is an episode of its own; it rests on something, and a
    testimony is an observation like any other. Raises AssertionRefused with the
    reason that a rejected candidate would have; then nothing is kept.
    """
    episode = _episode(workspace, by, key, now)
    candidate = read_conclusion(0, conclusion)
    if testimony is not None:
        _record(episode, testimony, by, now)
        given = (*candidate.supports, Quote(TESTIMONY))
        candidate = replace(candidate, supports=given)
    if candidate.rests_on_claims:
        own_workspace(workspace)
    judged = _judged(workspace, episode, candidate)
    origin = Origin(
        workspace=workspace,
        episode=episode,
        method=Method.CURATOR if by.is_person else Method.DECLARED,
        model="",
        by=by,
        now=now,
    )
    admitted = admit(origin, judged.accepted, exclusive=candidate.rests_on_claims)
    if admitted.rejected:
        raise AssertionRefused(admitted.rejected[0])
    keep_suspects(origin, judged.echoes, admitted.claims)
    return admitted.claims[judged.accepted[0].uid]


def _episode(
    workspace: Workspace, by: Actor, key: ApiKey | None, now: datetime.datetime
) -> Episode:
    episode = Episode.objects.create(
        workspace=workspace,
        kind=EpisodeKind.CURATION,
        agent=by.agent,
        member=by.member,
        key=key,
        external_id=f"assertion:{uuid.uuid4()}",
        started_at=now,
        closed_at=now,
        recorded_at=now,
    )
    take_in(workspace, (), now, episodes=1)
    EpisodeText.objects.create(episode=episode, task="Asserts a claim", conclusions=[])
    return episode


def _record(
    episode: Episode, testimony: str, by: Actor, now: datetime.datetime
) -> None:
    author = by.member or by.agent
    source = SourceEntry(
        ref=TESTIMONY,
        kind=SourceKind.TESTIMONY,
        title=f"Testimony of {author.name if author else by.policy}",
    )
    sources = write_sources(episode.workspace, episode, [source], now)
    observation = ObservationEntry(
        ref=TESTIMONY, source=TESTIMONY, text=testimony, observed_at=now
    )
    take_in(episode.workspace, [observation], now, episodes=0)
    write_observations(episode, [observation], sources, now)


def _judged(workspace: Workspace, episode: Episode, candidate: Candidate) -> Judged:
    judged = judge(workspace, episode, [candidate])
    if judged.rejected:
        raise AssertionRefused(judged.rejected[0])
    return judged
