"""Tensions: the inbox, the board, and the lines that other pages show."""

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from memory.models import Workspace
from tension.models import INBOX, Surfacing, Tension
from tension.queries.tensions import tensions, tensions_on
from tension.rules.states import State

TONES = {
    State.open: "disputed",
    State.snoozed: "quarantined",
    State.merged: "superseded",
    State.answered: "admissible",
    State.dropped: "retired",
}
SHOWN, ON_BOARD = 5, 20


@dataclass(frozen=True)
class TensionLine:
    """One tension in a list; `why` says why it was surfaced, if it was just now."""

    uid: UUID
    statement: str
    kind: str
    state: str
    tone: str
    version: int
    about: list[str]
    owner: str
    escalated: bool
    surfaced_at: datetime.datetime | None
    times: int
    collisions: int
    why: str = ""


@dataclass(frozen=True)
class Column:
    """The newest tensions of one state, and how many there are."""

    state: str
    tone: str
    count: int
    lines: list[TensionLine]


@dataclass(frozen=True)
class TensionsPage:
    """The inbox: what was surfaced last, and what passes the filter."""

    surfaced: list[TensionLine]
    rows: list[TensionLine]
    more: str
    filter: Any
    board: list[Column]
    title: str = "Tensions"
    toast: Any = None


def tensions_page(
    workspace: Workspace,
    rows: Sequence[Tension],
    more: str,
    chosen: Any,
    *,
    board: bool,
    toast: Any = None,
) -> TensionsPage:
    """The inbox or the board, in a constant number of statements."""
    return TensionsPage(
        surfaced=[] if board or chosen.chosen else surfaced_now(workspace),
        rows=[line(row) for row in rows],
        more=more,
        filter=chosen,
        board=_board(workspace) if board else [],
        toast=toast,
    )


def line(row: Any, why: str = "") -> TensionLine:
    """A tension that the list's query has annotated."""
    about = {str(each.node) for each in row.anchors.all()}
    return TensionLine(
        uid=row.uid,
        statement=str(row),
        kind=row.get_kind_display(),
        state=row.state,
        tone=TONES[State(row.state)],
        version=row.version,
        about=sorted(about),
        owner=row.owner.name if row.owner else "",
        escalated=row.escalated,
        surfaced_at=row.surfaced_at,
        times=row.times_surfaced,
        collisions=row.new_collisions,
        why=why,
    )


def surfaced_now(workspace: Workspace) -> list[TensionLine]:
    """What the last round brought back, as far as it is still open."""
    shown = Surfacing.objects.filter(workspace=workspace, context=INBOX)
    last = shown.filter(period=shown.order_by("-period").values("period")[:1])
    found = {each.tension_id: each.why for each in last.select_related("near")}
    rows = tensions(workspace).filter(pk__in=found, state=State.open).order_by("pk")
    return [line(row, found[row.pk]) for row in rows]


def tensions_at(
    workspace: Workspace, *, nodes: Collection[int] = (), claims: Collection[int] = ()
) -> list[TensionLine]:
    """Unresolved tensions about an entity or a claim, newest first."""
    return _lines(tensions_on(workspace, nodes=nodes, claims=claims)[:SHOWN])


def _board(workspace: Workspace) -> list[Column]:
    columns = []
    for state in State:
        rows = tensions(workspace).filter(state=state.value)
        shown = _lines(rows.order_by("-pk")[:ON_BOARD])
        count = len(shown)
        if count == ON_BOARD:
            every = Tension.objects.filter(workspace=workspace, state=state.value)
            count = every.count()
        columns.append(Column(state.value, TONES[state], count, shown))
    return columns


def _lines(rows: Iterable[Tension]) -> list[TensionLine]:
    return [line(row) for row in rows]
