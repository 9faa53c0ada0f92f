"""A distilled episode against its own rows written one by one."""

from collections.abc import Iterator
from typing import Any

from django.db import connection, models, transaction

from benchmarks.figure import Figure, median, milliseconds
from memory.jobs.distil import drain
from memory.models import (
    Claim,
    ClaimStatus,
    Derivation,
    DerivationText,
    Event,
    Node,
    Quarantine,
    ReviewItem,
    StatusEvent,
    Support,
)
from tests.make import (
    make_agent,
    make_conclusion,
    make_observation,
    make_workspace,
    record_episode,
)

CLAIMS, SUPPORTS, ROUNDS = 30, 3, 9
WRITTEN: tuple[type[models.Model], ...] = (
    Node,
    Claim,
    ClaimStatus,
    Quarantine,
    ReviewItem,
    StatusEvent,
    Derivation,
    DerivationText,
    Support,
    Event,
)


def figures() -> Iterator[Figure]:
    """Thirty claims of three supports each, through the worker and by save()."""
    agent = make_agent(make_workspace())
    marks = {model: _last(model) for model in WRITTEN}
    taken = []
    for number in range(ROUNDS):
        record_episode(agent, **_episode(number))
        taken += milliseconds(drain, times=1)
    rows = {
        model: list(model._default_manager.filter(pk__gt=mark))
        for model, mark in marks.items()
    }
    saved = _saved(rows) / ROUNDS
    name = f"rows of {CLAIMS} claims by save() over the same distilled by a worker"
    yield Figure(name, saved / median(taken), 7, "×", at_least=True)


def _episode(number: int) -> dict[str, Any]:
    refs = [f"o{place}" for place in range(CLAIMS)]
    return {
        "observations": tuple(make_observation(ref) for ref in refs),
        "conclusions": tuple(
            make_conclusion(
                f"P-{number}-{place}",
                f"V-{number}-{place}",
                supports=[refs[(place + step) % CLAIMS] for step in range(SUPPORTS)],
            )
            for place in range(CLAIMS)
        ),
    }


def _last(model: type[models.Model]) -> int:
    row = model._default_manager.order_by("-pk").first()
    return row.pk if row else 0


def _saved(rows: dict[type[models.Model], list[models.Model]]) -> float:
    """How long it takes to save() the same rows, in one transaction, in ms."""
    tables = ", ".join(model._meta.db_table for model in rows)

    def save() -> None:
        for found in rows.values():
            for row in found:
                row.save(force_insert=True)

    with transaction.atomic():
        with connection.cursor() as cursor:
            # Keys to what is cut away along with these tables must not matter.
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(f"TRUNCATE {tables} CASCADE")
        (taken,) = milliseconds(save, times=1)
        transaction.set_rollback(True)
    return taken
