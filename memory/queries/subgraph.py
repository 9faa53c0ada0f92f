"""The part of the store that a leaving pass looks at, loaded once."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection

from memory.queries.closure import affected
from memory.queries.evidence import Seeds
from memory.queries.walks import GIVEN, upward
from memory.rules.lifecycle import ENDED, Status
from memory.rules.resolve import DerivationFacts, EvidenceGraph

PLAIN = frozenset({Status.admissible, Status.quarantined})


@dataclass(frozen=True)
class Subgraph:
    """Every derivation of the affected claims, and what is known of their supports.

    `statuses` cover the affected claims and the premises of every derivation.
    """

    affected: frozenset[int]
    graph: EvidenceGraph
    statuses: Mapping[int, Status]


@dataclass(frozen=True)
class _Supports:
    """Supports grouped by derivation, in three dictionaries."""

    claims: dict[int, int]
    observations: dict[int, set[int]]
    premises: dict[int, set[int]]

    def take(self, rows: Iterable[tuple[int, int, int | None, int | None]]) -> None:
        for claim, derivation, observation, premise in rows:
            self.claims[derivation] = claim
            if observation is not None:
                self.observations.setdefault(derivation, set()).add(observation)
            elif premise is not None:
                self.premises.setdefault(derivation, set()).add(premise)


def subgraph(seeds: Seeds, *, doubting: bool = False) -> Subgraph:
    """Load what rests on the seeds, in few statements.

    Premises outside the affected set are not changed by the pass. One that is
    admissible or quarantined stands, since every exit from resolving runs the pass;
    the ancestors of one in doubt (disputed, unverified) are loaded and decided too.
    With `doubting`, an observation under a concern counts as gone.
    """
    found = _Supports({}, {}, {})
    reached = affected(seeds)
    found.take(_rows(SUPPORTS, [sorted(reached)]))
    statuses = _statuses(reached | _outside(found, reached))
    doubtful = _doubtful(_outside(found, reached), statuses)
    if doubtful:
        found.take(_rows(DOUBTFUL, [sorted(doubtful)]))
        statuses |= _statuses(_outside(found, statuses.keys()))
    return _assembled(reached, found, statuses, doubting=doubting)


def _assembled(
    reached: frozenset[int],
    found: _Supports,
    statuses: Mapping[int, Status],
    *,
    doubting: bool,
) -> Subgraph:
    known = frozenset(found.claims.values())
    observations = frozenset().union(*found.observations.values())
    graph = EvidenceGraph(
        derivations=_facts(found),
        live_observations=observations - _gone(observations, doubting=doubting),
        ended_claims=frozenset(c for c, status in statuses.items() if status in ENDED),
        standing_outside=frozenset(
            c for c, s in statuses.items() if s in PLAIN and c not in known
        ),
    )
    return Subgraph(reached, graph, statuses)


def _facts(found: _Supports) -> list[DerivationFacts]:
    nothing: frozenset[int] = frozenset()
    withdrawn = {id_ for (id_,) in _rows(WITHDRAWN, [sorted(found.claims)])}
    return [
        DerivationFacts(
            id=derivation,
            claim=claim,
            withdrawn=derivation in withdrawn,
            observations=frozenset(found.observations.get(derivation, nothing)),
            premises=frozenset(found.premises.get(derivation, nothing)),
        )
        for derivation, claim in found.claims.items()
    ]


def _outside(found: _Supports, inside: Collection[int]) -> set[int]:
    premises: set[int] = set().union(*found.premises.values())
    return premises.difference(inside)


def _doubtful(claims: Iterable[int], statuses: Mapping[int, Status]) -> list[int]:
    settled = PLAIN | ENDED
    return [claim for claim in claims if statuses[claim] not in settled]


def _statuses(claims: Collection[int]) -> dict[int, Status]:
    named = {status.value: status for status in Status}
    rows = _rows(STATUSES, [sorted(claims)])
    return {claim: named[status] for claim, status in rows}


def _gone(observations: Collection[int], *, doubting: bool) -> set[int]:
    ids = sorted(observations)
    kinds = ["retraction", "correction", *(["concern"] if doubting else [])]
    return {id_ for (id_,) in _rows(GONE, [ids, ids, kinds, ids, kinds])}


def _rows(statement: str, parameters: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())


_SUPPORT = "claim_id, derivation_id, observation_id, premise_id"

SUPPORTS = f"SELECT {_SUPPORT} FROM memory_support WHERE claim_id = ANY(%s)"

STATE = "JOIN memory_claimstatus state ON state.claim_id = support.premise_id"
IN_DOUBT = "AND state.status IN ('disputed', 'unverified')"

# Up from premises in doubt, as far as the doubt reaches. An array hides the walk's size
# from the planner, which otherwise guesses it from the whole table and scans the store.
DOUBTFUL = f"""
SELECT {_SUPPORT} FROM memory_support WHERE claim_id = ANY(ARRAY(
    WITH RECURSIVE {upward(GIVEN, joined=STATE, only=IN_DOUBT)}
    SELECT claim_id FROM up
))
"""

STATUSES = """
SELECT claim_id, status FROM memory_claimstatus WHERE claim_id = ANY(%s)
"""

WITHDRAWN = """
SELECT derivation_id FROM memory_withdrawal
WHERE derivation_id = ANY(%s) AND undone_by_id IS NULL
"""

# Each branch reads a partial index that holds little.
GONE = """
SELECT observation_id FROM memory_observationtext
WHERE observation_id = ANY(%s) AND state <> 'live'
UNION ALL
SELECT observation_id FROM memory_retraction
WHERE observation_id = ANY(%s) AND reinstated_by_id IS NULL AND kind = ANY(%s)
UNION ALL
SELECT observation.id FROM memory_retraction retraction
JOIN memory_observation observation ON observation.source_id = retraction.source_id
WHERE observation.id = ANY(%s)
AND retraction.source_id IS NOT NULL AND retraction.reinstated_by_id IS NULL
AND retraction.kind = ANY(%s)
"""
