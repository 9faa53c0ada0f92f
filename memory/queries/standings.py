"""How claims stand now, as briefly as the gate tells of them."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import prefetch_related_objects

from memory.models import UNSETTLED, Claim, Dispute, Source, Workspace
from memory.queries.belief import statement
from memory.queries.conflicting import conflicts_with
from memory.queries.evidence import Evidence, resolve_now
from memory.queries.weights import REPEATS, reading
from memory.rules.confidence import compose, now
from memory.rules.lifecycle import Status


@dataclass(frozen=True)
class SourceView:
    """A source that a claim's live derivations rest on in the end.

    With `credentials` in them, title and uri are empty where no model may read them.
    """

    uid: UUID
    title: str
    uri: str
    as_of: str
    vetted: bool
    credentials: tuple[str, ...]


@dataclass(frozen=True)
class Standing:
    """A claim checked down to live observations.

    `confidence` counts one voice once and is faded by age; `worded_by` is the
    derivation whose words `text` is, or which has none but the statement itself;
    `one_voice` tells that every live derivation came through keys marked so.
    """

    claim: Claim
    status: Status
    text: str
    worded_by: int
    confidence: float
    age_days: float
    one_voice: bool
    sources: tuple[SourceView, ...]
    conflicts_with: tuple[UUID, ...]
    effect: str

    @property
    def admissible(self) -> bool:
        """Whether it may be believed now."""
        return self.status == Status.admissible

    @property
    def vetted(self) -> bool:
        """Whether a source of the reference library supports it."""
        return any(source.vetted for source in self.sources)


class Told(NamedTuple):
    """One derivation as it is read for a standing."""

    id: int
    claim: int
    kappa: float
    recorded_at: datetime.datetime
    text: str | None
    fingerprint: int | None
    one_voice: bool
    repeats: list[int]


def standings(
    workspace: Workspace, ids: Collection[int], at: datetime.datetime
) -> dict[int, Standing]:
    """Some claims of this workspace at this time, in a constant number of statements.

    Every one passes `resolve_now`, as every belief does.
    """
    rows = Claim.objects.filter(workspace=workspace, pk__in=ids, state__isnull=False)
    claims = list(rows.select_related("predicate", "state"))
    wanted = [claim.pk for claim in claims]
    evidence = resolve_now(wanted)
    told = _told(wanted)
    wordless = [x for x in claims if not all(y.text for y in told.get(x.pk, []))]
    prefetch_related_objects(wordless, "subject", "object")
    sources = _sources(workspace, evidence)
    conflicts = conflicts_with(wanted)
    effects = _effects(claims)
    return {
        claim.pk: _standing(
            claim,
            told.get(claim.pk, []),
            evidence,
            sources,
            conflicts[claim.pk],
            effects.get(claim.pk, ""),
            at,
        )
        for claim in claims
    }


def _standing(
    claim: Claim,
    told: list[Told],
    evidence: Evidence,
    sources: Mapping[int, SourceView],
    conflicts: tuple[UUID, ...],
    effect: str,
    at: datetime.datetime,
) -> Standing:
    live = [each for each in told if each.id in evidence.resolution.live_derivations]
    worded = [each for each in live or told if each.text]
    status = Status(claim.state.status)
    if status == Status.admissible and not evidence.stands(claim.pk):
        status = Status.unverified
    age = _age_days(live, at)
    found = compose(
        [
            reading(x.id, x.kappa, x.fingerprint, x.one_voice, x.repeats, evidence)
            for x in live
        ]
    )
    rests = {x for each in live for x in evidence.sources.get(each.id, ())}
    return Standing(
        claim=claim,
        status=status,
        text=(worded[-1].text if worded else None) or statement(claim),
        worded_by=(worded or live or told)[-1].id,
        confidence=now(found.by_source, age, claim.predicate.half_life_days),
        age_days=age,
        one_voice=bool(live) and all(each.one_voice for each in live),
        sources=tuple(sources[pk] for pk in sorted(rests) if pk in sources),
        conflicts_with=conflicts,
        effect=effect,
    )


def _age_days(live: Iterable[Told], at: datetime.datetime) -> float:
    times = [each.recorded_at for each in live]
    return max((at - max(times)).total_seconds(), 0.0) / 86400 if times else 0.0


def _told(claims: Collection[int]) -> dict[int, list[Told]]:
    with connection.cursor() as cursor:
        cursor.execute(TOLD, [sorted(claims)])
        rows = [Told(*row) for row in cursor.fetchall()]
    found: dict[int, list[Told]] = {}
    for row in rows:
        found.setdefault(row.claim, []).append(row)
    return found


def _sources(workspace: Workspace, evidence: Evidence) -> dict[int, SourceView]:
    ids = {source for group in evidence.sources.values() for source in group}
    rows = Source.objects.filter(pk__in=ids).select_related("node")
    return {row.pk: _source(workspace, row) for row in rows}


def _source(workspace: Workspace, row: Source) -> SourceView:
    shown = workspace.may_show(row.credentials)
    return SourceView(
        uid=row.node.uid,
        title=row.title if shown else "",
        uri=row.uri if shown else "",
        as_of=row.as_of,
        vetted=row.vetted_at is not None,
        credentials=tuple(row.credentials),
    )


def _effects(claims: Iterable[Claim]) -> dict[int, str]:
    """What brought each disputed claim to its dispute."""
    disputed = [x.pk for x in claims if x.state.status == Status.disputed]
    rows = Dispute.objects.filter(claim__in=disputed, state__in=UNSETTLED)
    return dict(rows.values_list("claim_id", "effect"))


TOLD = f"""
SELECT derivation.id, derivation.claim_id, derivation.kappa, derivation.recorded_at,
       words.text, words.fingerprint, coalesce(key.one_voice, false), {REPEATS}
FROM memory_derivation derivation
JOIN memory_derivationtext words ON words.derivation_id = derivation.id
JOIN memory_episode episode ON episode.id = derivation.episode_id
LEFT JOIN memory_apikey key ON key.id = episode.key_id
WHERE derivation.claim_id = ANY(%s)
ORDER BY derivation.id
"""
