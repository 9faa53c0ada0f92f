"""However large the tree, a drawing has its limit, and everything in it is in reach."""

import time
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.queries.provenance import provenance
from memory.queries.provenance_view import MOST_DRAWN, Provenance, Wanted
from memory.rules.refused import Missing
from tests.make import make_workspace
from tests.memory.dag import Dag, Step, build

pytestmark = pytest.mark.django_db
UP = Wanted(up=20, down=0)


def tree(claims: int, fan: int) -> Dag:
    """Claim 0 on claims 1 to `fan`, each of those on the next `fan`, and so on.

    The leaves rest on an observation each; sources are shared by all.
    """
    plan = []
    for claim in range(claims):
        premises = range(claim * fan + 1, min(claims, claim * fan + fan + 1))
        seen = () if premises else (claim,)
        plan.append(Step(claim, frozenset(seen), frozenset(premises)))
    return build(plan, claims, claims)


def look(dag: Dag, root: int, wanted: Wanted) -> Provenance:
    """What is drawn around a claim."""
    return provenance(dag.workspace, dag.claims[root].uid, wanted)


def size(found: Provenance) -> int:
    """Everything that takes a place in the drawing."""
    return len(found.nodes) + len(found.stubs)


@pytest.mark.parametrize(("fan", "least"), [(1, 22), (12, 80), (1999, 49)])
def test_two_thousand_nodes_answer_at_once_and_stay_in_the_limit(
    fan: int, least: int
) -> None:
    dag = tree(2000, fan)
    took = []
    for _ in range(3):
        started = time.perf_counter()
        found = look(dag, 0, UP)
        took.append(time.perf_counter() - started)
    assert min(took) < 1
    assert least <= size(found) <= MOST_DRAWN
    spots = {(node.at.x, node.at.y) for node in found.nodes}
    spots |= {(stub.x, stub.y) for stub in found.stubs}
    assert len(spots) == size(found)


@pytest.mark.parametrize("fan", [1, 7, 60])
def test_what_is_folded_away_is_counted(fan: int) -> None:
    dag = tree(200, fan)
    for root in (0, 1):
        found = look(dag, root, Wanted(up=2, down=2))
        whole = look(dag, root, Wanted(up=3, down=3, limit=10_000))
        seen = {node.key for node in found.nodes}
        for stub in found.stubs:
            if stub.opening.side == "up":
                ends = [x.lower for x in whole.links if x.upper == stub.claim]
            else:
                ends = [x.upper for x in whole.links if x.lower == stub.claim]
            assert stub.hidden == len(set(ends) - seen) > 0


def test_following_stubs_reaches_everything_within_the_limit() -> None:
    dag = tree(300, 120)
    seen = set()
    found = look(dag, 0, Wanted(up=1, down=0))
    for _ in range(40):
        seen |= {node.key for node in found.nodes}
        assert size(found) <= MOST_DRAWN
        later = [x for x in found.stubs if not x.earlier and x.claim == found.root.key]
        if not later:
            break
        found = look(dag, 0, replace(found.wanted, openings=(later[0].opening,)))
    assert len([key for key in seen if key.kind == "claim"]) == 121
    earlier = [x for x in found.stubs if x.earlier]
    assert sum(x.hidden for x in earlier) == 120 - len(found.nodes) + 1


def test_opening_a_node_takes_nothing_away() -> None:
    dag = tree(2000, 12)
    found = look(dag, 0, Wanted(up=2, down=0))
    for _ in range(3):
        before = {node.key for node in found.nodes}
        opened = {each.claim for each in found.wanted.openings}
        stub = [x for x in found.stubs if x.opening.claim not in opened][-1]
        openings = (*found.wanted.openings, stub.opening)
        found = look(dag, 0, replace(found.wanted, openings=openings))
        after = {node.key for node in found.nodes}
        assert before < after
        assert size(found) <= MOST_DRAWN


def test_grouping_draws_a_source_once_in_place_of_its_observations() -> None:
    dag = build([Step(0, frozenset({0, 3, 4}), frozenset())], 1, 6)
    apart, grouped = (look(dag, 0, Wanted(grouped=x)) for x in (False, True))
    kinds = [node.kind for node in apart.nodes]
    assert kinds == ["claim", "observation", "source", "observation",
                     "observation", "source"]  # fmt: skip
    assert [(n.kind, n.observations, n.at.depth) for n in grouped.nodes[1:]] == [
        ("source", 2, 1),
        ("source", 1, 1),
    ]


def cost(dag: Dag, wanted: Wanted) -> int:
    """How many statements the drawing of claim 0 needs."""
    with CaptureQueriesContext(connection) as queries:
        look(dag, 0, wanted)
    return len(queries)


@pytest.mark.parametrize(
    "wanted",
    [
        UP,
        Wanted(up=2, down=0, dead=True),
        Wanted(up=1, down=0, sole=True, grouped=True),
    ],
)
def test_twice_the_tree_costs_no_more_statements(wanted: Wanted) -> None:
    assert cost(tree(60, 5), wanted) >= cost(tree(120, 5), wanted)


def test_each_level_of_dependants_costs_one_statement() -> None:
    chain = [Step(0, frozenset({0}), frozenset())]
    chain += [Step(x, frozenset(), frozenset({x - 1})) for x in range(1, 12)]
    dag = build(chain, 12, 1)
    costs = [cost(dag, Wanted(up=1, down=down)) for down in (1, 2, 3, 8)]
    assert [each - costs[0] for each in costs] == [0, 1, 2, 7]


def test_another_workspaces_claim_is_missing() -> None:
    dag = tree(3, 2)
    with pytest.raises(Missing):
        provenance(make_workspace(), dag.claims[0].uid, UP)
