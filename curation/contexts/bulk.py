"""Many disputes settled alike: the count before, and the report after."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypedDict, Unpack
from uuid import UUID

from curation.bulk_form import BulkForm
from curation.contexts.disputes import Line, lines, whole
from curation.dispute_filters import DisputesFilter
from memory.actions.resolve_disputes_in_bulk import Failure, InBulk
from memory.models import Decision, Dispute, Workspace
from memory.queries.disputes import matching

SHOWN = 50


@dataclass(frozen=True)
class Refusals:
    """Disputes that were refused for one reason."""

    message: str
    count: int
    lines: list[Line]

    @property
    def beyond(self) -> int:
        """How many are not shown."""
        return self.count - len(self.lines)


@dataclass(frozen=True)
class BulkPage:
    """A settlement of a whole filter: being chosen, counted, or done."""

    form: BulkForm
    query: str
    filter: DisputesFilter
    waiting: int
    counted: InBulk | None = None
    done: InBulk | None = None
    refusals: list[Refusals] = field(default_factory=list)
    decisions: list[UUID] = field(default_factory=list)
    changed: str = ""
    refused: str = ""
    title: str = "Settle many disputes"
    toast: Any = None


class Outcome(TypedDict, total=False):
    """What came of it so far: a dry run, the act, or a refusal."""

    counted: InBulk
    done: InBulk
    changed: str
    refused: str


def bulk_page(
    workspace: Workspace,
    form: BulkForm,
    chosen: DisputesFilter,
    query: str,
    **outcome: Unpack[Outcome],
) -> BulkPage:
    """The page, in a constant number of statements."""
    done = outcome.get("done")
    found = done or outcome.get("counted")
    return BulkPage(
        form=form,
        query=query,
        filter=chosen,
        waiting=matching(workspace, chosen.asked()).count(),
        refusals=refusals(workspace, found.failures) if found else [],
        decisions=decisions_of(workspace, done.settled) if done else [],
        **outcome,
    )


def refusals(workspace: Workspace, failures: Sequence[Failure]) -> list[Refusals]:
    """Failures by what was said, the most frequent first."""
    by_message: dict[str, list[UUID]] = {}
    for each in failures:
        by_message.setdefault(each.message, []).append(each.dispute)
    shown = [uid for uids in by_message.values() for uid in uids[:SHOWN]]
    rows = Dispute.objects.filter(workspace=workspace, uid__in=shown)
    known = {line.uid: line for line in lines(whole(rows))}
    found = [
        Refusals(message, len(uids), [known[uid] for uid in uids[:SHOWN]])
        for message, uids in by_message.items()
    ]
    return sorted(found, key=lambda each: -each.count)


def decisions_of(workspace: Workspace, disputes: Sequence[UUID]) -> list[UUID]:
    """The decisions that settled some disputes, newest first."""
    rows = Decision.objects.filter(
        workspace=workspace, settled_disputes__uid__in=disputes
    )
    return list(rows.order_by("-pk").distinct().values_list("uid", flat=True))


def decision_uids(typed: Sequence[str]) -> list[UUID]:
    """Those of some words that are ids, in their order."""
    found = []
    for each in typed:
        try:
            found.append(UUID(each))
        except ValueError:
            continue
    return found
