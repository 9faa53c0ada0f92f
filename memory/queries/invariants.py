"""What must hold of the whole store, as statements that name what breaks it."""

from collections.abc import Callable, Iterator

from django.db import connection

from memory.models import ClaimStatus, Node, ObservationText, TextState
from memory.queries.evidence import resolve_now
from memory.queries.invariant_statements import STATEMENTS
from memory.rules.commitment import commit
from memory.rules.identity import node_uid
from memory.rules.lifecycle import Status
from memory.rules.words import observation_words

BATCH = 1000


def broken() -> Iterator[tuple[str, list[int]]]:
    """Each rule with the ids of what breaks it; nothing where it holds."""
    for name, statement in STATEMENTS.items():
        with connection.cursor() as cursor:
            cursor.execute(statement)
            yield name, sorted({id_ for (id_,) in cursor.fetchall()})
    for name, check in CHECKS.items():
        yield name, check()


def _without_evidence() -> list[int]:
    """Claims that are as if they stood, with no derivation down to live evidence."""
    plain = ClaimStatus.objects.filter(
        status__in=[Status.admissible, Status.quarantined]
    )
    ids = list(plain.order_by("pk").values_list("pk", flat=True))
    found: list[int] = []
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        evidence = resolve_now(batch)
        found += [claim for claim in batch if not evidence.stands(claim)]
    return found


def _misnamed_nodes() -> list[int]:
    """Nodes whose uid is not the hash of what they name."""
    rows = Node.objects.exclude(kind__in=["source", "erased"]).select_related(
        "workspace"
    )
    return [
        row.pk
        for row in rows.order_by("pk").iterator(BATCH)
        if row.uid
        != node_uid(
            workspace=row.workspace.uid, kind=row.kind, external_id=row.external_id
        )
    ]


def _altered_texts() -> list[int]:
    """Observations whose text is not the one that was committed to."""
    rows = ObservationText.objects.filter(state=TextState.LIVE)
    return [
        row.pk
        for row in rows.select_related("observation").order_by("pk").iterator(BATCH)
        if row.text is None
        or row.salt is None
        or commit(_words(row), bytes(row.salt)) != bytes(row.observation.commitment)
    ]


def _words(row: ObservationText) -> str:
    seen = row.observation
    return observation_words(row.text or "", seen.ref, seen.locator)


CHECKS: dict[str, Callable[[], list[int]]] = {
    "what may be believed has live evidence": _without_evidence,
    "a node is named by what it is": _misnamed_nodes,
    "an observation is as it was recorded": _altered_texts,
}
