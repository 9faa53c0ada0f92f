"""The database itself refuses merges that make no sense, and allows the rest."""

import uuid
from collections.abc import Callable
from functools import partial

import pytest
from django.db import IntegrityError, transaction

from memory.models import Decision, Distinction, Merge, Node
from memory.queries.clock import database_now
from tests.make import distil_episode as distil
from tests.make import make_agent, make_conclusion, make_workspace

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def nodes() -> list[Node]:
    agent = make_agent(make_workspace())
    distil(agent, conclusions=(make_conclusion("a", "b"), make_conclusion("c", "d")))
    return list(Node.objects.exclude(kind="source").order_by("pk"))


def decision(nodes: list[Node]) -> Decision:
    return Decision.objects.create(
        workspace=nodes[0].workspace, action="merge", policy="test", at=database_now()
    )


def link(nodes: list[Node], one: int, into: int, *, undone: bool = False) -> Merge:
    return Merge.objects.create(
        workspace=nodes[0].workspace,
        node=nodes[one],
        into=nodes[into],
        decision=decision(nodes),
        undone_by=decision(nodes) if undone else None,
    )


def refusal(act: Callable[[], object]) -> str:
    """The name of the constraint that refuses."""
    with pytest.raises(IntegrityError) as no, transaction.atomic():
        act()
    diag = getattr(no.value.__cause__, "diag", None)
    return str(getattr(diag, "constraint_name", ""))


def test_a_node_counts_as_one_other_at_a_time(nodes: list[Node]) -> None:
    link(nodes, 0, 1)
    assert refusal(partial(link, nodes, 0, 2)) == "merge_of_node_in_force"
    link(nodes, 0, 2, undone=True)


def test_no_node_counts_as_itself(nodes: list[Node]) -> None:
    assert refusal(partial(link, nodes, 0, 0)) == "merge_into_another"


def test_no_chain_leads_back(nodes: list[Node]) -> None:
    link(nodes, 0, 1)
    link(nodes, 1, 2)
    assert refusal(partial(link, nodes, 2, 0)) == "merge_without_cycle"
    link(nodes, 2, 0, undone=True)
    link(nodes, 2, 3)


def test_a_merge_is_only_undone_and_only_once(nodes: list[Node]) -> None:
    made = Merge.objects.filter(pk=link(nodes, 0, 1).pk)
    for change in ({"into": nodes[2]}, {"uid": uuid.uuid4()}):
        assert refusal(partial(made.update, **change)) == "merge_append_only"
    assert refusal(made.delete) == "merge_append_only"
    made.update(undone_by=decision(nodes))
    assert refusal(partial(made.update, undone_by=None)) == "merge_append_only"


def test_a_distinction_is_kept_once_in_id_order(nodes: list[Node]) -> None:
    def told(first: int, second: int) -> Distinction:
        return Distinction.objects.create(
            workspace=nodes[0].workspace,
            first=nodes[first],
            second=nodes[second],
            decision=decision(nodes),
        )

    assert refusal(partial(told, 1, 0)) == "distinction_in_id_order"
    made = Distinction.objects.filter(pk=told(0, 1).pk)
    assert refusal(partial(told, 0, 1)) == "distinction_in_force"
    assert refusal(made.delete) == "distinction_append_only"
    made.update(undone_by=decision(nodes))
    told(0, 1)


def test_both_ends_of_a_merge_are_in_its_workspace(nodes: list[Node]) -> None:
    other = make_agent(make_workspace())
    distil(other)
    foreign = Node.objects.filter(workspace=other.workspace)[:1]
    mixed = [*nodes, *foreign]
    assert refusal(partial(link, mixed, 0, 4)) == "merge_into_same_workspace"
    assert refusal(partial(link, mixed, 4, 0)) == "merge_node_same_workspace"
