"""Confidence: worked numbers, its laws, and how it fades."""

import random
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.confidence import (
    Reading,
    compose,
    now,
)
from tests.memory.rules.readings import reading


def test_no_reading_is_no_confidence() -> None:
    found = compose([])
    assert (found.independent, found.by_source, found.groups) == (0.0, 0.0, ())


def test_three_readings_of_one_document() -> None:
    found = compose([reading(n, voices="p") for n in (3, 1, 2)])
    assert found.independent == pytest.approx(0.992)
    assert found.by_source == pytest.approx(0.8)
    assert found.groups == ((1, 2, 3),)
    assert found.shared == {"p": (1, 2, 3)}


def test_three_independent_readings() -> None:
    found = compose([reading(1, voices="a"), reading(2, voices="b"), reading(3)])
    assert found.by_source == found.independent == pytest.approx(0.992)
    assert found.groups == ((1,), (2,), (3,))
    assert found.shared == {}


def test_the_best_reading_of_a_group_counts() -> None:
    readings = [
        reading(1, 0.5, "a"),
        reading(2, 0.6, "ab"),
        reading(3, 0.7, "b"),
        reading(4, 0.9, "c"),
    ]
    found = compose(readings)
    assert found.groups == ((1, 2, 3), (4,))
    assert found.by_source == pytest.approx(0.97)  # 1 − 0.3 · 0.1
    assert found.independent == pytest.approx(0.994)  # 1 − 0.5 · 0.4 · 0.3 · 0.1
    assert found.shared == {"a": (1, 2), "b": (2, 3)}


def test_a_bridge_can_lower_the_bound() -> None:
    apart = [reading(1, 0.8, "a"), reading(2, 0.8, "b")]
    bridged = [*apart, reading(3, 0.1, "ab")]
    assert compose(apart).by_source == pytest.approx(0.96)
    assert compose(bridged).by_source == pytest.approx(0.8)


def test_near_texts_and_one_voice_link() -> None:
    found = compose(
        [
            reading(1, voices="a", prints=(0b1000, 1 << 40)),
            reading(2, voices="b", prints=(0b1111,)),
            reading(3, one_voice=True),
            reading(4, one_voice=True),
            reading(5, prints=(0b1111 << 20,)),
        ]
    )
    assert found.groups == ((1, 2), (3, 4), (5,))
    assert found.repeated == (1, 2)
    assert found.one_voice == (3, 4)
    assert compose([reading(3, one_voice=True)]).one_voice == ()


def test_a_shared_source_explains_a_shared_text() -> None:
    found = compose([reading(n, voices="a", prints=(7,)) for n in (1, 2)])
    assert found.repeated == ()


@pytest.mark.parametrize("kappa", [-0.01, 1.01, float("nan"), float("inf")])
def test_a_confidence_is_a_share(kappa: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        reading(1, kappa)


readings_lists = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.sets(st.sampled_from("abcdef"), max_size=2),
        st.sets(st.integers(0, 40), max_size=2),
        st.booleans(),
    ),
    max_size=9,
).map(
    lambda rows: [
        Reading(n, kappa, frozenset(voices), frozenset(prints), mark)
        for n, (kappa, voices, prints, mark) in enumerate(rows)
    ]
)


def linked(a: Reading, b: Reading) -> bool:
    alike = any(
        bin(p ^ q).count("1") <= 3 for p in a.fingerprints for q in b.fingerprints
    )
    return bool(a.voices & b.voices) or alike or (a.one_voice and b.one_voice)


@given(readings_lists)
def test_the_bound_never_exceeds_independence(readings: list[Reading]) -> None:
    found = compose(readings)
    assert 0 <= found.by_source <= found.independent <= 1
    if not any(linked(a, b) for a in readings for b in readings if a.id != b.id):
        assert found.by_source == found.independent


@given(readings_lists, st.integers())
def test_order_changes_nothing(readings: list[Reading], seed: int) -> None:
    mixed = random.Random(seed).sample(readings, len(readings))
    assert compose(mixed) == compose(readings)


@given(readings_lists)
def test_groups_are_the_connected_components(readings: list[Reading]) -> None:
    group_of = {r.id: r.id for r in readings}
    for _ in readings:
        for a in readings:
            for b in readings:
                if linked(a, b):
                    low = min(group_of[a.id], group_of[b.id])
                    group_of[a.id] = group_of[b.id] = low
    expected = {
        tuple(sorted(i for i in group_of if group_of[i] == g))
        for g in group_of.values()
    }
    assert set(compose(readings).groups) == expected


def test_confidence_fades_by_half() -> None:
    assert now(0.8, 30, 30) == pytest.approx(0.4)
    assert now(0.8, 90, 30) == pytest.approx(0.1)
    assert now(0.8, 1e9, None) == 0.8
    assert now(0.8, -5, 30) == 0.8
    assert now(0.8, 1e12, 0.5) == 0.0
    for half_life in (0.0, -1.0, float("nan")):
        with pytest.raises(ValueError, match="half-life"):
            now(0.8, 1, half_life)


def test_order_changes_not_even_the_last_bit() -> None:
    kappas = (0.1, 0.2, 0.3, 0.7)
    orders = permutations([reading(n, k) for n, k in enumerate(kappas)])
    assert len({compose(order).independent for order in orders}) == 1


@given(st.integers(-(2**63), 2**63 - 1), st.sets(st.integers(0, 63), max_size=6))
def test_near_texts_join_whichever_bits_differ(base: int, flipped: set[int]) -> None:
    other = (base % 2**64) ^ sum(1 << bit for bit in flipped)
    joined = compose([reading(1, prints=(base,)), reading(2, prints=(other,))])
    assert (len(joined.groups) == 1) == (len(flipped) <= 3)


@pytest.mark.parametrize("untouched", range(4))
def test_near_texts_join_when_three_parts_of_a_print_differ(untouched: int) -> None:
    other = sum(1 << 16 * part for part in range(4) if part != untouched)
    joined = compose([reading(1, prints=(0,)), reading(2, prints=(other,))])
    assert joined.groups == ((1, 2),)


def test_a_thousand_readings_of_one_source_compose_to_one() -> None:
    many = [reading(n, voices="p", prints=(7, n << 20)) for n in range(1000)]
    found = compose(many)
    assert found.by_source == 0.8
    assert all(a < b for a, b in pairwise(found.shared["p"]))
