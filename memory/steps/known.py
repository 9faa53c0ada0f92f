"""Gathers what the store knows of the things that candidates name."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from uuid import UUID

from django.db import connection

from memory.models import (
    Claim,
    Episode,
    Node,
    Workspace,
)
from memory.queries.evidence import resolve_now
from memory.queries.evidence_rows import LIVE
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
    with connection.cursor() as cursor:
        cursor.execute(REFUSED, [workspace.pk, list(uids)])
        return frozenset(uid for (uid,) in cursor.fetchall())


REFUSED = """
SELECT claim.uid FROM memory_claim claim
JOIN memory_claimstatus state ON state.claim_id = claim.id
WHERE claim.workspace_id = %s AND claim.uid = ANY(%s::uuid[])
AND state.status = 'retired'
"""


def predicates(workspace: Workspace) -> dict[str, KnownPredicate]:
    """Predicates by casefolded name and alias; a name wins over an alias."""
    aliases: dict[str, KnownPredicate] = {}
    names: dict[str, KnownPredicate] = {}
    with connection.cursor() as cursor:
        cursor.execute(PREDICATES, [workspace.pk])
        for name, others, value_kind, denies in cursor.fetchall():
            predicate = KnownPredicate(name, value_kind, denies)
            aliases.update({other.casefold(): predicate for other in others})
            names[name.casefold()] = predicate
    return aliases | names


PREDICATES = """
SELECT name, aliases, value_kind, negates_id IS NOT NULL FROM memory_predicate
WHERE workspace_id = %s ORDER BY id
"""


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
    refs, uids = sorted(named), [uid for uid in map(read_uid, named) if uid]
    found: dict[str, KnownObservation] = {}
    with connection.cursor() as cursor:
        cursor.execute(NAMED, [workspace.pk, episode.pk, refs, uids])
        ids = [id_ for (id_,) in cursor.fetchall()]
        share_observations(ids)
        cursor.execute(READ, [ids])
        for pk, uid, of, ref, text, live in cursor.fetchall():
            known = KnownObservation(pk, text, live)
            found.setdefault(str(uid), known)
            if of == episode.pk:
                found[ref] = known
    return found


NAMED = """
SELECT id FROM memory_observation
WHERE workspace_id = %s
AND (episode_id = %s AND ref = ANY(%s) OR uid = ANY(%s::uuid[]))
"""

READ = f"""
SELECT observation.id, observation.uid, observation.episode_id, observation.ref,
       words.text, {LIVE}
FROM memory_observation observation
JOIN memory_observationtext words ON words.observation_id = observation.id
WHERE observation.id = ANY(%s)
"""


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
    claims = list(rows.select_related("state")) if named else []
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
    if not named:
        return frozenset()
    found = Node.objects.filter(workspace=workspace, uid__in=named)
    return frozenset(found.values_list("uid", flat=True))
