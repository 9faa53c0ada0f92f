"""Hear what happened, and write down whom to tell of it."""

import datetime
from typing import Any

from django.db import connection, transaction

from memory.models import EventCursor, WebhookKind
from memory.queries.notices import MARKED

NAME = "webhooks"


@transaction.atomic(durable=True)
def hear_events(*, now: datetime.datetime) -> int:
    """Write the deliveries that new events call for; gives how many.

    Keeps true: an event counts once every transaction that began before its own has
    ended, so none appears behind the cursor; events of one kind and transaction are
    told as one; of a retraction or a supersession only who was told something by the
    gate that it touched is told. A store that was restored into another server counts
    its transactions anew: what the dump brought is read again, and nothing is told
    twice. Whoever hears at the same time waits for the cursor's row.
    """
    EventCursor.objects.get_or_create(name=NAME)
    cursor = EventCursor.objects.select_for_update().get(name=NAME)
    given: dict[str, Any] = {
        "cursor": cursor.transaction,
        "kinds": WebhookKind.values,
        "marked": MARKED,
        "now": now,
    }
    with connection.cursor() as statement:
        statement.execute(HEAR, given)
        cursor.transaction, made = statement.fetchone()
    cursor.save()
    return int(made)


# Older transactions than `low` have ended; none that counts from `high` has begun.
HEAR = """
WITH now AS (
    SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS low,
           pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS high
), seen AS (
    SELECT low, high, %(cursor)s::bigint > high AS restored,
           CASE WHEN %(cursor)s::bigint > high THEN 0 ELSE %(cursor)s END AS since
    FROM now
), fresh AS (
    SELECT event.workspace_id, event.kind, min(event.id) AS id, min(event.at) AS at,
           array_agg(event.subject_uid) AS subjects
    FROM memory_event event, seen
    WHERE event.kind = ANY(%(kinds)s)
          AND event.transaction >= (SELECT since FROM seen)
          AND (event.transaction < low OR restored AND event.transaction >= high)
    GROUP BY event.workspace_id, event.kind, event.transaction
), made AS (
    INSERT INTO memory_delivery
        (uid, workspace_id, webhook_id, event_id, state, attempts, due_at, error)
    SELECT gen_random_uuid(), fresh.workspace_id, webhook.id, fresh.id,
           'waiting', 0, %(now)s, ''
    FROM fresh
    JOIN memory_webhook webhook ON webhook.workspace_id = fresh.workspace_id
         AND webhook.active AND fresh.kind = ANY(webhook.kinds)
         AND webhook.created_at <= fresh.at
    WHERE fresh.kind NOT IN ('retracted', 'superseded') OR EXISTS (
        SELECT 1 FROM memory_decision decision
        JOIN LATERAL (
            SELECT claim_id FROM memory_affectedclaim
            WHERE decision_id = decision.id AND effect = ANY(%(marked)s)
            UNION ALL
            SELECT old_id FROM memory_supersession WHERE decision_id = decision.id
        ) touched ON true
        JOIN memory_receiptline line ON line.claim_id = touched.claim_id
             AND line.reason = ''
        JOIN memory_receipt receipt ON receipt.id = line.receipt_id
             AND NOT receipt.trial
        WHERE decision.workspace_id = fresh.workspace_id
              AND decision.uid = ANY(fresh.subjects)
    )
    ON CONFLICT (webhook_id, event_id) DO NOTHING
    RETURNING 1
)
SELECT low, (SELECT count(*) FROM made) FROM seen
"""
