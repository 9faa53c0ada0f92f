"""What a retraction reads follows the claims it reaches, whatever the store holds."""

from functools import partial

import pytest

from memory.queries.closure import affected
from memory.queries.evidence import Seeds
from memory.steps.leave import foresee
from tests.memory.buffers import buffers_of
from tests.memory.races.barrier import LONG
from tests.memory.store import build

pytestmark = pytest.mark.django_db(transaction=True)

AFFECTED_CLAIMS = 1_000
# The trees of both stores have as many levels: one more is one more page a look-up,
# whatever a walk does.
SMALLER, LARGER = 60_000, 1_000_000 if LONG else 120_000


def read(store_size: int) -> tuple[float, float]:
    """Pages that the closure and the whole pass look at, each affected claim."""
    (group,) = build(store_size, [AFFECTED_CLAIMS]).groups
    seeds = Seeds(observations=frozenset({group.observation}))
    assert len(affected(seeds)) == AFFECTED_CLAIMS
    closure = buffers_of(partial(affected, seeds))
    passed = buffers_of(partial(foresee, seeds, weigh=0))
    return closure / AFFECTED_CLAIMS, passed / AFFECTED_CLAIMS


def test_buffers_read_for_each_affected_claim() -> None:
    closure, passed = read(SMALLER)
    assert closure <= 4
    assert passed <= 6
    larger_closure, larger_passed = read(LARGER)
    assert larger_closure <= min(4, 1.2 * closure)
    assert larger_passed <= min(6, 1.2 * passed)
