"""Makes the claims that accepted candidates state, where they are missing."""

import json
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from memory.models import Claim, ClaimType, Workspace
from memory.rules.candidate import NodeName
from memory.rules.validation import VALUE_KINDS, Accepted
from memory.rules.values import Date, Flag, Number, Text
from memory.steps.nodes import insert_nodes
from memory.steps.origin import Origin


def upsert_claims(
    origin: Origin, accepted: Sequence[Accepted]
) -> tuple[dict[UUID, Claim], set[UUID]]:
    """Give the claims and their premises by uid, and which of them are new.

    New is what this transaction inserts: nobody else sees it before the commit.
    """
    wanted = {each.uid: each for each in accepted}
    ends = [end for each in accepted for end in _ends(each)]
    names = [end for end in ends if isinstance(end, NodeName)]
    insert_nodes(origin.workspace, names, origin.now)
    new = _insert(origin, [wanted[uid] for uid in sorted(wanted)])
    premises = {uid for each in accepted for uid in each.premises}
    return _claims(origin.workspace, wanted.keys() | premises), new


def forget_claims(claims: Iterable[int]) -> None:
    """Take back new claims of which no derivation entered."""
    if ids := sorted(claims):
        Claim.objects.filter(pk__in=ids).delete()


def _claims(workspace: Workspace, uids: Iterable[UUID]) -> dict[UUID, Claim]:
    rows = Claim.objects.filter(workspace=workspace, uid__in=list(uids))
    return {claim.uid: claim for claim in rows}


def _ends(accepted: Accepted) -> list[object]:
    return [accepted.candidate.subject, accepted.candidate.target]


def _insert(origin: Origin, accepted: Sequence[Accepted]) -> set[UUID]:
    columns = map(list, zip(*map(_row, accepted), strict=True))
    workspace = origin.workspace.pk
    with connection.cursor() as cursor:
        cursor.execute(
            INSERT,
            [workspace, origin.now, *columns, workspace, workspace, workspace],
        )
        return {uid for (uid,) in cursor.fetchall()}


def _row(accepted: Accepted) -> tuple[Any, ...]:
    """What unnest is given in INSERT, in its order."""
    target = accepted.candidate.target
    return (
        accepted.uid,
        accepted.candidate.type or _type(accepted),
        accepted.subject,
        accepted.predicate,
        accepted.object,
        VALUE_KINDS.get(type(target), "node"),
        target.number if isinstance(target, Number) else None,
        target.unit if isinstance(target, Number) else "",
        target.date if isinstance(target, Date) else None,
        target.text if isinstance(target, Text) else None,
        target.value if isinstance(target, Flag) else None,
        json.dumps(dict(accepted.candidate.qualifiers)),
    )


def _type(accepted: Accepted) -> str:
    if accepted.object is not None:
        return ClaimType.RELATION
    number = isinstance(accepted.candidate.target, Number)
    return ClaimType.QUANTITY if number else ClaimType.ATTRIBUTE


# In the order of the uids, so that writers who meet wait and never deadlock.
INSERT = """
INSERT INTO memory_claim
    (workspace_id, recorded_at, uid, type, subject_id, predicate_id, object_id,
     value_kind, value_number, value_unit, value_date, value_text, value_bool,
     qualifiers)
SELECT %s, %s, given.uid, given.type, subject.id, predicate.id, object.id,
       given.value_kind, given.value_number, given.value_unit, given.value_date,
       given.value_text, given.value_bool, given.qualifiers::jsonb
FROM unnest(%s::uuid[], %s::text[], %s::uuid[], %s::text[], %s::uuid[], %s::text[],
            %s::numeric[], %s::text[], %s::date[], %s::text[], %s::boolean[],
            %s::text[])
    AS given (uid, type, subject, predicate, object, value_kind, value_number,
              value_unit, value_date, value_text, value_bool, qualifiers)
JOIN memory_node subject
    ON subject.workspace_id = %s AND subject.uid = given.subject
JOIN memory_predicate predicate
    ON predicate.workspace_id = %s AND predicate.name = given.predicate
LEFT JOIN memory_node object
    ON object.workspace_id = %s AND object.uid = given.object
ORDER BY given.uid
ON CONFLICT DO NOTHING
RETURNING uid
"""
