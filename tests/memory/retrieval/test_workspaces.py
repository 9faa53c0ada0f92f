"""However often it is asked, a workspace answers with rows of its own alone."""

import random

import pytest

from memory.models import Claim, Node, Source, Workspace
from memory.retrieval.dual import dual, embed_query
from tests.make import distil_episode, make_agent, make_conclusion, make_workspace
from tests.memory.embedding.plant import Counting, embedded, install
from tests.memory.races.barrier import LONG

pytestmark = pytest.mark.django_db(transaction=True)
SEARCHES = 10_000 if LONG else 200
WORDS = "pump P-101A P-101B V-1 V-2 feeds separator diagram doc://plant/doc.pdf the"


def planted(letters: str) -> Workspace:
    """Two workspaces hold the same names, and claims of their own at them."""
    agent = make_agent(make_workspace())
    stated = [
        make_conclusion(f"P-101{letter}", f"V-{n}") for n, letter in enumerate(letters)
    ]
    distil_episode(agent, conclusions=tuple(stated))
    embedded(agent.workspace)
    return agent.workspace


def own(workspace: Workspace) -> set[tuple[str, int]]:
    rows = {"node": Node, "claim": Claim, "source": Source}
    return {
        (kind, pk)
        for kind, table in rows.items()
        for pk in table._default_manager.filter(workspace=workspace).values_list(
            "pk", flat=True
        )
    }


def test_no_search_finds_a_foreign_row(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, Counting())
    here, there = planted("ABCD"), planted("ABEF")
    mine = {place: own(place) for place in (here, there)}
    assert not mine[here] & mine[there]
    rng, found = random.Random(5), 0
    for _ in range(SEARCHES // 2):
        query = " ".join(rng.sample(WORDS.split(), rng.randint(1, 4)))
        vector = embed_query(query)
        for place in (here, there):
            hits = {(hit.kind, hit.pk) for hit in dual(place, query, vector)}
            assert hits <= mine[place], query
            found += len(hits)
    assert found > 5 * SEARCHES
