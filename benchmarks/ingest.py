"""The claims of a distilled episode against their own rows, written in bare forms."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks import bare
from benchmarks.figure import Figure, Options, mean, processor
from memory.actions.store_distillation import store_distillation
from memory.actions.work import claim_next, release
from memory.jobs.distil import read
from memory.models import (
    Agent,
    Claim,
    ClaimStatus,
    Decision,
    Derivation,
    DerivationText,
    Event,
    Node,
    Quarantine,
    ReviewItem,
    StatusEvent,
    Support,
    Work,
)
from memory.queries.clock import database_now
from tests.make import (
    make_agent,
    make_conclusion,
    make_observation,
    make_workspace,
    record_episode,
)

CLAIMS, SUPPORTS, ROUNDS = 30, 3, 21
# In an order in which each refers to those before.
WRITTEN: tuple[bare.Table, ...] = (
    Node,
    Claim,
    Decision,
    ClaimStatus,
    Quarantine,
    ReviewItem,
    StatusEvent,
    Derivation,
    DerivationText,
    Support,
    Event,
)


def figures(options: Options) -> Iterator[Figure]:
    """Thirty claims of three supports each, stored, saved and copied in turn.

    The bare forms write the same rows under the same constraints and commit once; they
    read nothing, validate nothing, meet nothing that is known and look for no conflict.
    All are told by the time that they keep processors busy, here and in the database.
    """
    agent = make_agent(make_workspace())
    stored, saved, copied = [], [], []
    for number in range(ROUNDS):
        since = bare.marks(WRITTEN)
        stored += processor(store(agent, number), times=1)
        rows = bare.written(since)
        again, once_more = bare.copied(rows), bare.copied(rows)
        saved += processor(partial(bare.save, again), times=1)
        copied += processor(partial(bare.copy, once_more), times=1)
    what = f"{sum(map(len, rows.values()))} rows of {CLAIMS} claims"
    name = f"9 save() of the {what} over their distillation"
    yield Figure(name, mean(saved) / mean(stored), 7, "×", at_least=True)
    name = f"9 binary COPY of the {what} over their distillation"
    yield Figure(name, mean(copied) / mean(stored), 0.4, "×", at_least=True)


def store(agent: Agent, number: int) -> Callable[[], None]:
    """Record an episode, take its work and read it; what is left is to store it."""
    record_episode(agent, **_episode(number))
    lease = claim_next(now=database_now())
    assert lease is not None
    work = Work.objects.select_related("episode__words", "episode__workspace")
    episode = work.get(pk=lease.work).episode
    assert episode is not None
    reading = read(episode)

    def act() -> None:
        store_distillation(lease=lease, reading=reading, now=database_now())
        release(lease)

    return act


def _episode(number: int) -> dict[str, Any]:
    refs = [f"o{place}" for place in range(CLAIMS)]
    return {
        "observations": tuple(make_observation(ref) for ref in refs),
        "conclusions": tuple(
            make_conclusion(
                f"P-{number}-{place}",
                f"V-{number}-{place}",
                supports=[refs[(place + step) % CLAIMS] for step in range(SUPPORTS)],
            )
            for place in range(CLAIMS)
        ),
    }
