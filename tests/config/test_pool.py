"""A connection that the server has closed is not handed out."""

from collections.abc import Iterator

import psycopg
import pytest
from django.conf import settings
from psycopg_pool import ConnectionPool

from config import pool

Pool = ConnectionPool[psycopg.Connection]


@pytest.fixture
def one() -> Iterator[Pool]:
    """A pool of one connection, as the site keeps them."""
    made = Pool(
        settings.DATABASE_URL,
        min_size=1,
        max_size=1,
        check=pool.check,
        kwargs={"autocommit": True},
    )
    with made:
        yield made


def backend(one: Pool) -> int:
    """The server's process behind the pool's connection."""
    with one.connection() as connection:
        return connection.info.backend_pid


def tell(statement: str, *given: object) -> None:
    """Run a statement on a connection of its own."""
    with psycopg.connect(settings.DATABASE_URL, autocommit=True) as other:
        other.execute(statement, given)


def test_a_closed_connection_is_replaced(one: Pool) -> None:
    first = backend(one)
    tell("SELECT pg_terminate_backend(%s, 5000)", first)
    with one.connection() as connection:
        assert connection.execute("SELECT 42").fetchone() == (42,)
        assert connection.info.backend_pid != first


def test_a_good_one_is_kept(one: Pool) -> None:
    assert backend(one) == backend(one)


def test_one_that_was_told_something_is_kept(one: Pool) -> None:
    with one.connection() as connection:
        connection.execute("LISTEN news")
        first = connection.info.backend_pid
    tell("NOTIFY news")
    assert backend(one) == first
