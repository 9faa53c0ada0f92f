"""Which decisions count: small histories by hand."""

import pytest

from memory.rules.undoing import in_force, standing_after

# Each decision in order, "." or the position of the one it undoes; who counts;
# and what stands against undoing the first.
HISTORIES = [
    (". .", {0, 1}, [1]),
    (". 0", {1}, [1]),
    (". 0 1", {0, 2}, [2]),
    (". . 1", {0, 2}, []),
    (". . 1 2", {0, 1, 3}, [3]),
    (". . 1 0", {2, 3}, [3]),
    (". . 1 2 3", {0, 2, 4}, []),
    (". . . 2 1", {0, 3, 4}, []),
    (". . . 2", {0, 1, 3}, [1]),
]


@pytest.mark.parametrize(("history", "counting", "against"), HISTORIES)
def test_history(history: str, counting: set[int], against: list[int]) -> None:
    words = history.split()
    undoes = {n: None if word == "." else int(word) for n, word in enumerate(words)}
    assert in_force(undoes) == counting
    assert standing_after(0, undoes) == against


def test_what_came_before_stands_in_no_way() -> None:
    assert standing_after(2, {0: None, 1: None, 2: None}) == []


def test_undoing_something_earlier_stands_in_the_way_of_a_redo() -> None:
    assert standing_after(2, {0: None, 1: None, 2: 1, 3: 0}) == [3]
