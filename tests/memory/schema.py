"""Reads the database's catalogue, and tries single rows against its constraints."""

import itertools
import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import Error, connection, transaction

type Row = dict[str, Any]
_numbers = itertools.count(10**9)

# What makes a copy of a row a new row of its table.
FRESH: dict[str, Callable[[], object]] = {
    "digest": lambda: "\\x" + uuid.uuid4().hex,
    "external_id": lambda: uuid.uuid4().hex,
    "id": lambda: next(_numbers),
    "about": lambda: str(uuid.uuid4()),
    "holder": lambda: str(uuid.uuid4()),
    "number": lambda: next(_numbers),
    "name": lambda: uuid.uuid4().hex,
    "position": lambda: next(_numbers),
    "ref": lambda: uuid.uuid4().hex,
    "replaces_id": lambda: None,
    "slug": lambda: uuid.uuid4().hex,
    "token": lambda: uuid.uuid4().hex,
    "uid": lambda: str(uuid.uuid4()),
    "url": lambda: uuid.uuid4().hex,
    "undoes_id": lambda: None,
}
# How rows of tables without a workspace are told apart.
OWNERS = {
    "memory_claimstatus": "(SELECT workspace_id FROM memory_claim WHERE id = claim_id)",
    "memory_idempotentreply": "(SELECT workspace_id FROM memory_apikey k"
    " WHERE k.id = key_id)",
    "memory_workspace": "id",
}


@dataclass(frozen=True)
class Constraint:
    """A named constraint, unique index or trigger of a table of the domain."""

    name: str
    table: str
    kind: str
    columns: tuple[str, ...]
    parent: str


CONSTRAINTS = """
SELECT conname, conrelid::regclass::text, contype::text,
       array(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS k (n, i)
             JOIN pg_attribute ON attrelid = conrelid AND attnum = n ORDER BY i),
       coalesce(nullif(confrelid, 0)::regclass::text, '')
FROM pg_constraint
WHERE conrelid::regclass::text LIKE %s AND contype IN ('c', 'u', 'f', 'x')
UNION ALL
SELECT tgname, tgrelid::regclass::text, 'trigger', '{}', tgfoid::regproc::text
FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE %s
UNION ALL
SELECT indexrelid::regclass::text, indrelid::regclass::text, 'u',
       array(SELECT attname::text FROM pg_attribute
             WHERE attrelid = indrelid AND attnum = ANY (indkey)), ''
FROM pg_index
WHERE indisunique AND indpred IS NOT NULL AND indrelid::regclass::text LIKE %s
"""


def constraints(app: str = "memory") -> list[Constraint]:
    """All that somebody named: what Django names itself starts with the app's name."""
    with connection.cursor() as cursor:
        cursor.execute(CONSTRAINTS, [f"{app}\\_%"] * 3)
        rows = [Constraint(a, b, c, tuple(d), e) for a, b, c, d, e in cursor.fetchall()]
    named = {
        constraint.name
        for model in apps.get_app_config(app).get_models()
        for constraint in model._meta.constraints
    }
    return [
        each
        for each in rows
        if not each.name.startswith(f"{app}_")
        or each.name in named
        or each.name.endswith("_same_workspace")
    ]


def pick(table: str, workspace: int, column: str = "") -> Row:
    """The newest row of the table in the workspace, with the column filled if any."""
    owned = OWNERS.get(table, "workspace_id")
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT to_jsonb(t) FROM {table} t WHERE {owned} = %s"
            f" ORDER BY to_jsonb(t)->>%s IS NULL, to_jsonb(t)->'id' DESC LIMIT 1",
            [workspace, column or "id"],
        )
        row = cursor.fetchone()
    assert row is not None, f"the world of tests/memory/world.py has no row of {table}"
    found: Row = json.loads(row[0]) if isinstance(row[0], str) else row[0]
    return found


def refusal(statement: str, *parameters: Any) -> str:
    """The name of the constraint that refuses a statement; empty when none does.

    Whatever the statement did is undone, so that one good row serves many tries.
    """
    try:
        with transaction.atomic():
            write(statement, *parameters)
            transaction.set_rollback(True)
    except Error as error:
        cause = error.__cause__
        diag = getattr(cause, "diag", None)
        return getattr(diag, "constraint_name", None) or str(cause)
    return ""


def write(statement: str, *parameters: Any) -> None:
    """Carry out a statement for the rest of the test."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)


def copying(
    table: str, row: Row, changes: Row, keep: tuple[str, ...] = ()
) -> tuple[str, str]:
    """What inserts a changed copy of a row, new in all but the kept columns."""
    fresh = {
        name: make()
        for name, make in FRESH.items()
        if name in row and name not in keep and name not in changes
    }
    statement = (
        f"INSERT INTO {table} SELECT made.*"
        f" FROM jsonb_populate_record(NULL::{table}, %s) made"
    )
    return statement, json.dumps(row | fresh | changes)


def copy(table: str, row: Row, changes: Row, keep: tuple[str, ...] = ()) -> str:
    """What refuses a changed copy of a row."""
    return refusal(*copying(table, row, changes, keep))


def change(table: str, row: Row, changes: Row) -> str:
    """What refuses a change in place; for tables without a number of their own."""
    columns = ", ".join(f"{name} = made.{name}" for name in changes or row)
    key = "id" if "id" in row else "claim_id"
    return refusal(
        f"UPDATE {table} t SET {columns}"
        f" FROM jsonb_populate_record(NULL::{table}, %s) made WHERE t.{key} = %s",
        json.dumps(row | changes),
        row[key],
    )


def attempt(table: str, row: Row, changes: Row) -> str:
    """Write a changed row in whichever way the table allows."""
    return (copy if "id" in row else change)(table, row, changes)
