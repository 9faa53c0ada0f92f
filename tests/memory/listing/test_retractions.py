"""Retractions in a real listing, against traversals of the listing on paper."""

import random
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection

from memory.actions.reinstate import reinstate
from memory.actions.retract import Retracted, Target, retract
from memory.management.demo_listing import LISTING
from memory.management.listing import Step, read_listing
from memory.models import (
    Actor,
    Claim,
    ClaimStatus,
    Derivation,
    Dispute,
    RejectedCandidate,
    StatusEvent,
)
from memory.queries.clock import database_now
from memory.queries.closure import affected, closure
from memory.queries.evidence import Seeds
from tests.make import make_agent, make_workspace
from tests.memory.listing.loaded import (
    Loaded,
    below,
    effects,
    live,
    load,
    reached,
)
from tests.memory.listing.package import Package
from tests.memory.races.barrier import LONG

pytestmark = pytest.mark.django_db

TIMES = 60 if LONG else 8


@pytest.fixture(scope="module")
def loaded(django_db_setup: None, django_db_blocker: Any) -> Iterator[Loaded]:
    """The whole listing in the long run, else the part of the demo."""
    listing = Package().listing() if LONG else read_listing(LISTING)
    with django_db_blocker.unblock():
        agent = make_agent(make_workspace())
        yield load(agent, listing)
        call_command("flush", interactive=False, verbosity=0)
        connection.close()


def away(loaded: Loaded, publication: str, *, dry_run: bool = False) -> Retracted:
    return retract(
        workspace=loaded.agent.workspace,
        target=Target(source=loaded.source(publication).node.uid),
        kind="retraction",
        reason="misread",
        by=Actor(agent=loaded.agent),
        now=database_now(),
        dry_run=dry_run,
    )


def back(loaded: Loaded, taken: Retracted) -> None:
    assert taken.retraction is not None
    reinstate(
        workspace=loaded.agent.workspace,
        retraction=taken.retraction.uid,
        reason="read again",
        by=Actor(agent=loaded.agent),
        now=database_now(),
    )


def some_publications(loaded: Loaded, seed: int) -> list[str]:
    """Random publications that something rests on."""
    cited = sorted(
        each for each in loaded.listing.publications if loaded.drawn_from(each)
    )
    return random.Random(seed).sample(cited, TIMES)


def told(loaded: Loaded, found: Retracted) -> dict[str, str]:
    keys = {pk: key for key, pk in loaded.claims.items()}
    return {keys[each.claim]: str(each.effect) for each in found.passed.touched}


def disputed(loaded: Loaded) -> set[str]:
    rows = ClaimStatus.objects.filter(status="disputed")
    return loaded.names(rows.values_list("claim_id", flat=True))


def in_order(steps: list[Step]) -> list[str]:
    """The claims, each after those it rests on; raises CycleError."""
    graph: TopologicalSorter[str] = TopologicalSorter()
    for step in steps:
        graph.add(step.claim, *step.premises)
    return list(graph.static_order())


def test_cycles_are_refused_and_everything_else_enters(loaded: Loaded) -> None:
    assert set(in_order(loaded.kept)) == loaded.claims.keys()
    assert loaded.refused
    for step in loaded.refused:
        with pytest.raises(CycleError):
            in_order([*loaded.kept, step])
    workspace = loaded.agent.workspace
    rows = Derivation.objects.filter(workspace=workspace)
    assert rows.count() == len(loaded.kept)
    assert Claim.objects.filter(workspace=workspace).count() == len(loaded.claims)


def test_each_refusal_names_its_cycle(loaded: Loaded) -> None:
    steps = {(step.claim, x) for step in loaded.listing.steps() for x in step.premises}
    keys = {pk: key for key, pk in loaded.claims.items()}
    for path in RejectedCandidate.objects.values_list("path", flat=True):
        pks = dict(Claim.objects.filter(uid__in=path).values_list("uid", "pk"))
        named = [keys[pks[UUID(uid)]] for uid in path]
        assert named[0] == named[-1]
        assert set(pairwise(named)) <= steps


def test_both_walks_equal_a_traversal(loaded: Loaded) -> None:
    for publication in some_publications(loaded, 1):
        seen = loaded.drawn_from(publication)
        rows = frozenset(loaded.observations[key] for key in seen)
        found = loaded.names(affected(Seeds(observations=rows)))
        assert found == reached(loaded.kept, seen)
    for claim in random.Random(2).sample(sorted(loaded.claims), TIMES):
        found = loaded.names(closure([loaded.claims[claim]]))
        assert found == below(loaded.kept, claim)


def test_effects_and_disputes_equal_counting_from_scratch(loaded: Loaded) -> None:
    gone: set[str] = set()
    before, lost = live(loaded.kept, gone), set[str]()
    for publication in some_publications(loaded, 3):
        seen = loaded.drawn_from(publication)
        gone |= seen
        after = live(loaded.kept, gone)
        events = StatusEvent.objects.count()
        foretold = away(loaded, publication, dry_run=True)
        assert StatusEvent.objects.count() == events
        done = away(loaded, publication)
        assert done.passed == foretold.passed
        expected = effects(reached(loaded.kept, seen), before, after)
        assert told(loaded, done) == expected
        lost |= {claim for claim, effect in expected.items() if effect != "reached"}
        assert disputed(loaded) == lost
        before = after
    assert Dispute.objects.filter(state="open").count() == len(lost)


def test_what_comes_back_comes_back_exactly(loaded: Loaded) -> None:
    statuses = dict(ClaimStatus.objects.values_list("claim_id", "status"))
    weighed = loaded.weighed()
    taken = [away(loaded, each) for each in some_publications(loaded, 4)]
    assert disputed(loaded)
    for each in random.Random(5).sample(taken, len(taken)):
        back(loaded, each)
    assert dict(ClaimStatus.objects.values_list("claim_id", "status")) == statuses
    assert loaded.weighed() == weighed
    assert not Dispute.objects.exclude(state="resolved").exists()
