"""What raw text has to be kept, what needs it, and what could go."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from memory.models import Workspace
from memory.queries.belief import stated
from memory.queries.retention import Blocker, raw_window, retention

SHOWN = 50
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
class RetentionPage:
    """Retention as of a time of recording; `window` in days, rounded up.

    `compacted` says how many texts the last act removed, none without one.
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
    compacted: int | None = None


def retention_page(
    workspace: Workspace,
    before: datetime.date | None,
    now: datetime.datetime,
    compacted: int | None,
) -> RetentionPage:
    """What a window from a day on would meet; by default as short as the lag."""
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
        compacted=compacted,
    )


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
    return Blocking(
        found.claim.uid,
        stated(found.claim),
        found.observations,
        size(found.bytes),
        found.oldest,
    )
