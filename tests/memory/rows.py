"""Good rows: such that a copy of one is a new row."""

from django.contrib.auth.models import User

from memory.models import Node
from tests.memory.schema import Row, pick

PREFIX = "memory_"
# The column by which a good row of the table is told from others.
TELLING = {
    "apikey": "agent_id",
    "claim": "object_id",
    "reviewitem": "held_by_id",
    "support": "observation_id",
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
    if "undone_by_id" in row:
        row["undone_by_id"] = pick("memory_decision", workspace)["id"]
    return row


def spare_node(workspace: int) -> int:
    """A node that is no source."""
    return Node.objects.filter(workspace=workspace, source=None)[0].pk
