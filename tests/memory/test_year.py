"""A year of beliefs: what was read at an instant is what is told of it afterwards."""

import datetime
import random
from collections.abc import Callable
from uuid import UUID

import pytest

from memory.models import Claim
from memory.queries.as_of import belief_as_of
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from memory.rules.refused import Missing
from tests.memory.clock import pretending
from tests.memory.races.barrier import LONG
from tests.memory.steward import Steward

pytestmark = pytest.mark.django_db(transaction=True)
YEAR = datetime.timedelta(days=365)
INSTANTS = 500 if LONG else 40
# Hours pass so many times faster where there is less time.
PACE = 1 if LONG else 6
# So many claims are compared at each instant.
SAMPLE = 12
type Told = dict[int, tuple[object, ...]]


def told(belief: Belief, keys: dict[UUID, int]) -> tuple[object, ...]:
    """What is believed and why; claims by keys that an erasure does not change."""
    return (
        belief.status.value,
        belief.stands,
        [(x.pk, x.live, x.withdrawn) for x in belief.derivations],
        round(belief.confidence.by_source, 9),
        round(belief.confidence.independent, 9),
        belief.superseded_by and keys[belief.superseded_by],
        sorted(keys[uid] for uid in belief.supersedes),
        belief.validity,
    )


def snapshot(it: Steward) -> Told:
    """Every claim as it is read now."""
    keys = uids(it)
    found = beliefs(it.workspace, list(keys.values()))
    return {pk: told(belief, keys) for pk, belief in found.items()}


def as_of(it: Steward, at: datetime.datetime, sample: set[int]) -> Told:
    """Claims as they are said to have been then, without those that were not yet."""
    keys = uids(it)
    found = {}
    for uid, pk in keys.items():
        if pk not in sample:
            continue
        try:
            found[pk] = told(belief_as_of(it.workspace, uid, at), keys)
        except Missing:
            continue
    return found


def uids(it: Steward) -> dict[UUID, int]:
    rows = Claim.objects.filter(workspace=it.workspace)
    return dict(rows.values_list("uid", "pk"))


def happen(it: Steward, chance: random.Random) -> None:
    """One thing of all that can happen at once, the common ones more often."""
    place = chance.randrange(1000)
    # What people have refused is refused for good, so that new pumps come with time.
    pump = place % 4 + 4 * (it.clock.now().month // 2)
    acts: list[Callable[[], None]] = [
        lambda: it.record(pump, 5 + place % 3, place, place // 4, place // 5),
        lambda: it.retract(place, chance.choice(["retraction", "concern"])),
        lambda: it.reinstate(place),
        lambda: it.resolve(place, chance.choice(["uphold", "retire", "defer"])),
        lambda: it.review(place, chance.choice(["accept", "reject"])),
        lambda: it.settle(place, chance.choice(["supersede", "retire"])),
        lambda: it.undo(place),
        lambda: it.compact(24 + place),
        lambda: it.erase(place),
    ]
    (act,) = chance.choices(acts, weights=[30, 7, 6, 8, 8, 6, 4, 3, 1])
    act()


def live(
    it: Steward, chance: random.Random, instants: list[datetime.datetime]
) -> dict[datetime.datetime, Told]:
    """Let a year pass; gives what was read at each instant while it lasted."""
    recorded: dict[datetime.datetime, Told] = {}
    while it.clock.now() < instants[-1]:
        for _ in range(chance.randint(1, 6)):
            happen(it, chance)
        it.distil()
        found, hours = snapshot(it), chance.randint(1, 40) * PACE
        began = it.clock.now()
        it.tick(hours)
        over = began + datetime.timedelta(hours=hours)
        recorded |= {at: found for at in instants if began < at < over}
    return recorded


def test_what_was_read_is_what_is_told_of_it() -> None:
    chance = random.Random(5)
    with pretending() as clock:
        start = clock.advance(-YEAR)
        it = Steward.anew(clock)
        instants = sorted(start + chance.random() * YEAR for _ in range(INSTANTS))
        recorded = live(it, chance, instants)
        assert len(recorded) == INSTANTS
        assert len({str(each) for each in recorded.values()}) > INSTANTS / 4
        claims = sorted(uids(it).values())
        for at, found in recorded.items():
            sample = set(chance.sample(claims, min(SAMPLE, len(claims))))
            expected = {pk: row for pk, row in found.items() if pk in sample}
            assert as_of(it, at, sample) == expected, at
