"""What a claim rests on alone is what it falls with, taken away one by one."""

from hypothesis import given
from hypothesis import strategies as st

from memory.rules.sole import SoleSupports

type Readings = dict[int, list[list[int]]]
CLAIMS, THINGS = 8, 6


@st.composite
def graphs(draw: st.DrawFn) -> Readings:
    """Claims 6, 7, … each on things 0 to 5 and on claims before it."""
    found: Readings = {}
    for claim in range(THINGS, THINGS + CLAIMS):
        support = st.integers(0, claim - 1)
        reading = st.lists(support, min_size=1, max_size=3, unique=True)
        found[claim] = draw(st.lists(reading, min_size=1, max_size=3))
    return found


def stands(readings: Readings, claim: int, gone: int) -> bool:
    """Whether it does without one thing or claim."""
    up = set(range(THINGS)) - {gone}
    for each, given_ in sorted(readings.items()):
        if each != gone and any(set(reading) <= up for reading in given_):
            up.add(each)
    return claim in up


@given(graphs())
def test_it_carries_alone_what_falls_with_it(readings: Readings) -> None:
    sole = SoleSupports(readings)
    for claim in readings:
        for support in range(claim):
            falls = not stands(readings, claim, support)
            assert sole.carries(support, claim) == falls


def test_two_readings_that_meet_further_up_rest_on_one_thing() -> None:
    sole = SoleSupports({"top": [["left"], ["right"]], "left": [["page"]],
                         "right": [["page", "note"]]})  # fmt: skip
    assert [x for x in ("left", "right", "page", "note") if sole.carries(x, "top")] == [
        "page"
    ]


def test_what_does_not_stand_rests_on_nothing() -> None:
    assert not SoleSupports({"fallen": []}).carries("page", "fallen")
