"""Merges: one thing under several ids, told apart again without a trace."""

import pytest

from memory.actions.undo import LaterDecisions
from memory.models import Decision, Membership, Merge
from memory.queries.canonical import kin
from memory.rules.refused import Missing, Refused
from tests.make import (
    distil_episode,
    make_agent,
    make_conclusion,
    make_member,
    make_workspace,
)
from tests.memory.merging import (
    apart,
    dump,
    ends,
    in_conflict,
    merge,
    node,
    plant_curator,
    undone,
    unmade,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def curator() -> Membership:
    return plant_curator()


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
