"""Disputes as lists: grouped by what opened them, upstream first."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Min, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from curation.contexts.activity import LogEntry, decisions, entries
from curation.contexts.words import Statement, statement
from curation.dispute_filters import DisputesFilter
from memory.models import Dispute, DisputeState, EffectKind, Workspace
from memory.queries.disputes import DisputeFilter, matching, resting_on, weighed

CAUSES = 20
SHOWN_IN_GROUP = 8
SHOWN_ALONE = 50


@dataclass(frozen=True)
class Line:
    """One disputed claim; confidences are one voice per source."""

    uid: UUID
    claim: UUID
    statement: Statement
    effect: str
    proposal: str
    state: str
    opened_at: datetime.datetime
    before: float | None
    after: float | None
    resting: int


@dataclass(frozen=True)
class Cause:
    """What opened some disputes, and the first of them."""

    entry: LogEntry
    retraction: UUID | None
    reason: str
    count: int
    lost: int
    oldest: datetime.datetime
    lines: list[Line]
    more: str

    @property
    def beyond(self) -> int:
        """How many are not shown."""
        return self.count - len(self.lines)


@dataclass(frozen=True)
class DisputesPage:
    """Disputes that pass the filter, by cause."""

    causes: list[Cause]
    waiting: int
    hidden_causes: int
    filter: DisputesFilter
    query: str
    bulk: bool
    title: str = "Disputes"
    toast: Any = None


def disputes_page(
    workspace: Workspace,
    chosen: DisputesFilter,
    query: str,
    after: tuple[int, int] | None,
    toast: Any = None,
) -> DisputesPage:
    """The page, in a constant number of statements."""
    asked = chosen.asked()
    found = causes(workspace, asked, after)
    chosen.offer([(each.entry.uid, title_of(each)) for each in found])
    rows = matching(workspace, asked).order_by()
    total = rows.aggregate(n=Count("pk"), groups=Count("opened_by", distinct=True))
    return DisputesPage(
        causes=found,
        waiting=total["n"],
        hidden_causes=total["groups"] - len(found),
        filter=chosen,
        query=query,
        bulk=total["n"] > 0 and asked.states != (DisputeState.RESOLVED,),
        toast=toast,
    )


def title_of(cause: Cause) -> str:
    """A cause in a few words."""
    said = cause.entry
    about = said.about or (str(said.touched[0].statement) if said.touched else "")
    return f"{said.did.capitalize()} {about}".strip()[:80]


def causes(
    workspace: Workspace, asked: DisputeFilter, after: tuple[int, int] | None
) -> list[Cause]:
    """What opened the disputes, newest first, each with its first lines."""
    grouped = (
        matching(workspace, asked)
        .order_by()
        .values("opened_by")
        .annotate(
            n=Count("pk"),
            lost=Count("pk", filter=Q(effect=EffectKind.LOST)),
            oldest=Min("opened_at"),
        )
        .order_by("-opened_by")[:CAUSES]
    )
    groups = {each["opened_by"]: each for each in grouped}
    rows = _first(matching(workspace, asked), list(groups), after)
    acts = list(decisions(workspace).filter(pk__in=groups).order_by("-pk"))
    by_cause: dict[int, list[tuple[Dispute, Line]]] = {pk: [] for pk in groups}
    for row, line in zip(rows, lines(rows), strict=True):
        by_cause[row.opened_by_id].append((row, line))
    return [
        _cause(said, groups[act.pk], by_cause[act.pk])
        for act, said in zip(acts, entries(acts), strict=True)
    ]


def _first(
    rows: QuerySet[Dispute], groups: Sequence[int], after: tuple[int, int] | None
) -> list[Dispute]:
    """The first disputes of each group; a group alone is read on from `after`."""
    if after is not None:
        rank, pk = after
        rows = rows.filter(Q(rank__gt=rank) | Q(rank=rank, pk__gt=pk))
    limit = SHOWN_ALONE if len(groups) == 1 else SHOWN_IN_GROUP
    numbered = rows.filter(opened_by__in=groups).annotate(
        place=Window(
            RowNumber(), partition_by=[F("opened_by")], order_by=["rank", "id"]
        )
    )
    return list(whole(numbered.filter(place__lte=limit)))


def whole(rows: QuerySet[Dispute]) -> QuerySet[Dispute]:
    """With what a line says."""
    return rows.select_related(
        "claim__subject", "claim__object", "claim__predicate", "retraction__words"
    )


def lines(rows: Iterable[Dispute]) -> list[Line]:
    """Lines of disputes that `whole` loaded, in two statements."""
    found = list(rows)
    weights = weighed(found)
    resting = resting_on([each.claim_id for each in found])
    return [
        _line(
            each,
            *weights.get((each.opened_by_id, each.claim_id), (None, None)),
            resting=resting.get(each.claim_id, 0),
        )
        for each in found
    ]


def _line(row: Dispute, before: Any, after: Any, *, resting: int) -> Line:
    return Line(
        uid=row.uid,
        claim=row.claim.uid,
        statement=statement(row.claim),
        effect=row.effect,
        proposal=row.get_proposal_display(),
        state=row.state,
        opened_at=row.opened_at,
        before=before.by_source if before and before.independent else None,
        after=after.by_source if after and after.independent else None,
        resting=resting,
    )


def _cause(
    said: LogEntry, group: Mapping[str, Any], found: list[tuple[Dispute, Line]]
) -> Cause:
    last = found[-1][0] if found else None
    retraction = last.retraction if last else None
    full = len(found) == SHOWN_ALONE and last is not None
    return Cause(
        entry=said,
        retraction=retraction.uid if retraction else None,
        reason=retraction.words.reason if retraction else said.note,
        count=group["n"],
        lost=group["lost"],
        oldest=group["oldest"],
        lines=[line for _, line in found],
        more=f"{last.rank}-{last.pk}" if full and last else "",
    )
