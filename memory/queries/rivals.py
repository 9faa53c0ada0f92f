"""Which older claims a claim that leaves quarantine contradicts."""

from collections.abc import Collection
from dataclasses import dataclass

from memory.models import Conflict, ConflictState, Derivation
from memory.queries.contradictions import contradictions
from memory.queries.evidence import Evidence, resolve_now
from memory.rules.consolidation import overlap
from memory.rules.lifecycle import Status


@dataclass(frozen=True)
class Rival:
    """An older claim against a newer one, whose newest live derivation is named.

    `shared` is the Jaccard overlap of the observations that both rest on.
    """

    new: int
    old: int
    derivation: int
    stands: bool
    shared: float


def contradicted(claims: Collection[int]) -> set[int]:
    """Some claims with everything that they contradict."""
    pairs = contradictions(claims)
    return {claim for pair in pairs for claim in (pair.first, pair.second)} | {*claims}


def rivals(claims: Collection[int]) -> list[Rival]:
    """The older claims, of other episodes, that some claims contradict.

    A claim is as new as its newest derivation, so that a return to an earlier value
    is newer than what had replaced it; older evidence comes first. A disputed claim
    is a person's to decide, and so is a conflict that a person keeps open.
    """
    pairs = {(x.first, x.second) for x in contradictions(claims)} - _kept(claims)
    ids = {claim for pair in pairs for claim in pair}
    evidence = resolve_now(ids)
    newest = {claim: max(evidence.derivations_of[claim]) for claim in ids}
    episodes = _episodes(ids)
    found = []
    for pair in pairs:
        old, new = sorted(pair, key=newest.__getitem__)
        if new not in claims or evidence.statuses[old] == Status.disputed:
            continue
        derivation = max(evidence.live_derivations(new), default=0)
        stated = {episodes[each] for each in evidence.derivations_of[old]}
        if derivation and episodes[derivation] not in stated:
            found.append(_rival(new, old, derivation, evidence))
    return sorted(found, key=lambda each: (newest[each.new], newest[each.old]))


def _rival(new: int, old: int, derivation: int, evidence: Evidence) -> Rival:
    shared = overlap(evidence.leaves(new), evidence.leaves(old))
    return Rival(new, old, derivation, evidence.stands(old), shared)


def _kept(claims: Collection[int]) -> set[tuple[int, int]]:
    rows = Conflict.objects.filter(state=ConflictState.KEPT)
    mine = rows.filter(first__in=claims) | rows.filter(second__in=claims)
    return set(mine.values_list("first_id", "second_id"))


def _episodes(claims: Collection[int]) -> dict[int, int]:
    rows = Derivation.objects.filter(claim__in=claims)
    return dict(rows.values_list("pk", "episode_id"))
