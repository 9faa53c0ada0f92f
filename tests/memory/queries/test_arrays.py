"""Lists reach PostgreSQL as they are, whatever they hold."""

from typing import Any

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

BIG = st.integers(-(2**63), 2**63 - 1)
# PostgreSQL holds no NUL and no half of a surrogate pair.
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


def back(array: list[Any], kind: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT %s::{kind}[]", [array])
        (found,) = cursor.fetchone()
    return found


@pytest.mark.django_db
@given(st.lists(BIG | st.none()), st.lists(TEXT | st.none()), st.lists(st.booleans()))
def test_what_comes_back_is_what_was_sent(
    numbers: list[int | None], texts: list[str | None], flags: list[bool]
) -> None:
    assert back(numbers, "bigint") == numbers
    assert back(texts, "text") == texts
    assert back(flags, "boolean") == flags
    square = [[len(numbers), 1], [len(texts), 2]]
    assert back(square, "bigint") == square


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words", [["null"], ["lost", "NULL"], ["lost", "re_support"], ["a,b"], ["", "x"]]
)
def test_words_come_back_as_words(words: list[str]) -> None:
    assert back(words, "text") == words


@pytest.mark.django_db
def test_numbers_are_looked_for_as_numbers() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 7 = ANY(%s), 8 = ANY(%s)", [[7, -9, 2**40], []])
        assert cursor.fetchone() == (True, False)
