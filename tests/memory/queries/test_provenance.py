"""The drawn provenance of a claim against the same walk on paper."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from memory.models import ObservationText
from memory.queries.provenance import provenance
from memory.queries.provenance_view import Key, Provenance, Wanted
from tests.memory.dag import Dag, build, random_plan
from tests.memory.queries.plain_walk import Name, Paper, names

pytestmark = pytest.mark.django_db
WHOLE = Wanted(up=20, down=20, limit=100_000)


def random_paper(seed: int) -> Paper:
    """A random graph in which every fifth observation has lost its words."""
    rng = random.Random(seed)
    dag = build(random_plan(rng, 24, 18), 24, 18)
    gone = frozenset(range(seed % 5, 18, 5))
    lost = [dag.observations[number].pk for number in gone]
    words = ObservationText.objects.filter(observation__in=lost)
    words.update(text=None, state="erased")
    return Paper(dag, gone)


def look(dag: Dag, root: int, wanted: Wanted) -> Provenance:
    """What is drawn around a claim."""
    return provenance(dag.workspace, dag.claims[root].uid, wanted)


def drawn(dag: Dag, found: Provenance) -> dict[Name, int]:
    """The nodes by their names on paper, with their distance."""
    known = names(dag)
    return {known[node.key]: node.at.depth for node in found.nodes}


def middle(dag: Dag) -> Iterable[int]:
    """Claims with something above and something below."""
    return random.Random(1).sample(range(len(dag.claims)), 5)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(("up", "down"), [(1, 1), (2, 0), (0, 3), (20, 20)])
def test_it_draws_what_a_plain_walk_finds(seed: int, up: int, down: int) -> None:
    paper = random_paper(seed)
    dag, known = paper.dag, names(paper.dag)
    for root in middle(dag):
        found = look(dag, root, replace(WHOLE, up=up, down=down))
        assert drawn(dag, found) == paper.around(root, up, down)
        edges = {(known[link.upper], known[link.lower]) for link in found.links}
        assert edges == paper.edges(drawn(dag, found))
        assert len(edges) == len(found.links)


@pytest.mark.parametrize("seed", [4, 5])
def test_each_node_resolves_as_on_paper(seed: int) -> None:
    paper = random_paper(seed)
    dag, known = paper.dag, names(paper.dag)
    up = paper.standing()
    for root in middle(dag):
        for node in look(dag, root, WHOLE).nodes:
            kind, number = known[node.key]
            if kind == "claim":
                assert node.live == (number in up)
                assert node.status == ("admissible" if node.live else "unverified")
                assert ((node.confidence or 0) > 0) == node.live
            if kind == "observation":
                assert node.live == (number not in paper.gone)


@pytest.mark.parametrize("seed", [6, 7])
def test_sole_is_what_the_claim_falls_with(seed: int) -> None:
    paper = random_paper(seed)
    dag, known = paper.dag, names(paper.dag)
    up = paper.standing()
    for root in middle(dag):
        for node in look(dag, root, WHOLE).nodes[1:]:
            name = known[node.key]
            lower, upper = name, root
            if node.at.side == "down":
                lower, upper = ("claim", root), name[1]
            falls = upper in up and upper not in paper.standing(without=lower)
            assert node.sole == falls, (root, name)


@pytest.mark.parametrize("seed", [8, 9])
@pytest.mark.parametrize("filter_", ["dead", "sole"])
def test_a_filter_keeps_exactly_the_ways_to_what_it_looks_for(
    seed: int, filter_: str
) -> None:
    dag = random_paper(seed).dag
    for root in middle(dag):
        whole = look(dag, root, WHOLE)
        wanted = replace(WHOLE, dead=filter_ == "dead", sole=filter_ == "sole")
        seen = {node.key for node in look(dag, root, wanted).nodes}
        kept = on_the_way(whole, filter_)
        assert {key for key in seen - kept if key.kind != "source"} == set()
        assert kept <= seen


def on_the_way(whole: Provenance, filter_: str) -> set[Key]:
    """The root and every node that leads from it to one that the filter seeks."""
    lowers: dict[Key, set[Key]] = {}
    for link in whole.links:
        lowers.setdefault(link.upper, set()).add(link.lower)
    sought = [
        node
        for node in whole.nodes[1:]
        if (node.sole if filter_ == "sole" else not node.live)
    ]
    kept = {whole.root.key}
    for node in whole.nodes[1:]:
        below = reached(node.key, lowers)
        if node.at.side == "up" and any(each.key in below for each in sought):
            kept.add(node.key)
        if node.at.side == "down" and any(
            node.key in reached(each.key, lowers)
            for each in sought
            if each.at.side == "down"
        ):
            kept.add(node.key)
    return kept


def reached(start: Key, lowers: dict[Key, set[Key]]) -> set[Key]:
    """A node with everything below it."""
    found, waiting = {start}, [start]
    while waiting:
        more = lowers.get(waiting.pop(), set()) - found
        found |= more
        waiting += more
    return found
