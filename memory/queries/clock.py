"""The one clock that lag, leases and order are read from."""

import datetime

from django.db import connection


def database_now() -> datetime.datetime:
    """The database's time, so that a machine with a wrong clock does no harm."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (now,) = cursor.fetchone()
    assert isinstance(now, datetime.datetime)
    return now
