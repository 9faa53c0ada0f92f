"""Put a predicate of a workspace under its name."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from memory.models import Claim, Predicate, Workspace
from memory.rules.refused import Refused
from memory.steps.locks import own_workspace

MEANING = ("cardinality", "value_kind")


@dataclass(frozen=True)
class PredicateEntry:
    """A predicate as it is to be."""

    name: str
    label: str
    inverse_label: str = ""
    cardinality: str = "many"
    value_kind: str = "node"
    aliases: tuple[str, ...] = ()
    negates: str | None = None
    half_life_days: int | None = None


@transaction.atomic(durable=True)
def put_predicate(*, workspace: Workspace, entry: PredicateEntry) -> Predicate:
    """Make or change a predicate.

    Keeps true: a phrase names one predicate only, and what claims state with a
    predicate keeps its kind: the value kind of one in use is refused.
    """
    own_workspace(workspace)
    rows = {row.name.casefold(): row for row in _rows(workspace)}
    row = rows.pop(entry.name.casefold(), None) or Predicate(
        workspace=workspace, name=entry.name, value_kind=entry.value_kind
    )
    _refuse_taken(entry, rows.values())
    if row.value_kind != entry.value_kind and _in_use(row):
        raise Refused(
            "in_use",
            f"Claims state a {row.value_kind} with “{row.name}”.",
            field="value_kind",
        )
    row.negates = _negated(entry, rows)
    for part in ("label", "inverse_label", "half_life_days", *MEANING):
        setattr(row, part, getattr(entry, part))
    row.aliases = list(entry.aliases)
    row.save()
    return row


def _rows(workspace: Workspace) -> Iterable[Predicate]:
    return Predicate.objects.filter(workspace=workspace).order_by("id")


def _in_use(row: Predicate) -> bool:
    return row.pk is not None and Claim.objects.filter(predicate=row).exists()


def _refuse_taken(entry: PredicateEntry, others: Iterable[Predicate]) -> None:
    taken = {
        phrase.casefold(): row.name
        for row in others
        for phrase in (row.name, *row.aliases)
    }
    for position, alias in enumerate(entry.aliases):
        if alias.casefold() in taken:
            raise Refused(
                "alias_taken",
                f"“{alias}” means “{taken[alias.casefold()]}” already.",
                field=f"aliases.{position}",
            )


def _negated(entry: PredicateEntry, rows: dict[str, Predicate]) -> Predicate | None:
    if entry.negates is None:
        return None
    row = rows.get(entry.negates.casefold())
    if row is None:
        raise Refused(
            "unknown_predicate",
            f"No other predicate is called “{entry.negates}”.",
            field="negates",
        )
    return row
