"""Merges at one time: those that would make a circle are refused."""

from functools import partial

import pytest

from memory.models import Membership
from memory.rules.refused import Refused
from tests.make import distil_episode, make_agent, make_conclusion
from tests.memory.merging import ends, merge, plant_curator
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def curator() -> Membership:
    return plant_curator()


def test_of_two_opposite_merges_one_is_refused(curator: Membership) -> None:
    for number in rounds(30, 3):
        one, other = f"A{number}", f"B{number}"
        agent = make_agent(curator.workspace)
        distil_episode(agent, conclusions=(make_conclusion(one, f"W{number}"),))
        distil_episode(agent, conclusions=(make_conclusion(other, f"W{number}"),))
        acts = [
            partial(merge, curator, one, other),
            partial(merge, curator, other, one),
        ]
        (no,) = errors(at_once(*acts))
        assert isinstance(no, Refused)
        assert no.code == "already_one"


def test_of_four_merges_in_a_circle_one_is_refused(curator: Membership) -> None:
    circle = ["P-101A", "P101A", "P-9", "P-7"]
    pairs = zip(circle, circle[1:] + circle[:1], strict=True)
    (no,) = errors(at_once(*[partial(merge, curator, *pair) for pair in pairs]))
    assert isinstance(no, Refused)
    assert len(set(ends(*circle))) == 1
