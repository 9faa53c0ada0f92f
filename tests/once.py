"""What many tests begin with: made once, and its rows put back before each other test.

To make them through the API takes seconds; to copy them back takes milliseconds.
"""

from collections.abc import Callable

from django.db import connection, transaction

from tests.emptying import KEPT


class Once[T]:
    """Gives what `make` made, in a store that holds what it wrote and nothing else.

    To be called where the store is empty. What is given belongs to all tests: they
    change the store only.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._made: list[T] = []
        self._rows: dict[str, bytes] = {}

    def __call__(self) -> T:
        if not self._made:
            made = self._make()
            self._rows = _taken()
            self._made.append(made)
        else:
            _put_back(self._rows)
        return self._made[0]


def _taken() -> dict[str, bytes]:
    """The rows of each table that holds any."""
    tables = connection.introspection.django_table_names(only_existing=True)
    names = {table: connection.ops.quote_name(table) for table in {*tables} - KEPT}
    found = {}
    with connection.cursor() as cursor:
        for table, name in sorted(names.items()):
            with cursor.copy(f"COPY {name} TO STDOUT") as copy:
                found[table] = b"".join(copy)
    return {names[table]: rows for table, rows in found.items() if rows}


def _put_back(tables: dict[str, bytes]) -> None:
    """Triggers are off: what they would write is there already."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for name, rows in tables.items():
            with cursor.copy(f"COPY {name} FROM STDIN") as copy:
                copy.write(rows)
        cursor.execute("SET LOCAL session_replication_role = origin")
