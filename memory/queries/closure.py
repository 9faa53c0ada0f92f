"""What rests on something, and what it rests on, from the covering indexes alone."""

from collections.abc import Collection

from django.db import connection

from memory.queries.evidence import Seeds
from memory.queries.walks import GIVEN, downward, upward

# So many steps down are taken in one statement, and so many times. All claims of a
# step are looked up at once, which reads each page of the index once a step; what lies
# deeper still is walked claim by claim.
STEPS, TIMES = 8, 4

FIRST = """
SELECT claim_id FROM memory_support WHERE observation_id = ANY(%s)
UNION
SELECT claim_id FROM memory_support WHERE premise_id = ANY(%s)
UNION
SELECT claim_id FROM memory_derivation WHERE id = ANY(%s)
"""


def _steps(start: str) -> str:
    """The claims of `start` and of the steps down from them, with the last marked.

    Each step leaves out what an earlier one found, so that no claim is looked up twice.
    """
    named = [f"s0 (claim_id) AS MATERIALIZED ({start})"]
    named += [
        f"s{step} (claim_id) AS MATERIALIZED ("
        "SELECT DISTINCT claim_id FROM memory_support"
        f" WHERE premise_id = ANY(ARRAY(SELECT claim_id FROM s{step - 1}))"
        f"{''.join(f' EXCEPT SELECT claim_id FROM s{n}' for n in range(step))})"
        for step in range(1, STEPS + 1)
    ]
    reached = [f"SELECT claim_id, {n == STEPS} FROM s{n}" for n in range(STEPS + 1)]
    return f"WITH {', '.join(named)} {' UNION ALL '.join(reached)}"


FIRST_STEPS, NEXT_STEPS = _steps(FIRST), _steps(GIVEN)

DEEPER = f"WITH RECURSIVE {downward(GIVEN)} SELECT claim_id FROM down"

CLOSURE = f"WITH RECURSIVE {upward(GIVEN)} SELECT claim_id FROM up"


def affected(seeds: Seeds) -> frozenset[int]:
    """The claims that rest on the seeds, directly or through premises.

    A claim of the seeds is in it only when it rests on another seed. The cost follows
    the claims found, however many the store holds and however deep they lie.
    """
    given = (seeds.observations, seeds.claims, seeds.derivations)
    found, fresh = _walk(FIRST_STEPS, *map(sorted, given))
    for _ in range(TIMES - 1):
        if not fresh:
            return frozenset(found)
        more, last = _walk(NEXT_STEPS, sorted(fresh))
        fresh = last - found
        found |= more
    return frozenset(found | _ids(DEEPER, sorted(fresh)) if fresh else found)


def closure(claims: Collection[int]) -> frozenset[int]:
    """Π*: the claims with every claim that they rest on, however far up."""
    return _ids(CLOSURE, sorted(claims))


def _walk(statement: str, *arrays: list[int]) -> tuple[set[int], set[int]]:
    """What some steps reach, and what of it only the last one does."""
    with connection.cursor() as cursor:
        cursor.execute(statement, arrays)
        rows = cursor.fetchall()
    before = {id_ for id_, last in rows if not last}
    last = {id_ for id_, last in rows if last} - before
    return before | last, last


def _ids(statement: str, *arrays: list[int]) -> frozenset[int]:
    with connection.cursor() as cursor:
        cursor.execute(statement, arrays)
        return frozenset(id_ for (id_,) in cursor.fetchall())
