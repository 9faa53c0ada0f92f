"""What was believed at an earlier instant, and why."""

import datetime
from dataclasses import dataclass

from django.db import connection

from memory.models import Claim, Derivation, StatusEvent
from memory.queries.evidence import SupportRow, resolved
from memory.queries.weights import Weight, weights
from memory.rules.lifecycle import Status


@dataclass(frozen=True)
class PastReading:
    """A derivation that had been recorded, and whether it counted then."""

    derivation: Derivation
    live: bool
    withdrawn: bool


@dataclass(frozen=True)
class Past:
    """A claim as it stood at an instant.

    `event` is what had brought it to its status; none before it was recorded.
    """

    at: datetime.datetime
    event: StatusEvent | None
    stands: bool
    readings: tuple[PastReading, ...]
    weight: Weight

    @property
    def status(self) -> Status | None:
        """The status as it was read then: without live evidence it is unverified."""
        if self.event is None:
            return None
        status = Status(self.event.after)
        if status == Status.admissible and not self.stands:
            return Status.unverified
        return status


def past(claim: Claim, at: datetime.datetime) -> Past:
    """What was believed of a claim at `at`, in record time.

    Derivations, withdrawals, retractions and statuses count as they had been recorded
    by then, all the way down. Compaction and erasure leave no instant behind: what
    they took counts as gone at every time.
    """
    with connection.cursor() as cursor:
        cursor.execute(CLOSURE_AT, {"claim": claim.pk, "at": at})
        rows = [SupportRow(*row) for row in cursor.fetchall()]
    evidence = resolved(rows)
    events = StatusEvent.objects.filter(claim=claim, at__lte=at).order_by("id")
    made = Derivation.objects.filter(pk__in=evidence.derivations_of.get(claim.pk, ()))
    live = set(evidence.live_derivations(claim.pk))
    wanted = ("words", "episode__words", "episode__agent", "episode__member__user")
    return Past(
        at=at,
        event=events.select_related("decision").last(),
        stands=evidence.stands(claim.pk),
        readings=tuple(
            PastReading(each, each.pk in live, each.pk in evidence.withdrawn)
            for each in made.select_related(*wanted).order_by("pk")
        ),
        weight=weights([claim.pk], evidence)[claim.pk],
    )


# As the closure of now, with every record that was written later left out.
CLOSURE_AT = """
WITH RECURSIVE up (claim_id) AS (
    SELECT %(claim)s::bigint
    UNION
    SELECT support.premise_id FROM up
    JOIN memory_support support ON support.claim_id = up.claim_id
    JOIN memory_derivation derivation ON derivation.id = support.derivation_id
    WHERE support.premise_id IS NOT NULL AND derivation.recorded_at <= %(at)s
),
retracted (observation_id, source_id) AS (
    SELECT retraction.observation_id, retraction.source_id
    FROM memory_retraction retraction
    JOIN memory_decision made ON made.id = retraction.decision_id
    LEFT JOIN memory_decision undone ON undone.id = retraction.reinstated_by_id
    WHERE retraction.workspace_id =
        (SELECT workspace_id FROM memory_claim WHERE id = %(claim)s)
    AND retraction.kind <> 'concern'
    AND made.at <= %(at)s AND (undone.at IS NULL OR undone.at > %(at)s)
)
SELECT support.claim_id, support.derivation_id, support.observation_id,
       support.premise_id,
       words.state = 'live'
       AND NOT EXISTS (SELECT 1 FROM retracted
                       WHERE retracted.observation_id = observation.id)
       AND NOT EXISTS (SELECT 1 FROM retracted
                       WHERE retracted.source_id = observation.source_id),
       source.voice, source.id,
       coalesce((SELECT event.after FROM memory_statusevent event
                 WHERE event.claim_id = up.claim_id AND event.at <= %(at)s
                 ORDER BY event.id DESC LIMIT 1), 'quarantined'),
       EXISTS (SELECT 1 FROM memory_withdrawal withdrawal
               JOIN memory_decision made ON made.id = withdrawal.decision_id
               LEFT JOIN memory_decision undone ON undone.id = withdrawal.undone_by_id
               WHERE withdrawal.derivation_id = support.derivation_id
               AND made.at <= %(at)s
               AND (undone.at IS NULL OR undone.at > %(at)s))
FROM up
JOIN memory_support support ON support.claim_id = up.claim_id
JOIN memory_derivation derivation ON derivation.id = support.derivation_id
    AND derivation.recorded_at <= %(at)s
LEFT JOIN memory_observation observation ON observation.id = support.observation_id
LEFT JOIN memory_observationtext words ON words.observation_id = observation.id
LEFT JOIN memory_source source ON source.id = observation.source_id
"""
