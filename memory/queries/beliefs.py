"""Beliefs as they stand now: every one is resolved down to live observations."""

from collections.abc import Collection, Iterable
from uuid import UUID

from memory.models import (
    Claim,
    Derivation,
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
from memory.queries.belief_rows import BeliefRows, load
from memory.queries.evidence import Evidence
from memory.queries.weights import reading
from memory.rules.confidence import Confidence, Reading, compose, direction, now
from memory.rules.lifecycle import Status
from memory.rules.refused import Missing


def belief(workspace: Workspace, uid: UUID) -> Belief:
    """One belief of this workspace; raises Missing."""
    claim = Claim.objects.filter(workspace=workspace, uid=uid).first()
    if claim is None:
        raise Missing("claim")
    return beliefs(workspace, [claim.pk])[claim.pk]


def beliefs(workspace: Workspace, ids: Collection[int]) -> dict[int, Belief]:
    """Beliefs by claim id, in a constant number of statements."""
    store = load(workspace, ids)
    return {claim.pk: made(claim, store) for claim in store.claims}


def made(claim: Claim, store: BeliefRows) -> Belief:
    """The belief that some rows make."""
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
        conflicts_with=tuple(store.conflicts_with.get(claim.pk, ())),
        retired_because=store.retired_because.get(claim.pk, ""),
        weakest_premise=_weakest_premise(claim, store),
        findings=tuple(store.findings.get(claim.pk, ())),
    )


def _derivation(row: Derivation, store: BeliefRows) -> DerivationView:
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
        echo_suspect=bool(getattr(row, "repeats", ())),
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


def _compose(claim: int, store: BeliefRows) -> Confidence:
    return confidence_of(store.derivations.get(claim, ()), store.evidence)


def confidence_of(rows: Iterable[Derivation], evidence: Evidence) -> Confidence:
    """The confidence in a claim from all its derivations, of which live ones count."""
    live = evidence.resolution.live_derivations
    return compose([_reading(row, evidence) for row in rows if row.pk in live])


def _reading(row: Derivation, evidence: Evidence) -> Reading:
    key = row.episode.key
    return reading(
        row.pk,
        row.kappa,
        row.words.fingerprint,
        key is not None and key.one_voice,
        getattr(row, "repeats", ()),
        evidence,
    )


def _confidence(claim: Claim, store: BeliefRows) -> ConfidenceView:
    composed = _compose(claim.pk, store)
    return ConfidenceView(
        independent=composed.independent,
        by_source=composed.by_source,
        now=now(
            composed.by_source,
            _age_days(claim.pk, store),
            claim.predicate.half_life_days,
        ),
        direction=direction(composed, store.titles),
        shared=_shared(composed, claim.pk, store),
    )


def _age_days(claim: int, store: BeliefRows) -> float:
    """Days since the youngest live derivation was recorded."""
    live = set(store.evidence.live_derivations(claim))
    times = [x.recorded_at for x in store.derivations.get(claim, ()) if x.pk in live]
    return (store.now - max(times)).total_seconds() / 86400 if times else 0.0


def _shared(
    composed: Confidence, claim: int, store: BeliefRows
) -> tuple[SharedSource, ...]:
    uids = {row.pk: row.uid for row in store.derivations.get(claim, ())}
    return tuple(
        SharedSource(store.by_voice[voice], tuple(uids[each] for each in readings))
        for voice, readings in composed.shared.items()
    )


def _weakest_premise(claim: Claim, store: BeliefRows) -> tuple[Claim, float] | None:
    live = store.evidence.live_derivations(claim.pk)
    premises = {x for each in live for x in store.evidence.premises[each]}
    scored = [(_compose(premise, store).by_source, premise) for premise in premises]
    if not scored:
        return None
    lowest, premise = min(scored)
    return store.premises[premise], lowest
