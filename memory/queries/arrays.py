"""Hands plain lists to PostgreSQL without looking at each element by itself."""

import re
from typing import Any

import psycopg
from psycopg.types.array import ListDumper

# What an array holds without quotes; "null" alone would be none.
WORD = re.compile(r"(?!null$)[a-z_]+")


class PlainDumper(ListDumper):
    """Writes a list of int, or of a few words, at once; the rest is psycopg's.

    psycopg asks of each element what it is, how it is written and whether it wants
    quotes: a retraction of 10,000 claims spent a tenth of its time on that.
    """

    def dump(self, obj: list[Any]) -> psycopg.abc.Buffer | None:
        """The list as the text of an array."""
        kinds = set(map(type, obj))
        if kinds == {int}:
            return f"{{{','.join(map(str, obj))}}}".encode()
        if kinds == {str} and all(map(WORD.fullmatch, set(obj))):
            return f"{{{','.join(obj)}}}".encode()
        return super().dump(obj)


def register() -> None:
    """Use it for every connection that is made from now on."""
    psycopg.adapters.register_dumper(list, PlainDumper)
