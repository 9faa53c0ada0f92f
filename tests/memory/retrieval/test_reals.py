"""Vectors reach PostgreSQL as they are."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from memory.models import Reals

pytestmark = pytest.mark.django_db
NUMBERS = st.lists(st.floats(width=32, allow_nan=False), min_size=1, max_size=40)


def read(numbers: list[float]) -> Any:
    given: list[Any] = [Reals(numbers)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::real[]::float8[]", given)
        return cursor.fetchone()[0]


@given(numbers=NUMBERS)
def test_reals_arrive_as_they_were_sent(numbers: list[float]) -> None:
    assert read(numbers) == numbers


@given(numbers=NUMBERS)
def test_a_statement_that_is_shown_reads_the_same(numbers: list[float]) -> None:
    given: list[Any] = [Reals(numbers)]
    with CaptureQueriesContext(connection) as shown, connection.cursor() as cursor:
        cursor.execute("SELECT %s::real[]::float8[]", given)
    with connection.cursor() as cursor:
        cursor.execute(shown[0]["sql"])
        assert cursor.fetchone()[0] == numbers


def test_a_vector_of_the_widest_table_arrives() -> None:
    numbers = [n / 4096 for n in range(3072)]
    assert read(numbers) == numbers
    given: list[Any] = [Reals(numbers)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT vector_dims(%s::real[]::halfvec)", given)
        assert cursor.fetchone() == (3072,)
