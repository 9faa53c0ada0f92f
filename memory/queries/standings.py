"""How claims stand now, as briefly as the gate tells of them."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from memory.models import UNSETTLED, Claim, Dispute, Workspace
from memory.queries.belief import statement
from memory.queries.conflicting import conflicts_with
from memory.queries.evidence import Evidence, resolve_now
from memory.queries.weights import REPEATS, reading
from memory.rules.confidence import compose, now
from memory.rules.lifecycle import Status


@dataclass(frozen=True)
class SourceView:
    """A source as the gate tells of it.

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

    `by_source` counts one voice once, and `confidence` is that faded by age;
    `worded_by` is the derivation whose words `text` is, or which has none but the
    statement itself; `one_voice` tells that every live derivation came through keys
    marked so.
    """

    claim: int
    uid: UUID
    status: Status
    text: str
    worded_by: int
    by_source: float
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
    uid: UUID
    half_life_days: float | None
    kappa: float
    recorded_at: datetime.datetime
    text: str | None
    fingerprint: int | None
    one_voice: bool
    repeats: list[int]


def statuses(claims: Collection[int]) -> dict[int, Status]:
    """What is written of some claims, in id order; it takes evidence to believe it."""
    with connection.cursor() as cursor:
        cursor.execute(STATUSES, [sorted(claims)])
        return {claim: Status(status) for claim, status in cursor.fetchall()}


def standings(
    workspace: Workspace, ids: Collection[int], at: datetime.datetime
) -> dict[int, Standing]:
    """Some claims of this workspace as they stand, in a constant number of statements.

    Every one passes `resolve_now`, as every belief does.
    """
    return judged(workspace, statuses(ids), at) if ids else {}


def judged(
    workspace: Workspace, written: Mapping[int, Status], at: datetime.datetime
) -> dict[int, Standing]:
    """The same for claims whose status is read, in their order."""
    told = _told(workspace, written)
    if not told:
        return {}
    evidence = resolve_now(told)
    statements = _statements([x for x in told if not all(y.text for y in told[x])])
    sources = _sources(workspace, evidence)
    conflicts = conflicts_with(told)
    effects = _effects([x for x in told if written[x] == Status.disputed])
    return {
        claim: _standing(
            told[claim],
            status,
            statements.get(claim, ""),
            evidence,
            sources,
            conflicts[claim],
            effects.get(claim, ""),
            at,
        )
        for claim, status in written.items()
        if claim in told
    }


def _standing(
    told: Sequence[Told],
    status: Status,
    said: str,
    evidence: Evidence,
    sources: Mapping[int, SourceView],
    conflicts: tuple[UUID, ...],
    effect: str,
    at: datetime.datetime,
) -> Standing:
    claim = told[0].claim
    live = [each for each in told if each.id in evidence.resolution.live_derivations]
    worded = [each for each in live or told if each.text]
    if status == Status.admissible and not evidence.stands(claim):
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
        uid=told[0].uid,
        status=status,
        text=(worded[-1].text if worded else None) or said,
        worded_by=(worded or live or told)[-1].id,
        by_source=found.by_source,
        confidence=now(found.by_source, age, told[0].half_life_days),
        age_days=age,
        one_voice=bool(live) and all(each.one_voice for each in live),
        sources=tuple(sources[pk] for pk in sorted(rests) if pk in sources),
        conflicts_with=conflicts,
        effect=effect,
    )


def _age_days(live: Iterable[Told], at: datetime.datetime) -> float:
    times = [each.recorded_at for each in live]
    return max((at - max(times)).total_seconds(), 0.0) / 86400 if times else 0.0


def _told(workspace: Workspace, claims: Collection[int]) -> dict[int, list[Told]]:
    """The derivations of those claims that are of this workspace."""
    with connection.cursor() as cursor:
        cursor.execute(TOLD, [workspace.pk, sorted(claims)])
        rows = [Told(*row) for row in cursor.fetchall()]
    found: dict[int, list[Told]] = {}
    for row in rows:
        found.setdefault(row.claim, []).append(row)
    return found


def _statements(claims: Collection[int]) -> dict[int, str]:
    """What claims state, for those that some derivation has no words for."""
    if not claims:
        return {}
    rows = Claim.objects.filter(pk__in=claims)
    whole = rows.select_related("subject", "predicate", "object")
    return {claim.pk: statement(claim) for claim in whole}


def _sources(workspace: Workspace, evidence: Evidence) -> dict[int, SourceView]:
    return source_views(
        workspace,
        {source for group in evidence.sources.values() for source in group},
    )


def source_views(workspace: Workspace, ids: Collection[int]) -> dict[int, SourceView]:
    """Some sources of this workspace as they are told, in their order."""
    if not ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(SOURCES, [workspace.pk, sorted(ids)])
        found = {pk: _source(workspace, *row) for pk, *row in cursor.fetchall()}
    return {pk: found[pk] for pk in ids if pk in found}


def _source(
    workspace: Workspace,
    uid: UUID,
    title: str,
    uri: str,
    as_of: str,
    vetted: bool,
    credentials: list[str],
) -> SourceView:
    shown = workspace.may_show(credentials)
    return SourceView(
        uid=uid,
        title=title if shown else "",
        uri=uri if shown else "",
        as_of=as_of,
        vetted=vetted,
        credentials=tuple(credentials),
    )


def _effects(disputed: Collection[int]) -> dict[int, str]:
    """What brought each disputed claim to its dispute."""
    if not disputed:
        return {}
    rows = Dispute.objects.filter(claim__in=disputed, state__in=UNSETTLED)
    return dict(rows.values_list("claim_id", "effect"))


STATUSES = """
SELECT claim_id, status FROM memory_claimstatus WHERE claim_id = ANY(%s)
ORDER BY claim_id
"""

SOURCES = """
SELECT source.id, node.uid, source.title, source.uri, source.as_of,
       source.vetted_at IS NOT NULL, source.credentials
FROM memory_source source JOIN memory_node node ON node.id = source.node_id
WHERE source.workspace_id = %s AND source.id = ANY(%s)
"""

TOLD = f"""
SELECT derivation.id, claim.id, claim.uid, predicate.half_life_days, derivation.kappa,
       derivation.recorded_at, words.text, words.fingerprint,
       coalesce(key.one_voice, false), {REPEATS}
FROM memory_derivation derivation
JOIN memory_claim claim ON claim.id = derivation.claim_id
JOIN memory_predicate predicate ON predicate.id = claim.predicate_id
JOIN memory_derivationtext words ON words.derivation_id = derivation.id
JOIN memory_episode episode ON episode.id = derivation.episode_id
LEFT JOIN memory_apikey key ON key.id = episode.key_id
WHERE claim.workspace_id = %s AND derivation.claim_id = ANY(%s)
ORDER BY derivation.id
"""
