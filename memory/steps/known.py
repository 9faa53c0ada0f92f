"""Gathers what the store knows of the things that candidates name."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from uuid import UUID

from django.db.models import Q

from memory.models import (
    Claim,
    Episode,
    Node,
    Observation,
    Predicate,
    Workspace,
)
from memory.queries.evidence import live_observations, resolve_now
from memory.rules.candidate import Candidate, Premise, Quote
from memory.rules.known import (
    Known,
    KnownClaim,
    KnownObservation,
    KnownPredicate,
)
from memory.rules.lifecycle import ENDED, Status
from memory.steps.locks import share_observations


def gather(
    workspace: Workspace, episode: Episode, candidates: Sequence[Candidate]
) -> Known:
    """What the validator needs, in a constant number of statements.

    Another workspace's rows are never in it, so that a foreign id reads as unknown.
    Statements that a person refused are added by `refused_among`, once the uids of
    the candidates are known.
    """
    return Known(
        workspace=workspace.uid,
        observations=_observations(workspace, episode, candidates),
        claims=_claims(workspace, candidates),
        predicates=predicates(workspace),
        nodes=_nodes(workspace, candidates),
    )


def refused_among(workspace: Workspace, uids: Iterable[UUID]) -> frozenset[UUID]:
    """The statements among some uids that are durable negatives."""
    rows = Claim.objects.filter(
        workspace=workspace, uid__in=list(uids), state__status=Status.retired
    )
    return frozenset(rows.values_list("uid", flat=True))


def predicates(workspace: Workspace) -> dict[str, KnownPredicate]:
    """Predicates by casefolded name and alias; a name wins over an alias."""
    rows = list(Predicate.objects.filter(workspace=workspace).order_by("id"))
    found: dict[str, KnownPredicate] = {}
    for row in rows:
        found.update({alias.casefold(): _predicate(row) for alias in row.aliases})
    found.update({row.name.casefold(): _predicate(row) for row in rows})
    return found


def _predicate(row: Predicate) -> KnownPredicate:
    return KnownPredicate(row.name, row.value_kind, denies=row.negates_id is not None)


def _observations(
    workspace: Workspace, episode: Episode, candidates: Sequence[Candidate]
) -> dict[str, KnownObservation]:
    named = {
        support.observation
        for candidate in candidates
        for support in candidate.supports
        if isinstance(support, Quote)
    }
    if not named:
        return {}
    uids = [uid for uid in map(read_uid, named) if uid is not None]
    rows = Observation.objects.filter(workspace=workspace).filter(
        Q(episode=episode, ref__in=named) | Q(uid__in=uids)
    )
    share_observations(rows)
    found: dict[str, KnownObservation] = {}
    read = list(rows.select_related("words"))
    live = live_observations([row.pk for row in read])
    for row in read:
        known = KnownObservation(row.pk, row.words.text, row.pk in live)
        found.setdefault(str(row.uid), known)
        if row.episode_id == episode.pk:
            found[row.ref] = known
    return found


def read_uid(text: str) -> UUID | None:
    """The uid that a text spells, or none."""
    try:
        return UUID(text)
    except ValueError:
        return None


def _claims(
    workspace: Workspace, candidates: Sequence[Candidate]
) -> dict[UUID, KnownClaim]:
    named = {
        support.claim
        for candidate in candidates
        for support in candidate.supports
        if isinstance(support, Premise)
    }
    rows = Claim.objects.filter(workspace=workspace, uid__in=named)
    claims = list(rows.select_related("state"))
    evidence = resolve_now([claim.pk for claim in claims])
    return {
        claim.uid: KnownClaim(
            claim.pk,
            stands=evidence.stands(claim.pk)
            and Status(claim.state.status) not in ENDED,
            numbers=_numbers(claim),
        )
        for claim in claims
    }


def _numbers(claim: Claim) -> tuple[Decimal, ...]:
    return () if claim.value_number is None else (claim.value_number,)


def _nodes(workspace: Workspace, candidates: Sequence[Candidate]) -> frozenset[UUID]:
    named = {
        end
        for candidate in candidates
        for end in (candidate.subject, candidate.target)
        if isinstance(end, UUID)
    }
    found = Node.objects.filter(workspace=workspace, uid__in=named)
    return frozenset(found.values_list("uid", flat=True))
