"""Give one reply for one Idempotency-Key, however often and wherever it is sent."""

import datetime
from dataclasses import dataclass

from django.db import connection, transaction

from memory.models import ApiKey, IdempotentReply
from memory.rules.refused import Refused

# The first of the advisory lock's two numbers; the second is the reply's id.
REPLYING = 3
KEPT = datetime.timedelta(hours=24)


@dataclass(frozen=True)
class Turn:
    """The right to work out a reply; ends with `keep` or `give_up`."""

    reply: int


def take_turn(
    *, key: ApiKey, token: str, request: bytes, now: datetime.datetime
) -> Turn | IdempotentReply | None:
    """The reply that was given, the turn to work it out, or none: another has it.

    A turn is a session lock of the connection, which PostgreSQL frees when the
    process dies: a crash does not block the token. `request` is a SHA-256; raises
    Refused when the token came with another.
    """
    row = _row(key, token, request, now)
    if bytes(row.request_hash) != request:
        raise Refused(
            "content_differs",
            "This Idempotency-Key came with another request.",
            field="Idempotency-Key",
        )
    if row.status is not None:
        return row
    if not _lock("pg_try_advisory_lock", row.pk):
        return None
    # It may have been given between the look and the lock.
    row = IdempotentReply.objects.filter(pk=row.pk).first() or row
    if row.status is not None:
        _lock("pg_advisory_unlock", row.pk)
        return row
    return Turn(row.pk)


@transaction.atomic(durable=True)
def _row(
    key: ApiKey, token: str, request: bytes, now: datetime.datetime
) -> IdempotentReply:
    row, _ = IdempotentReply.objects.get_or_create(
        key=key, token=token, defaults={"request_hash": request, "created_at": now}
    )
    return row


@transaction.atomic(durable=True)
def _keep(turn: Turn, status: int, body: str) -> None:
    IdempotentReply.objects.filter(pk=turn.reply).update(status=status, body=body)


def keep(*, turn: Turn, status: int, body: str) -> None:
    """Keep the reply, to be given again, and end the turn."""
    try:
        _keep(turn, status, body)
    finally:
        give_up(turn=turn)


def give_up(*, turn: Turn) -> None:
    """End the turn without a reply: the next one works it out."""
    _lock("pg_advisory_unlock", turn.reply)


@transaction.atomic(durable=True)
def forget_replies(*, now: datetime.datetime) -> int:
    """Forget the replies that nobody sends again; gives their number."""
    old = IdempotentReply.objects.filter(created_at__lt=now - KEPT)
    return old.delete()[0]


def _lock(function: str, reply: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s, %s)", [REPLYING, reply % 2**31])
        (done,) = cursor.fetchone()
    return bool(done)
