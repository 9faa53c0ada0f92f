"""What claims rested on at an instant of record time, and whether it resolved."""

import datetime
from collections.abc import Collection

from django.db import connection

from memory.models import StatusEvent
from memory.queries.evidence import Evidence, resolved
from memory.queries.evidence_rows import EvidenceRow
from memory.queries.walks import downward, upward
from memory.rules.lifecycle import ENDED

STATUS = """
    (SELECT after FROM memory_statusevent event
     WHERE event.claim_id = {claim} AND event.at <= %(at)s
     ORDER BY event.id DESC LIMIT 1)
"""

RETRACTED = """
    EXISTS (SELECT 1 FROM memory_retraction retraction
            JOIN memory_decision made ON made.id = retraction.decision_id
            LEFT JOIN memory_decision undone ON undone.id = retraction.reinstated_by_id
            WHERE retraction.{column} = observation.{of}
            AND retraction.kind <> 'concern'
            AND made.at <= %(at)s AND (undone.id IS NULL OR undone.at > %(at)s))
"""

ROOTS_THEN = "SELECT root, root FROM unnest(%(claims)s::bigint[]) AS root"

# A step that was recorded by then.
BY_THEN = {
    "joined": "JOIN memory_derivation derivation"
    " ON derivation.id = support.derivation_id",
    "only": "AND derivation.recorded_at <= %(at)s",
}

# As the closure of now, but of what was recorded and in force by then.
CLOSURE = f"""
WITH RECURSIVE {upward("SELECT unnest(%(claims)s::bigint[])", **BY_THEN)}
SELECT support.claim_id, support.derivation_id, support.observation_id,
       support.premise_id,
       NOT EXISTS (SELECT 1 FROM memory_observationtext words
                   WHERE words.observation_id = observation.id
                   AND words.gone_at <= %(at)s)
       AND NOT {RETRACTED.format(column="observation_id", of="id")}
       AND NOT {RETRACTED.format(column="source_id", of="source_id")},
       source.voice, source.id,
       coalesce({STATUS.format(claim="up.claim_id")}, 'quarantined'),
       EXISTS (SELECT 1 FROM memory_withdrawal withdrawal
               JOIN memory_decision made ON made.id = withdrawal.decision_id
               LEFT JOIN memory_decision undone ON undone.id = withdrawal.undone_by_id
               WHERE withdrawal.derivation_id = support.derivation_id
               AND made.at <= %(at)s AND (undone.id IS NULL OR undone.at > %(at)s))
FROM up
JOIN memory_support support ON support.claim_id = up.claim_id
JOIN memory_derivation derivation ON derivation.id = support.derivation_id
LEFT JOIN memory_observation observation ON observation.id = support.observation_id
LEFT JOIN memory_source source ON source.id = observation.source_id
WHERE derivation.recorded_at <= %(at)s
"""

DEPENDANTS = f"""
WITH RECURSIVE {downward(ROOTS_THEN, root="root", **BY_THEN)}
SELECT root, count(*) FROM down WHERE claim_id <> root
AND {STATUS.format(claim="down.claim_id")} <> ALL(%(ended)s)
GROUP BY root
"""


def resolve_as_of(claims: Collection[int], at: datetime.datetime) -> Evidence:
    """The closure of some claims as it resolved at an instant, in one statement.

    Texts that were compacted or erased since count as they did while they were there.
    """
    with connection.cursor() as cursor:
        cursor.execute(CLOSURE, {"claims": sorted(claims), "at": at})
        return resolved([EvidenceRow(*row) for row in cursor.fetchall()])


def dependants_as_of(claims: Collection[int], at: datetime.datetime) -> dict[int, int]:
    """How many claims that had not ended rested on each, directly or not."""
    ended = sorted(status.value for status in ENDED)
    with connection.cursor() as cursor:
        cursor.execute(DEPENDANTS, {"claims": sorted(claims), "at": at, "ended": ended})
        counted = dict(cursor.fetchall())
    return {claim: counted.get(claim, 0) for claim in claims}


def ended_as_of(claims: Collection[int], at: datetime.datetime) -> set[int]:
    """Those that were superseded or retired."""
    rows = StatusEvent.objects.filter(claim__in=claims, at__lte=at)
    last = rows.order_by("claim_id", "-id").distinct("claim_id")
    return {pk for pk, after in last.values_list("claim_id", "after") if after in ENDED}
