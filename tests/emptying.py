"""Empties the test database quickly between tests that commit.

Django truncates every table and makes its permissions again; with some sixty tables
that takes longer than most tests. Deleting what the few filled tables hold, triggers
off, takes milliseconds.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from django.core.management.commands import flush
from django.db.backends.postgresql.operations import DatabaseOperations

# What migrations write, and every test may count on.
KEPT = frozenset({"auth_permission", "django_content_type"})


def emptying(
    operations: DatabaseOperations,
    style: object,
    tables: Sequence[str],
    *,
    reset_sequences: bool = False,
    allow_cascade: bool = False,
) -> list[str]:
    """The statements that empty the tables which hold anything, in one transaction."""
    names = {table: operations.quote_name(table) for table in {*tables} - KEPT}
    asked = (
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {name})"
        for table, name in names.items()
    )
    with operations.connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        filled = [table for (table,) in cursor.fetchall()]
    if not filled:
        return []
    off = "SET LOCAL session_replication_role = replica"
    return [off, *(f"DELETE FROM {names[table]}" for table in filled)]


@pytest.fixture(scope="session", autouse=True)
def quick_emptying() -> Iterator[None]:
    """Every flush of the run goes this way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", emptying)
        patch.setattr(flush, "emit_post_migrate_signal", _nothing)
        yield


def _nothing(*args: Any, **more: Any) -> None:
    """Permissions and content types are still there."""
