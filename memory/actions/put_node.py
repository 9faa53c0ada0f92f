"""Put a node under its identity, with a name and a description."""

import datetime
from dataclasses import dataclass

from django.db import transaction

from memory.models import Node, Workspace
from memory.rules.candidate import NodeName
from memory.rules.identity import node_uid
from memory.steps.nodes import upsert_nodes


@dataclass(frozen=True)
class Put:
    """The node, and whether this call made it."""

    node: Node
    created: bool


@transaction.atomic(durable=True)
def put_node(
    *,
    workspace: Workspace,
    name: NodeName,
    title: str | None,
    description: str | None,
    now: datetime.datetime,
) -> Put:
    """Make or find the node of this kind and id; None leaves its words as they are."""
    uid = node_uid(workspace=workspace.uid, kind=name.kind, external_id=name.id)
    known = Node.objects.filter(workspace=workspace, uid=uid).exists()
    node = upsert_nodes(workspace, [name], now)[uid]
    given = {"name": title, "description": description}
    changed = {part: words for part, words in given.items() if words is not None}
    for part, words in changed.items():
        setattr(node, part, words)
    if changed:
        node.save(update_fields=list(changed))
    return Put(node, created=not known)
