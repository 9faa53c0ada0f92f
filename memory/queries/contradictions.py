"""Which claims cannot both hold: by cardinality, by negation, while both are valid."""

from collections.abc import Collection
from decimal import Decimal
from typing import NamedTuple

from django.db import connection

from memory.classifier.same_amount import may_be_equal
from memory.queries.canonical import KIN


class Contradiction(NamedTuple):
    """Two claims in id order that cannot both hold."""

    first: int
    second: int
    kind: str


def contradictions(claims: Collection[int]) -> list[Contradiction]:
    """What some claims contradict, among claims that have not ended.

    Two claims with equal qualifiers and overlapping validity contradict each other
    when a functional predicate has two objects for one subject, an inverse-functional
    one two subjects for one object, or a predicate and its negation meet. Found over
    indexes; likeness plays no part. Amounts that are equal in other units are one
    object, and nodes that were merged are one node.
    """
    with connection.cursor() as cursor:
        cursor.execute(MEET, [sorted(claims)])
        if not (pairs := cursor.fetchall()):
            return []
        mine, others, kinds = map(list, zip(*pairs, strict=True))
        cursor.execute(OPPOSE, [mine, others, kinds, mine])
        rows = cursor.fetchall()
    found = {Contradiction(*row[:3]) for row in rows if not _one_amount(*row[2:])}
    return sorted(found)


def _one_amount(
    kind: str,
    left: Decimal | None,
    left_unit: str,
    right: Decimal | None,
    right_unit: str,
) -> bool:
    if kind != "cardinality" or left is None or right is None:
        return False
    return may_be_equal(left, left_unit, right, right_unit)


# Few claims meet at all: what is sought at which node, and whether it is there. The
# look-ups stay look-ups (OFFSET 0), whatever the planner thinks of the walk.
MEET = f"""
WITH RECURSIVE mine AS (
    SELECT claim.id, claim.workspace_id, claim.subject_id, claim.object_id,
           predicate.id AS predicate_id, predicate.cardinality, predicate.negates_id
    FROM memory_claim claim
    JOIN memory_predicate predicate ON predicate.id = claim.predicate_id
    WHERE claim.id = ANY(%s)
), ends (node) AS (
    SELECT subject_id FROM mine UNION SELECT object_id FROM mine
), {KIN}, sought (mine, workspace, kind, subject, object, predicate) AS MATERIALIZED (
    SELECT id, workspace_id, 'cardinality', subject_id, NULL::bigint, predicate_id
    FROM mine WHERE cardinality IN ('functional', 'one_to_one')
    UNION ALL
    SELECT id, workspace_id, 'cardinality', NULL, object_id, predicate_id
    FROM mine WHERE cardinality IN ('inverse_functional', 'one_to_one')
    UNION ALL
    SELECT id, workspace_id, 'negation', subject_id, NULL, negates_id
    FROM mine WHERE negates_id IS NOT NULL
    UNION ALL
    SELECT mine.id, mine.workspace_id, 'negation', mine.subject_id, NULL, denial.id
    FROM mine JOIN memory_predicate denial ON denial.negates_id = mine.predicate_id
)
SELECT sought.mine, other.id, sought.kind
FROM sought JOIN kin ON kin.node = sought.subject
CROSS JOIN LATERAL (
    SELECT id FROM memory_claim WHERE workspace_id = sought.workspace
    AND subject_id = kin.alias AND predicate_id = sought.predicate OFFSET 0
) other
WHERE other.id <> sought.mine
UNION
SELECT sought.mine, other.id, sought.kind
FROM sought JOIN kin ON kin.node = sought.object
CROSS JOIN LATERAL (
    SELECT id FROM memory_claim WHERE workspace_id = sought.workspace
    AND object_id = kin.alias AND predicate_id = sought.predicate OFFSET 0
) other
WHERE other.id <> sought.mine
"""

# A pair of one cardinality differs in something; a statement and its negation in
# nothing else. A claim without a stated interval holds at all times.
OPPOSE = f"""
WITH RECURSIVE pair (mine, other, kind) AS (
    SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::text[])
), ends (node) AS (
    SELECT unnest(ARRAY[subject_id, object_id]) FROM memory_claim WHERE id = ANY(%s)
), {KIN}
SELECT first.id, second.id, pair.kind,
       first.value_number, first.value_unit, second.value_number, second.value_unit
FROM pair
JOIN memory_claim first ON first.id = least(pair.mine, pair.other)
JOIN memory_claim second ON second.id = greatest(pair.mine, pair.other)
JOIN memory_claimstatus one ON one.claim_id = first.id
JOIN memory_claimstatus two ON two.claim_id = second.id
WHERE pair.mine <> pair.other
AND (pair.kind = 'negation') = (
    EXISTS (SELECT 1 FROM kin
            WHERE first.subject_id IN (node, alias)
            AND second.subject_id IN (node, alias)
            AND (first.subject_id = second.subject_id OR node <> alias))
    AND (first.object_id IS NULL AND second.object_id IS NULL
         OR EXISTS (SELECT 1 FROM kin
                    WHERE first.object_id IN (node, alias)
                    AND second.object_id IN (node, alias)
                    AND (first.object_id = second.object_id OR node <> alias)))
    AND (first.value_number, first.value_unit, first.value_date, first.value_text,
         first.value_bool)
        IS NOT DISTINCT FROM
        (second.value_number, second.value_unit, second.value_date, second.value_text,
         second.value_bool)
)
AND first.qualifiers = second.qualifiers
AND one.status NOT IN ('superseded', 'retired')
AND two.status NOT IN ('superseded', 'retired')
AND EXISTS (
    SELECT 1
    FROM (SELECT 1) AS always
    LEFT JOIN memory_claimvalidity earlier ON earlier.claim_id = first.id
        AND NOT EXISTS (SELECT 1 FROM memory_claimvalidity later
                        WHERE later.replaces_id = earlier.id)
    LEFT JOIN memory_claimvalidity opposed ON opposed.claim_id = second.id
        AND NOT EXISTS (SELECT 1 FROM memory_claimvalidity later
                        WHERE later.replaces_id = opposed.id)
    WHERE tstzrange(earlier.valid_from, earlier.valid_to)
       && tstzrange(opposed.valid_from, opposed.valid_to)
)
"""
