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
    one two subjects for one object, or a predicate and its negation meet. One
    statement over indexes; likeness plays no part. Amounts that are equal in other
    units are one object, and nodes that were merged are one node.
    """
    with connection.cursor() as cursor:
        cursor.execute(FIND, {"claims": sorted(claims)})
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


# A pair of one cardinality differs in something; a statement and its negation in
# nothing else. A claim without a stated interval holds at all times.
FIND = f"""
WITH RECURSIVE mine AS (
    SELECT * FROM memory_claim WHERE id = ANY(%(claims)s)
), ends (node) AS (
    SELECT subject_id FROM mine UNION SELECT object_id FROM mine
), {KIN}, pair AS (
    SELECT mine.id AS mine, other.id AS other, 'cardinality' AS kind
    FROM mine
    JOIN memory_predicate predicate ON predicate.id = mine.predicate_id
    JOIN kin ON kin.node = mine.subject_id
    JOIN memory_claim other ON other.workspace_id = mine.workspace_id
        AND other.subject_id = kin.alias
        AND other.predicate_id = mine.predicate_id
    WHERE predicate.cardinality IN ('functional', 'one_to_one')
    UNION
    SELECT mine.id, other.id, 'cardinality'
    FROM mine
    JOIN memory_predicate predicate ON predicate.id = mine.predicate_id
    JOIN kin ON kin.node = mine.object_id
    JOIN memory_claim other ON other.workspace_id = mine.workspace_id
        AND other.object_id = kin.alias
        AND other.predicate_id = mine.predicate_id
    WHERE predicate.cardinality IN ('inverse_functional', 'one_to_one')
    UNION
    SELECT mine.id, other.id, 'negation'
    FROM mine
    JOIN memory_predicate predicate ON predicate.id = mine.predicate_id
    JOIN memory_predicate opposite
        ON opposite.id = predicate.negates_id OR opposite.negates_id = predicate.id
    JOIN kin ON kin.node = mine.subject_id
    JOIN memory_claim other ON other.workspace_id = mine.workspace_id
        AND other.subject_id = kin.alias
        AND other.predicate_id = opposite.id
)
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
