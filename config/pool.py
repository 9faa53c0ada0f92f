"""The pool of connections to PostgreSQL."""

from select import POLLIN, poll
from typing import Any

from psycopg import Connection
from psycopg_pool import ConnectionPool


def check(connection: Connection[Any]) -> None:
    """Raises OperationalError for a pooled connection that the server has closed.

    An idle server says nothing. So a connection with nothing to read is good, at no
    cost; where there is something, which may be a goodbye, the server is asked.
    """
    waiting = poll()
    waiting.register(connection.fileno(), POLLIN)
    if waiting.poll(0):
        ConnectionPool.check_connection(connection)
