"""The texts that get vectors: of entities, claims and sources."""

from collections.abc import Collection, Iterable, Mapping

from memory.models import (
    Claim,
    DerivationText,
    Node,
    Source,
    TextKind,
    Unembedded,
    Withdrawal,
    Workspace,
)
from memory.queries.belief import statement
from memory.queries.entities import SOURCE

type Key = tuple[str, int]


def texts(workspace: Workspace, keys: Iterable[Key]) -> dict[Key, str]:
    """What there is to embed of some rows, by kind and id; erased ones have none."""
    ids: dict[str, set[int]] = {}
    for kind, pk in keys:
        ids.setdefault(kind, set()).add(pk)
    found: dict[Key, str] = {}
    for kind, read in READ.items():
        if kind in ids:
            told = read(workspace, ids[kind])
            found |= {(kind, pk): text for pk, text in told.items() if text.strip()}
    return found


def waiting(workspace: Workspace, limit: int) -> Mapping[int, Key]:
    """The first texts without a vector that were not refused, by their row's id."""
    rows = Unembedded.objects.filter(workspace=workspace, error="").order_by("id")
    return {
        pk: (kind, of)
        for pk, kind, of in rows.values_list("pk", "kind", "object")[:limit]
    }


def _nodes(workspace: Workspace, ids: Collection[int]) -> dict[int, str]:
    rows = Node.objects.filter(workspace=workspace, pk__in=ids).exclude(kind=SOURCE)
    # A tombstone has an id of its own and no words.
    return {row.pk: _named(row) for row in rows if row.skeletons}


def _named(node: Node) -> str:
    names = dict.fromkeys(filter(None, (node.name, node.external_id)))
    said = f"{node.kind} {', '.join(names)}"
    return f"{said}: {node.description}" if node.description else said


def _claims(workspace: Workspace, ids: Collection[int]) -> dict[int, str]:
    """The newest wording that was not withdrawn, else any; a statement without one."""
    withdrawn = Withdrawal.objects.filter(undone_by=None).values("derivation")
    rows = DerivationText.objects.filter(
        derivation__workspace=workspace, derivation__claim__in=ids, text__isnull=False
    ).order_by("derivation_id")
    pairs = "derivation__claim_id", "text"
    worded = dict(rows.values_list(*pairs))
    worded |= dict(rows.exclude(derivation__in=withdrawn).values_list(*pairs))
    bare = [pk for pk, text in worded.items() if not (text or "").strip()]
    claims = Claim.objects.filter(pk__in=bare)
    stated = {
        row.pk: statement(row)
        for row in claims.select_related("subject", "predicate", "object")
    }
    return {pk: stated.get(pk) or text or "" for pk, text in worded.items()}


def _sources(workspace: Workspace, ids: Collection[int]) -> dict[int, str]:
    """Titles, else addresses; those with credentials go to no model."""
    rows = Source.objects.filter(workspace=workspace, pk__in=ids)
    return {
        pk: title or uri
        for pk, title, uri, found in rows.values_list(
            "pk", "title", "uri", "credentials"
        )
        if workspace.may_show(found)
    }


READ = {
    TextKind.NODE.value: _nodes,
    TextKind.CLAIM.value: _claims,
    TextKind.SOURCE.value: _sources,
}
