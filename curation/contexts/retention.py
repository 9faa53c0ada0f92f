"""What raw text has to be kept, what needs it, and what could go."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from curation.contexts.erasures import Certificate, certificate
from curation.contexts.words import author_of
from memory.models import Decision, Membership, Observation
from memory.queries.belief import statement
from memory.queries.keeping import compactions, erasures, holds
from memory.queries.retention import Blocker, Retention, raw_window, retention

SHOWN = 50
SHOWN_RUNS = 10
UNITS = ("bytes", "kB", "MB", "GB", "TB")


@dataclass(frozen=True)
class Blocking:
    """A claim that needs old text."""

    uid: UUID
    text: str
    observations: int
    size: str
    oldest: datetime.datetime


@dataclass(frozen=True)
class Scale:
    """The raw window as a line to the present: places in percent from its left end.

    `asked` is the day from which text would be kept;
    `marks` are the oldest text that each blocker needs, `oldest` the first of all.
    """

    asked: str
    marks: list[str]
    oldest: datetime.datetime


@dataclass(frozen=True)
class Run:
    """One compaction."""

    decision: UUID
    at: datetime.datetime
    who: str
    texts: int
    size: str


@dataclass(frozen=True)
class Held:
    """An observation whose text is kept for somebody."""

    observation: Observation
    since: datetime.datetime
    holder: UUID
    mine: bool


@dataclass(frozen=True)
class RetentionPage:
    """Retention as of a time of recording; `window` in days, rounded up.

    `compacted` says how many texts the last act removed, none without one. `scale` is
    the time line.
    """

    before: str
    latest: str
    window: int
    claims: int
    needed: int
    needed_size: str
    held: int
    free: int
    free_size: str
    rows: list[Blocking]
    scale: Scale
    runs: list[Run]
    erasures: list[Certificate]
    holds: list[Held]
    compacted: int | None = None
    refused: bool = False
    title: str = "Retention"


def retention_page(
    member: Membership,
    before: datetime.date | None,
    now: datetime.datetime,
    compacted: int | None = None,
    *,
    refused: bool = False,
) -> RetentionPage:
    """What a window from a day on would meet; by default as short as the lag."""
    workspace = member.workspace
    latest = (now - workspace.lag).date()
    day = min(before or latest, latest)
    found = retention(workspace, start_of(day), shown=SHOWN)
    window = raw_window(workspace, now)
    return RetentionPage(
        before=day.isoformat(),
        latest=latest.isoformat(),
        window=-(-window // datetime.timedelta(days=1)),
        claims=found.claims,
        needed=found.observations,
        needed_size=size(found.bytes),
        held=found.held,
        free=found.free,
        free_size=size(found.free_bytes),
        rows=[_row(each) for each in found.blockers],
        scale=_scale(found, window, workspace.lag, now),
        runs=[_run(row) for row in compactions(workspace)[:SHOWN_RUNS]],
        erasures=[certificate(row) for row in erasures(workspace)[:SHOWN_RUNS]],
        holds=[
            Held(row.observation, row.placed_at, row.holder, row.holder == member.uid)
            for row in holds(workspace)[:SHOWN]
        ],
        compacted=compacted,
        refused=refused,
    )


def _scale(
    found: Retention,
    window: datetime.timedelta,
    lag: datetime.timedelta,
    now: datetime.datetime,
) -> Scale:
    # The line shows all of what is looked at, be it older than what is needed.
    whole = max(window, now - found.before, lag, datetime.timedelta(days=1))
    start = now - whole

    def place(at: datetime.datetime) -> str:
        return f"{100 * max((at - start) / whole, 0):.2f}"

    return Scale(
        asked=place(found.before),
        marks=[place(each.oldest) for each in found.blockers],
        oldest=start,
    )


def _run(row: Decision) -> Run:
    texts, taken = row.after.get("observations", 0), row.after.get("bytes", 0)
    return Run(row.uid, row.at, author_of(row), texts, size(taken))


def start_of(day: datetime.date) -> datetime.datetime:
    """The moment at which a day begins, in UTC."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)


def size(count: int) -> str:
    """Bytes as people say them, in powers of a thousand."""
    amount, unit = float(count), 0
    while amount >= 1000 and unit < len(UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.1f} {UNITS[unit]}" if unit else f"{count} {UNITS[0]}"


def _row(found: Blocker) -> Blocking:
    text = statement(found.claim)
    needs = found.observations, size(found.bytes), found.oldest
    return Blocking(found.claim.uid, text, *needs)
