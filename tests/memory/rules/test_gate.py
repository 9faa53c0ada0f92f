"""What of the lenses' finds is told, worked out by hand."""

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans, integers, lists

from memory.rules.gate import chosen, settled


@pytest.mark.parametrize(
    ("ordered", "k", "served"),
    [
        # Odd claims are of one voice.
        ([1, 3, 5, 2, 4], 4, [1, 3, 2, 4]),
        ([1, 3, 5, 2, 4], 3, [1, 2, 4]),
        ([1, 3, 5, 2], 4, [1, 2]),
        ([1, 3, 5], 2, [1, 3]),
        ([2, 4, 6, 1], 3, [2, 4, 6]),
        ([1, 2], 1, [2]),
        ([], 3, []),
    ],
)
def test_one_voice_has_half_at_most(
    ordered: Sequence[int], k: int, served: list[int]
) -> None:
    assert chosen(ordered, {1, 3, 5}, k) == served


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lists(booleans(), max_size=30), integers(1, 12))
def test_one_voice_never_outnumbers_the_others(marks: list[bool], k: int) -> None:
    voiced = set(itertools.compress(range(len(marks)), marks))
    served = chosen(range(len(marks)), voiced, k)
    inside = sum(claim in voiced for claim in served)
    others = len(marks) - len(voiced)
    assert served == sorted(served)
    assert len(served) <= k
    assert inside <= len(served) / 2 or others == 0
    # Nothing is left out for no reason: the others fill what there is.
    assert len(served) - inside == min(others, k - inside)


@pytest.mark.parametrize(
    ("ordered", "k", "is_settled"),
    [
        ([2, 4, 6], 3, True),
        ([1, 2, 3, 4], 4, True),
        # One more of the voice than half; fewer than there is room for.
        ([1, 2, 3], 3, False),
        ([1, 3], 2, False),
        ([2, 4], 3, False),
        ([1], 1, False),
    ],
)
def test_enough_of_others_settle_it(
    ordered: Sequence[int], k: int, is_settled: bool
) -> None:
    assert settled(ordered, {1, 3, 5}, k) == is_settled


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lists(booleans(), max_size=30), integers(1, 12))
def test_what_is_settled_is_served_whatever_comes_behind(
    marks: list[bool], k: int
) -> None:
    claims = list(range(len(marks)))
    voiced = set(itertools.compress(claims, marks))
    if settled(claims[:k], voiced, k):
        assert chosen(claims, voiced, k) == claims[:k]
