"""Rows that the product has written, written again in bare forms: save() and COPY."""

import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection, models, transaction
from psycopg.types.json import Jsonb

type Table = type[models.Model]
type Rows = Mapping[Table, Sequence[models.Model]]


def marks(tables: Sequence[Table]) -> dict[Table, int]:
    """The last key of each table, to tell what is written from here on."""
    return {table: _last(table) for table in tables}


def written(since: Mapping[Table, int]) -> Rows:
    """The rows above the marks, table by table."""
    return {
        table: list(table._default_manager.filter(pk__gt=mark).order_by("pk"))
        for table, mark in since.items()
    }


def copied(rows: Rows) -> Rows:
    """The same rows under keys of their own, so that every constraint holds again."""
    keys: dict[Table, dict[int, int]] = {}
    for table, found in rows.items():
        if not table._meta.pk.is_relation:
            drawn = _drawn(table, len(found))
            keys[table] = dict(zip((row.pk for row in found), drawn, strict=True))
    return {
        table: [_moved(row, keys) for row in found] for table, found in rows.items()
    }


@transaction.atomic(durable=True)
def save(rows: Rows) -> None:
    """Row by row, in one transaction."""
    for found in rows.values():
        for row in found:
            row.save(force_insert=True)


@transaction.atomic(durable=True)
def copy(rows: Rows) -> None:
    """Table by table by binary COPY, in one transaction."""
    with connection.cursor() as cursor:
        for table, found in rows.items():
            _copy(cursor.cursor, table, found)


def _copy(cursor: Any, table: Table, found: Sequence[models.Model]) -> None:
    fields = _columns(table)
    names = ", ".join(str(field.column) for field in fields)
    statement = f"COPY {table._meta.db_table} ({names}) FROM STDIN (FORMAT BINARY)"
    with cursor.copy(statement) as stream:
        stream.set_types([_type(field) for field in fields])
        for row in found:
            stream.write_row([_value(row, field) for field in fields])


def _last(table: Table) -> int:
    row = table._default_manager.order_by("-pk").first()
    return row.pk if row else 0


def _columns(table: Table) -> list[models.Field[Any, Any]]:
    return [
        field
        for field in table._meta.concrete_fields
        if not isinstance(field, models.GeneratedField)
    ]


def _type(field: models.Field[Any, Any]) -> str:
    """The name of the column's type without its length: varchar(60)[] is varchar[]."""
    return re.sub(r"\(\d+\)", "", field.db_type(connection) or "")


def _value(row: models.Model, field: models.Field[Any, Any]) -> Any:
    value = getattr(row, field.attname)
    return Jsonb(value) if isinstance(field, models.JSONField) else value


def _drawn(table: Table, count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(DRAW, [table._meta.db_table, count])
        return [key for (key,) in cursor.fetchall()]


DRAW = """
SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)
"""


def _moved(row: models.Model, keys: Mapping[Table, Mapping[int, int]]) -> models.Model:
    values = {}
    for field in _columns(type(row)):
        value = getattr(row, field.attname)
        of = field.related_model or type(row)
        if field.is_relation or field.primary_key:
            value = keys.get(of, {}).get(value, value)
        values[field.attname] = uuid.uuid4() if field.name == "uid" else value
    return type(row)(**values)
