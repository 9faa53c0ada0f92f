"""A hash chain over the rows of the log: one leaf a row, one link a batch."""

import datetime
import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from uuid import UUID

LEAF_BYTES = 32
START = bytes(LEAF_BYTES)

type Field = (
    str
    | int
    | float
    | bytes
    | memoryview
    | UUID
    | datetime.datetime
    | dict[str, object]
    | list[object]
    | None
)


def leaf(kind: str, fields: Iterable[Field]) -> bytes:
    """Bind 32 bytes to a row: its kind and every field, each with its length.

    A time counts as an instant, whatever zone it is read in; JSON by its keys in
    order; none differs from empty.
    """
    digest = sha256()
    for field in (kind, *fields):
        written = _bytes(field)
        digest.update(b"-" if written is None else len(written).to_bytes(8) + written)
    return digest.digest()


def link(
    previous: bytes, number: int, kind: str, ids: Sequence[int], leaves: bytes
) -> bytes:
    """The digest of a batch, which binds it to every batch before it."""
    return leaf("link", [previous, number, kind, list(ids), leaves])


def _bytes(field: Field) -> bytes | None:
    match field:
        case None:
            return None
        case bytes() | memoryview():
            return bytes(field)
        case datetime.datetime():
            return field.astimezone(datetime.UTC).isoformat().encode()
        case dict() | list():
            return json.dumps(field, sort_keys=True, ensure_ascii=False).encode()
        case _:
            return str(field).encode()
