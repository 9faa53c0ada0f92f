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


def midnight(now: datetime.datetime) -> datetime.datetime:
    """When the day of `now` began, UTC."""
    day = now.astimezone(datetime.UTC)
    return day.replace(hour=0, minute=0, second=0, microsecond=0)
