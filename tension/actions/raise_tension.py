"""Raise a tension that an agent or a person states."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memory.models import Actor, Claim, Node, Workspace
from memory.rules.refused import Refused
from tension.models import Origin, Tension
from tension.steps.raising import Cause, raise_one


@dataclass(frozen=True)
class Stated:
    """What is unresolved, why it matters, and what it is about."""

    kind: str
    statement: str
    why: str = ""
    nodes: Sequence[UUID] = ()
    claims: Sequence[UUID] = ()


@transaction.atomic(durable=True)
def raise_tension(
    *, workspace: Workspace, stated: Stated, by: Actor, now: datetime.datetime
) -> Tension:
    """Keep something open on purpose, hung on nodes and claims of the workspace.

    Keeps true: nothing of another workspace is named; an unknown id and a foreign one
    are refused alike, and nothing is kept then.
    """
    if not stated.statement.strip():
        raise Refused("blank", "Say what is unresolved.", field="text")
    nodes = Node.objects.filter(workspace=workspace, uid__in=stated.nodes)
    claims = Claim.objects.filter(workspace=workspace, uid__in=stated.claims)
    _require(stated.nodes, (row.uid for row in nodes), "node")
    _require(stated.claims, (row.uid for row in claims), "claim")
    made = raise_one(
        workspace,
        Cause(Origin.PERSON if by.is_person else Origin.AGENT),
        kind=stated.kind,
        statement=stated.statement.strip(),
        why=stated.why.strip(),
        nodes=[row.pk for row in nodes],
        claims=list(claims),
        by=by,
        now=now,
    )
    assert made is not None
    return made


def _require(asked: Collection[UUID], found: Iterable[UUID], what: str) -> None:
    missing = set(asked) - set(found)
    if missing:
        said = f"There is no such {what}: {min(missing)}."
        hint = f"Name a {what} of this workspace, by its id."
        raise Refused(f"unknown_{what}", said, field="about", hint=hint)
