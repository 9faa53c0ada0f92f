"""Beliefs as they stand now: every one is resolved down to live observations."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import connection

from memory.models import (
    Action,
    Claim,
    ClaimValidity,
    Derivation,
    Source,
    StatusEvent,
    Supersession,
    Support,
    Workspace,
)
from memory.queries.belief import (
    Belief,
    CauseView,
    ConfidenceView,
    DerivationView,
    SharedSource,
    SupportView,
)
from memory.queries.clock import database_now
from memory.queries.evidence import Evidence, resolve_now
from memory.rules.confidence import Confidence, Reading, compose, direction, now
from memory.rules.lifecycle import ENDED, Status
from memory.rules.refused import Missing


def belief(workspace: Workspace, uid: UUID) -> Belief:
    """One belief of this workspace; raises Missing."""
    claim = Claim.objects.filter(workspace=workspace, uid=uid).first()
    if claim is None:
        raise Missing("claim")
    return beliefs(workspace, [claim.pk])[claim.pk]


def beliefs(workspace: Workspace, ids: Collection[int]) -> dict[int, Belief]:
    """Beliefs by claim id, in a constant number of statements."""
    store = _load(workspace, ids)
    return {claim.pk: _belief(claim, store) for claim in store.claims}


@dataclass(frozen=True)
class _Store:
    """The rows that the wanted beliefs are made of."""

    claims: Sequence[Claim]
    premises: Mapping[int, Claim]
    evidence: Evidence
    derivations: Mapping[int, Sequence[Derivation]]
    supports: Mapping[int, Sequence[Support]]
    sources: Mapping[int, Source]
    dependants: Mapping[int, int]
    validity: Mapping[int, Sequence[ClaimValidity]]
    superseded_by: Mapping[int, UUID]
    supersedes: Mapping[int, Sequence[UUID]]
    retired_because: Mapping[int, str]
    now: datetime.datetime


def _load(workspace: Workspace, ids: Collection[int]) -> _Store:
    claims = list(
        Claim.objects.filter(workspace=workspace, pk__in=ids).select_related(
            "subject", "predicate", "object", "state__cause_episode", "quarantine"
        )
    )
    wanted = [claim.pk for claim in claims]
    evidence = resolve_now(wanted)
    supports = _supports(wanted)
    premises = {
        row.premise.pk: row.premise
        for rows in supports.values()
        for row in rows
        if row.premise is not None
    }
    return _Store(
        claims=claims,
        premises=premises,
        evidence=evidence,
        derivations=_derivations({*wanted, *premises}),
        supports=supports,
        sources=_sources(evidence),
        dependants=count_dependants(wanted),
        validity=_grouped(
            ClaimValidity.objects.filter(claim__in=wanted, replaced_by=None).order_by(
                "id"
            )
        ),
        superseded_by=_superseded_by(wanted),
        supersedes=_supersedes(wanted),
        retired_because=_retired_because(claims),
        now=database_now(),
    )


def _supports(claims: Collection[int]) -> dict[int, list[Support]]:
    rows = Support.objects.filter(claim__in=claims).select_related(
        "observation__words",
        "observation__source__node",
        "premise__subject",
        "premise__predicate",
        "premise__object",
        "premise__state",
    )
    found: dict[int, list[Support]] = {}
    for row in rows.order_by("id"):
        found.setdefault(row.derivation_id, []).append(row)
    return found


def _derivations(claims: Collection[int]) -> dict[int, list[Derivation]]:
    rows = Derivation.objects.filter(claim__in=claims).select_related(
        "words", "episode__agent", "episode__member__user", "episode__words"
    )
    return _grouped(rows.select_related("episode__key").order_by("id"))


def _sources(evidence: Evidence) -> dict[int, Source]:
    ids = {source for group in evidence.sources.values() for source in group}
    return Source.objects.select_related("node").in_bulk(ids)


def _grouped[Row: (Derivation, ClaimValidity)](
    rows: Iterable[Row],
) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row.claim_id, []).append(row)
    return found


def _superseded_by(claims: Collection[int]) -> dict[int, UUID]:
    rows = Supersession.objects.filter(old__in=claims, undone_by=None)
    return dict(rows.values_list("old_id", "new__uid"))


def _supersedes(claims: Collection[int]) -> dict[int, list[UUID]]:
    rows = Supersession.objects.filter(new__in=claims, undone_by=None)
    found: dict[int, list[UUID]] = {}
    for new, old in rows.order_by("id").values_list("new_id", "old__uid"):
        found.setdefault(new, []).append(old)
    return found


def _retired_because(claims: Iterable[Claim]) -> dict[int, str]:
    retired = [claim.pk for claim in claims if claim.state.status == Status.retired]
    events = StatusEvent.objects.filter(claim__in=retired, after=Status.retired)
    rows = events.exclude(decision__action=Action.UNDO).order_by("id")
    return dict(rows.values_list("claim_id", "decision__reason"))


DEPENDANTS = """
WITH RECURSIVE down (root, claim_id) AS (
    SELECT root, root FROM unnest(%s::bigint[]) AS root
    UNION
    SELECT down.root, support.claim_id FROM down
    JOIN memory_support support ON support.premise_id = down.claim_id
)
SELECT down.root, count(*) FROM down
JOIN memory_claimstatus state ON state.claim_id = down.claim_id
WHERE down.claim_id <> down.root AND state.status <> ALL(%s)
GROUP BY down.root
"""


def count_dependants(claims: Collection[int]) -> dict[int, int]:
    """How many claims that have not ended rest on each, directly or not."""
    ended = sorted(status.value for status in ENDED)
    with connection.cursor() as cursor:
        cursor.execute(DEPENDANTS, [sorted(claims), ended])
        return dict(cursor.fetchall())


def _belief(claim: Claim, store: _Store) -> Belief:
    quarantine = getattr(claim, "quarantine", None)
    state = claim.state
    return Belief(
        claim=claim,
        stored_status=Status(state.status),
        stands=store.evidence.stands(claim.pk),
        version=state.version,
        confidence=_confidence(claim, store),
        derivations=tuple(
            _derivation(row, store) for row in store.derivations.get(claim.pk, ())
        ),
        dependants=store.dependants.get(claim.pk, 0),
        cause=CauseView(
            state.cause_kind,
            state.cause_uid,
            state.cause_episode.uid if state.cause_episode else None,
        ),
        changed_at=state.changed_at,
        validity=tuple(
            (row.valid_from, row.valid_to) for row in store.validity.get(claim.pk, ())
        ),
        lag_until=quarantine.lag_until if quarantine else None,
        superseded_by=store.superseded_by.get(claim.pk),
        supersedes=tuple(store.supersedes.get(claim.pk, ())),
        retired_because=store.retired_because.get(claim.pk, ""),
        weakest_premise=_weakest_premise(claim, store),
    )


def _derivation(row: Derivation, store: _Store) -> DerivationView:
    evidence = store.evidence
    return DerivationView(
        pk=row.pk,
        uid=row.uid,
        episode=row.episode,
        method=row.method,
        model=row.model,
        kappa=row.kappa,
        text=row.words.text or "",
        recorded_at=row.recorded_at,
        live=row.pk in evidence.resolution.live_derivations,
        withdrawn=row.pk in evidence.withdrawn,
        supports=tuple(
            _support(support, evidence) for support in store.supports.get(row.pk, ())
        ),
    )


def _support(row: Support, evidence: Evidence) -> SupportView:
    observations, premises = evidence.resolution.dead_supports.get(
        row.derivation_id, (frozenset(), frozenset())
    )
    if row.observation is None:
        return SupportView(live=row.premise_id not in premises, premise=row.premise)
    assert row.span_start is not None
    assert row.span_end is not None
    return SupportView(
        live=row.observation_id not in observations,
        observation=row.observation,
        span=(row.span_start, row.span_end),
    )


def _compose(claim: int, store: _Store) -> Confidence:
    live = set(store.evidence.live_derivations(claim))
    rows = [row for row in store.derivations.get(claim, ()) if row.pk in live]
    return compose([_reading(row, store.evidence) for row in rows])


def _reading(row: Derivation, evidence: Evidence) -> Reading:
    sources = evidence.sources.get(row.pk, frozenset())
    print_ = row.words.fingerprint
    return Reading(
        id=row.pk,
        kappa=row.kappa,
        voices=frozenset(str(evidence.voices[source]) for source in sources),
        fingerprints=frozenset() if print_ is None else frozenset({print_}),
        one_voice=row.episode.key is not None and row.episode.key.one_voice,
    )


def _confidence(claim: Claim, store: _Store) -> ConfidenceView:
    composed = _compose(claim.pk, store)
    titles = {
        str(store.evidence.voices[pk]): str(source)
        for pk, source in store.sources.items()
    }
    return ConfidenceView(
        independent=composed.independent,
        by_source=composed.by_source,
        now=now(
            composed.by_source,
            _age_days(claim.pk, store),
            claim.predicate.half_life_days,
        ),
        direction=direction(composed, titles),
        shared=_shared(composed, claim.pk, store),
    )


def _age_days(claim: int, store: _Store) -> float:
    """Days since the youngest live derivation was recorded."""
    live = set(store.evidence.live_derivations(claim))
    times = [x.recorded_at for x in store.derivations.get(claim, ()) if x.pk in live]
    return (store.now - max(times)).total_seconds() / 86400 if times else 0.0


def _shared(
    composed: Confidence, claim: int, store: _Store
) -> tuple[SharedSource, ...]:
    uids = {row.pk: row.uid for row in store.derivations.get(claim, ())}
    by_voice = {
        str(store.evidence.voices[pk]): source
        for pk, source in sorted(store.sources.items())
    }
    return tuple(
        SharedSource(by_voice[voice], tuple(uids[reading] for reading in readings))
        for voice, readings in composed.shared.items()
    )


def _weakest_premise(claim: Claim, store: _Store) -> tuple[Claim, float] | None:
    live = store.evidence.live_derivations(claim.pk)
    premises = {x for each in live for x in store.evidence.premises[each]}
    scored = [(_compose(premise, store).by_source, premise) for premise in premises]
    if not scored:
        return None
    lowest, premise = min(scored)
    return store.premises[premise], lowest
