"""Sends a vector to PostgreSQL as an array of reals, in binary."""

from collections.abc import Sequence

import numpy as np
import psycopg
from psycopg.adapt import Dumper
from psycopg.pq import Format

REAL = psycopg.adapters.types["float4"]
# As array_send has it: the length of each number in bytes, then the number.
PAIR = np.dtype([("length", ">i4"), ("value", ">f4")])


class Reals:
    """Numbers that a statement takes as `%s`, and casts from real[] to what it needs.

    A text of 3,072 numbers takes either side longer to write or read than a search.
    """

    def __init__(self, values: Sequence[float]) -> None:
        self.values = values
        sent = np.empty(len(values), PAIR)
        sent["length"], sent["value"] = 4, values
        head = np.array([1, 0, REAL.oid, len(values), 1], ">i4")
        self.sent = head.tobytes() + sent.tobytes()


class Written(Dumper):
    """Tells psycopg how they look in a statement that a person reads."""

    oid = REAL.array_oid

    def dump(self, obj: Reals) -> bytes:
        """As array_in reads it."""
        return f"{{{','.join(map(repr, map(float, obj.values)))}}}".encode()


class Sent(Dumper):
    """Tells psycopg how they are sent."""

    format = Format.BINARY
    oid = REAL.array_oid

    def dump(self, obj: Reals) -> bytes:
        """They are made ready once, however often they are sent."""
        return obj.sent


# As soon as there are models, since a connection knows only what was registered before.
# Of two the last is taken, where a statement does not ask for the other.
psycopg.adapters.register_dumper(Reals, Written)
psycopg.adapters.register_dumper(Reals, Sent)
