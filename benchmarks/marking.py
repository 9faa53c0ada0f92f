"""The writes of a retraction known beforehand: in bare statements, and row by row."""

from dataclasses import dataclass

from django.db import connection, transaction

from memory.models import (
    Action,
    Actor,
    AffectedClaim,
    ClaimStatus,
    Decision,
    Dispute,
    Event,
    StatusEvent,
)
from memory.queries.clock import database_now
from memory.steps.status import decide

STAGED = {
    "memory_statusevent": "decision_id = %(done)s",
    "memory_affectedclaim": "decision_id = %(done)s",
    "memory_dispute": "opened_by_id = %(done)s",
    "memory_event": "kind = 'dispute_opened' AND subject_uid IN"
    " (SELECT uid FROM memory_dispute WHERE opened_by_id = %(done)s)",
}
# What of a staged row is of its own: a key, an identity, its decision.
OWN = (
    """
    UPDATE staged_memory_statusevent SET decision_id = %(again)s,
        id = nextval(pg_get_serial_sequence('memory_statusevent', 'id'))
    """,
    """
    UPDATE staged_memory_affectedclaim SET decision_id = %(again)s,
        id = nextval(pg_get_serial_sequence('memory_affectedclaim', 'id'))
    """,
    """
    UPDATE staged_memory_dispute SET opened_by_id = %(again)s,
        id = nextval(pg_get_serial_sequence('memory_dispute', 'id')),
        uid = gen_random_uuid()
    """,
    """
    UPDATE staged_memory_event
        SET id = nextval(pg_get_serial_sequence('memory_event', 'id'))
    """,
)


@dataclass(frozen=True)
class Writes:
    """The rows that a decision wrote, under a decision and keys of their own."""

    decision: Decision
    marked: list[int]


def stage(done: Decision) -> Writes:
    """Put copies of a decision's rows beside the store, as known beforehand."""
    again = decide(
        done.workspace,
        action=Action.RETRACT,
        by=Actor(policy="benchmark"),
        now=database_now(),
    )
    given = {"done": done.pk, "again": again.pk}
    with connection.cursor() as cursor:
        for table, theirs in STAGED.items():
            cursor.execute(f"DROP TABLE IF EXISTS staged_{table}")
            cursor.execute(
                f"CREATE TEMP TABLE staged_{table} AS"
                f" SELECT * FROM {table} WHERE {theirs} ORDER BY id",
                given,
            )
        for statement in OWN:
            cursor.execute(statement, given)
        cursor.execute("SELECT claim_id FROM staged_memory_statusevent ORDER BY 1")
        return Writes(again, [claim for (claim,) in cursor.fetchall()])


@transaction.atomic(durable=True)
def bare(writes: Writes) -> None:
    """One UPDATE of the statuses and one INSERT a table."""
    with connection.cursor() as cursor:
        cursor.execute(MARK, [writes.decision.uid, writes.decision.at, writes.marked])
        for table in STAGED:
            cursor.execute(
                f"INSERT INTO {table} OVERRIDING SYSTEM VALUE"
                f" SELECT * FROM staged_{table}"
            )


def row_by_row(writes: Writes) -> None:
    """The same by save(), row by row, in one transaction; reading is left out."""
    states = list(ClaimStatus.objects.filter(claim__in=writes.marked))
    rows = [
        row
        for model in (StatusEvent, AffectedClaim, Dispute, Event)
        for row in model._default_manager.raw(
            f"SELECT * FROM staged_{model._meta.db_table}"
        )
    ]
    with transaction.atomic(durable=True):
        for state in states:
            state.status, state.changed_at = "disputed", writes.decision.at
            state.cause_kind, state.cause_uid = "retraction", writes.decision.uid
            state.save()
        for row in rows:
            row.save(force_insert=True)


@transaction.atomic(durable=True)
def wipe(decision: Decision) -> None:
    """Take out of the store what a decision wrote, but for a retraction given back."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in WIPE:
            cursor.execute(statement, {"done": decision.pk})


MARK = """
UPDATE memory_claimstatus
SET status = 'disputed', cause_kind = 'retraction', cause_uid = %s,
    cause_episode_id = NULL, changed_at = %s
WHERE claim_id = ANY(%s)
"""

WIPE = (
    """
UPDATE memory_claimstatus SET status = 'admissible' WHERE claim_id = ANY(ARRAY(
    SELECT claim_id FROM memory_statusevent WHERE decision_id = %(done)s))
    """,
    """
DELETE FROM memory_statusevent WHERE decision_id = %(done)s
    """,
    """
DELETE FROM memory_event WHERE id IN (SELECT id FROM staged_memory_event)
    """,
    """
DELETE FROM memory_affectedclaim WHERE decision_id = %(done)s
    """,
    """
DELETE FROM memory_dispute WHERE opened_by_id = %(done)s
    """,
    """
UPDATE memory_retraction SET reinstated_by_id = decision_id
    WHERE decision_id = %(done)s AND reinstated_by_id IS NULL
    """,
)
