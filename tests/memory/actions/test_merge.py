"""Merges: one thing under several ids, told apart again without a trace."""

import json
from functools import partial

import pytest
from django.db import connection

from memory.actions.declare_distinct import declare_distinct
from memory.actions.merge_nodes import merge_nodes
from memory.actions.undo import LaterDecisions, undo
from memory.actions.unmerge import unmerge
from memory.models import (
    Actor,
    Conflict,
    Decision,
    Distinction,
    Membership,
    Merge,
    Node,
)
from memory.queries.canonical import canonical, kin
from memory.queries.clock import database_now
from memory.rules.refused import Missing, Refused
from tests.make import (
    distil_episode,
    make_agent,
    make_conclusion,
    make_member,
    make_workspace,
)
from tests.memory.races.barrier import at_once, errors

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = [("P-101A", "V-12"), ("P101A", "V-12"), ("P-9", "V-12"), ("P-7", "V-7")]
ROWS = ["node", "claim", "claimstatus", "derivation", "derivationtext", "support",
        "claimvalidity", "statusevent", "reviewitem", "quarantine"]  # fmt: skip


@pytest.fixture
def curator() -> Membership:
    workspace = make_workspace()
    agent = make_agent(workspace)
    distil_episode(agent, conclusions=tuple(make_conclusion(*x) for x in PAIRS))
    return make_member(workspace)


def node(id_: str) -> Node:
    return Node.objects.get(external_id=id_)


def merge(by: Membership, one: str, into: str) -> Merge:
    return merge_nodes(
        workspace=by.workspace,
        node=node(one).uid,
        into=node(into).uid,
        by=Actor(member=by),
        now=database_now(),
    )


def apart(by: Membership, one: str, other: str) -> Distinction:
    return declare_distinct(
        workspace=by.workspace,
        node=node(one).uid,
        other=node(other).uid,
        by=Actor(member=by),
        now=database_now(),
    )


def unmade(by: Membership, made: Merge) -> Merge:
    return unmerge(
        workspace=by.workspace, merge=made.uid, by=Actor(member=by), now=database_now()
    )


def undone(by: Membership, decision: Decision) -> Decision:
    return undo(
        workspace=by.workspace,
        decision=decision.uid,
        by=Actor(member=by),
        now=database_now(),
    )


def dump() -> str:
    """Every row that knows of a node, to the last column, with where it lies."""
    with connection.cursor() as cursor:
        found = []
        for table in ROWS:
            cursor.execute(
                f"SELECT t.ctid::text, t.xmin::text, to_jsonb(t)::text"
                f" FROM memory_{table} t ORDER BY t.ctid"
            )
            found += cursor.fetchall()
    return json.dumps(found)


def ends(*ids: str) -> list[str]:
    """What each node counts as."""
    pks = [node(each).pk for each in ids]
    found = canonical(pks)
    return [Node.objects.get(pk=found[pk]).external_id for pk in pks]


def in_conflict() -> set[frozenset[str]]:
    rows = Conflict.objects.exclude(state="settled")
    rows = rows.select_related("first__subject", "second__subject")
    return {
        frozenset((x.first.subject.external_id, x.second.subject.external_id))
        for x in rows
    }


def test_a_merge_undone_leaves_every_row_as_it_was(curator: Membership) -> None:
    before = dump()
    made = merge(curator, "P101A", "P-101A")
    assert ends("P101A", "P-101A") == ["P-101A", "P-101A"]
    undone_ = unmade(curator, made)
    assert undone_.undone_by is not None
    assert undone_.undone_by.undoes == made.decision
    assert ends("P101A", "P-101A") == ["P101A", "P-101A"]
    assert dump() == before


def test_aliases_lead_through_chains(curator: Membership) -> None:
    first = merge(curator, "P101A", "P-101A")
    merge(curator, "P-101A", "P-9")
    assert ends("P101A", "P-101A", "P-9", "P-7") == ["P-9", "P-9", "P-9", "P-7"]
    group = frozenset(node(x).pk for x in ("P101A", "P-101A", "P-9"))
    assert set(kin([*group]).values()) == {group}
    unmade(curator, first)
    assert ends("P101A", "P-101A") == ["P101A", "P-9"]


def test_equal_statements_that_meet_conflict_no_longer(curator: Membership) -> None:
    alike = frozenset({"P-101A", "P101A"})
    before = in_conflict()
    assert alike in before
    made = merge(curator, "P101A", "P-101A")
    assert in_conflict() == before - {alike}
    unmade(curator, made)
    assert in_conflict() == before


def test_claims_that_meet_by_a_merge_are_found_to_conflict(curator: Membership) -> None:
    pair = frozenset({"P-7", "P-9"})
    assert pair not in in_conflict()
    made = merge(curator, "V-7", "V-12")
    assert pair in in_conflict()
    again = unmade(curator, made)
    assert pair not in in_conflict()
    assert again.undone_by is not None
    undone(curator, again.undone_by)
    assert pair in in_conflict()
    assert ends("V-7") == ["V-12"]


def test_a_later_claim_at_an_alias_conflicts(curator: Membership) -> None:
    merge(curator, "V-7", "V-12")
    distil_episode(
        make_agent(curator.workspace), conclusions=(make_conclusion("P-8", "V-7"),)
    )
    assert {frozenset({"P-8", x}) for x in ("P-7", "P-9", "P-101A")} <= in_conflict()


@pytest.mark.parametrize(
    ("pairs", "code"),
    [
        ([("P-9", "P-9")], "same_node"),
        ([("P-9", "P-7"), ("P-9", "P-7")], "already_one"),
        ([("P-9", "P-7"), ("P-7", "P-9")], "already_one"),
        ([("P-9", "P-7"), ("P-7", "P-101A"), ("P-101A", "P-9")], "already_one"),
        ([("P-9", "P-7"), ("P-9", "P-101A")], "already_merged"),
    ],
)
def test_what_makes_no_sense_is_refused(
    curator: Membership, pairs: list[tuple[str, str]], code: str
) -> None:
    for pair in pairs[:-1]:
        merge(curator, *pair)
    with pytest.raises(Refused) as no:
        merge(curator, *pairs[-1])
    assert no.value.code == code
    assert Merge.objects.count() == len(pairs) - 1
    assert Decision.objects.filter(action="merge").count() == len(pairs) - 1


def test_what_was_told_apart_is_not_merged(curator: Membership) -> None:
    kept = apart(curator, "P101A", "P-101A")
    for act in (merge, apart):
        with pytest.raises(Refused) as no:
            act(curator, "P-101A", "P101A")
        assert no.value.code == "declared_distinct"
    undone(curator, kept.decision)
    merge(curator, "P101A", "P-101A")
    with pytest.raises(Refused) as no:
        apart(curator, "P101A", "P-101A")
    assert no.value.code == "already_one"


def test_a_merge_is_undone_once(curator: Membership) -> None:
    made = merge(curator, "P101A", "P-101A")
    undone(curator, made.decision)
    with pytest.raises(Refused) as no:
        unmade(curator, made)
    assert no.value.code == "already_undone"
    with pytest.raises(LaterDecisions):
        undone(curator, made.decision)


def test_another_workspace_is_not_there(curator: Membership) -> None:
    stranger = make_member(make_workspace())
    with pytest.raises(Missing):
        merge(stranger, "P101A", "P-101A")


def test_of_two_opposite_merges_one_is_refused(curator: Membership) -> None:
    for number in range(3):
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
