"""A database whose clock a test sets; whoever asks the database is told that time."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from memory.queries.clock import database_now

# A function of the same name, found first, on this connection and no other.
PRETEND = """
CREATE SCHEMA pretended;
CREATE TABLE pretended.shift (by interval NOT NULL);
INSERT INTO pretended.shift VALUES (interval '0');
CREATE FUNCTION pretended.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
AS 'SELECT pg_catalog.clock_timestamp() + by FROM pretended.shift';
SET search_path = pretended, pg_catalog, public;
"""


class Clock:
    """The database's time, which goes on from wherever it was set to."""

    def now(self) -> datetime.datetime:
        """As the product asks for it."""
        return database_now()

    def advance(self, by: datetime.timedelta) -> datetime.datetime:
        """Let time pass; gives the time then."""
        with connection.cursor() as cursor:
            seconds = by.total_seconds()
            cursor.execute(
                "UPDATE pretended.shift SET by = by + %s * interval '1 second'",
                [seconds],
            )
        return self.now()

    def reach(self, at: datetime.datetime) -> datetime.datetime:
        """Let time pass until then."""
        return self.advance(at - self.now())


@contextmanager
def pretending() -> Iterator[Clock]:
    """A clock that starts at the present; this thread's connection alone sees it."""
    with connection.cursor() as cursor:
        cursor.execute(PRETEND)
    try:
        yield Clock()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET search_path")
            cursor.execute("DROP SCHEMA pretended CASCADE")
