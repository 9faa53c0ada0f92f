"""Merges, distinctions and their undoing, in the words of the tests."""

import json

from django.db import connection

from memory.actions.declare_distinct import declare_distinct
from memory.actions.merge_nodes import merge_nodes
from memory.actions.undo import undo
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
from memory.queries.canonical import canonical
from memory.queries.clock import database_now
from tests.make import (
    distil_episode,
    known,
    make_agent,
    make_conclusion,
    make_member,
    make_workspace,
)

PAIRS = [("P-101A", "V-12"), ("P101A", "V-12"), ("P-9", "V-12"), ("P-7", "V-7")]
ROWS = ["node", "claim", "claimstatus", "derivation", "derivationtext", "support",
        "claimvalidity", "statusevent", "reviewitem", "quarantine"]  # fmt: skip


def plant_curator() -> Membership:
    """Who decides about three pumps at one separator and one at another."""
    workspace = make_workspace()
    agent = make_agent(workspace)
    distil_episode(agent, conclusions=tuple(make_conclusion(*x) for x in PAIRS))
    return make_member(workspace)


def node(id_: str) -> Node:
    """The node of that id."""
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
    return known(
        undo(
            workspace=by.workspace,
            decision=decision.uid,
            by=Actor(member=by),
            now=database_now(),
        )
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
    """The subjects of every pair that is in conflict."""
    rows = Conflict.objects.exclude(state="settled")
    rows = rows.select_related("first__subject", "second__subject")
    return {
        frozenset((x.first.subject.external_id, x.second.subject.external_id))
        for x in rows
    }
