"""Good rows: such that a copy of one is a new row."""

import uuid
from collections.abc import Callable

from django.contrib.auth.models import User

from memory.models import Claim, Derivation, Event, Node
from tests.memory.schema import Row, pick

PREFIX = "memory_"
# The column by which a good row of the table is told from others.
TELLING = {
    "apikey": "agent_id",
    "claim": "object_id",
    "reviewitem": "held_by_id",
    "support": "observation_id",
    "vector384": "node_id",
    "vector3072": "node_id",
    "work": "episode_id",
}


def good_row(table: str, workspace: int, column: str = "") -> Row:
    """A row that can be written once more, new in what must be unique."""
    row = pick(table, workspace, column or TELLING.get(table.removeprefix(PREFIX), ""))
    if table == "memory_source":
        row["node_id"] = spare_node(workspace)
    if table == "memory_work":
        row["kind"] = "other"
    if table == "memory_membership":
        row["user_id"] = User.objects.exclude(pk=row["user_id"])[0].pk
    return row | (CLOSING[table](workspace) if table in CLOSING else {})


def decided(column: str) -> Callable[[int], Row]:
    """What closes a row, so that another of its kind may be in force beside it."""
    return lambda workspace: {column: pick("memory_decision", workspace)["id"]}


CLOSING: dict[str, Callable[[int], Row]] = {
    "memory_alarm": lambda here: {"cleared_at": "2026-12-01T00:00:00Z"},
    "memory_affectedclaim": lambda here: {"claim_id": unaffected(here)},
    "memory_conflict": lambda here: {"first_id": lowest(here)},
    "memory_dispute": lambda here: (
        decided("settled_by_id")(here) | {"state": "resolved"}
    ),
    "memory_distinction": decided("undone_by_id"),
    "memory_delivery": lambda here: {"event_id": untaken(here)},
    "memory_distillationrun": lambda here: {"stored": False},
    "memory_echo": lambda here: {"derivation_id": oldest_derivation(here)},
    "memory_merge": decided("undone_by_id"),
    "memory_receiptline": lambda here: untold(here),
    "memory_retraction": decided("reinstated_by_id"),
    "memory_supersession": decided("undone_by_id"),
    "memory_vector384": lambda here: {"model": uuid.uuid4().hex},
    "memory_vector3072": lambda here: {"model": uuid.uuid4().hex},
    "memory_withdrawal": decided("undone_by_id"),
}


def unaffected(workspace: int) -> int:
    """A claim that nothing has touched."""
    return Claim.objects.filter(workspace=workspace, affected_by=None)[0].pk


def lowest(workspace: int) -> int:
    """The first claim of a workspace, which is in no conflict."""
    return Claim.objects.filter(workspace=workspace).order_by("pk")[0].pk


def spare_node(workspace: int) -> int:
    """A node that is no source."""
    return Node.objects.filter(workspace=workspace, source=None)[0].pk


def untold(workspace: int) -> Row:
    """A claim that no receipt tells of, in wording of its own."""
    rows = Derivation.objects.filter(workspace=workspace, claim__receipt_lines=None)
    row = rows.order_by("pk")[0]
    return {"claim_id": row.claim_id, "derivation_id": row.pk}


def untaken(workspace: int) -> int:
    """An event that nobody is told of."""
    return Event.objects.filter(workspace=workspace).order_by("pk")[0].pk


def oldest_derivation(workspace: int) -> int:
    """The first derivation of a workspace, which repeats nothing."""
    return Derivation.objects.filter(workspace=workspace).order_by("pk")[0].pk
