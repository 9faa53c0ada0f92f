"""No tension waits longer than the bound, whatever the weights and the arrivals."""

import math
from dataclasses import replace

from hypothesis import given, settings
from hypothesis.strategies import (
    DataObject,
    DrawFn,
    composite,
    data,
    floats,
    integers,
    lists,
)

from tension.rules.fairness import (
    HEAVIEST,
    LIGHTEST,
    REST,
    Waiting,
    bound,
    chosen,
)


@composite
def crowds(draw: DrawFn) -> list[Waiting]:
    """Tensions that were last seen at some time within a hundred periods."""
    weights = draw(lists(integers(LIGHTEST, HEAVIEST), min_size=1, max_size=12))
    return [
        Waiting(number, weight, draw(floats(0, 100)))
        for number, weight in enumerate(weights)
    ]


@settings(max_examples=200, deadline=None)
@given(crowd=crowds(), limit=integers(1, 4), moments=data())
def test_none_waits_longer_than_the_bound(
    crowd: list[Waiting], limit: int, moments: DataObject
) -> None:
    last = {each.tension: each for each in crowd}
    longest = {each.tension: 0.0 for each in crowd}
    for period in range(100, 160):
        now = period + moments.draw(floats(0, 0.999))
        for tension in chosen(last.values(), limit):
            seen = last[tension]
            # Before the first round nobody surfaced anything.
            longest[tension] = max(longest[tension], now - max(seen.since, 100.0))
            last[tension] = replace(seen, since=now)
    for each in last.values():
        waited = max(longest[each.tension], 160 - each.since)
        assert waited <= bound(len(crowd), limit, each.weight) + 1


def test_the_bound_is_what_it_says() -> None:
    assert bound(7, 2, HEAVIEST) == math.ceil(7 / 2) + 1
    assert bound(7, 2, 1) == REST - REST / HEAVIEST + 4 + 1


def test_the_heavy_come_sooner_and_none_is_left_out() -> None:
    crowd = [Waiting(1, 1, 0.0), Waiting(2, 5, 0.0), Waiting(3, 1, -20.0)]
    assert chosen(crowd, 2) == [3, 2]
    assert chosen(crowd, 9) == [3, 2, 1]
