"""Cost and tokens: what work with models took, and how far the quotas are used."""

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings

from memory.models import Workspace
from memory.queries.usage import Spent, spent_by, spent_on_day, taken_in

DAYS = 30
# Rows of a table: agents and models beyond these took the least.
MOST = 50


@dataclass(frozen=True)
class Limit:
    """How far one limit of a day is used; `share` in percent, at most 100."""

    name: str
    used: str
    limit: str
    share: int


@dataclass(frozen=True)
class Table:
    """The runs by one thing; `nameless` stands where a group has no name."""

    name: str
    title: str
    rows: list[Spent]
    nameless: str = "not named"


@dataclass(frozen=True)
class UsagePage:
    """What the last days took; empty tables where no model was asked anything."""

    limits: list[Limit]
    tables: list[Table]
    has_model: bool
    days: int = DAYS
    title: str = "Cost and tokens"
    toast: Any = None


def usage(workspace: Workspace, now: datetime.datetime) -> UsagePage:
    """The page, in a constant number of statements."""
    since = now - datetime.timedelta(days=DAYS)
    days = spent_by(workspace, "day", since, DAYS + 1)
    agents = spent_by(workspace, "agent", since, MOST)
    tables = [
        Table("day", "By day", days),
        Table("agent", "By agent", agents, nameless="checks and the gate"),
        Table("model", "By model", spent_by(workspace, "model", since, MOST)),
    ]
    return UsagePage(
        limits=[*_money(workspace, now), *_quotas(workspace, now)],
        tables=tables if tables[0].rows else [],
        has_model=bool(settings.OPENAI_BASE_URL and settings.WARRANT_MODEL),
    )


def _money(workspace: Workspace, now: datetime.datetime) -> list[Limit]:
    limit: Decimal = settings.WARRANT_SPEND_PER_DAY
    if not limit:
        return []
    spent = spent_on_day(workspace, now)
    share = _share(spent, limit)
    return [
        Limit("Spent on the model", f"{spent:.4f}", f"{limit.normalize():f}", share)
    ]


def _quotas(workspace: Workspace, now: datetime.datetime) -> list[Limit]:
    limits = {
        "Episodes": ("episodes", workspace.episodes_per_day),
        "Observations": ("observations", workspace.observations_per_day),
        "Bytes of text": ("bytes", workspace.bytes_per_day),
    }
    set_ = {name: (of, limit) for name, (of, limit) in limits.items() if limit}
    taken = taken_in(workspace, now) if set_ else None
    return [
        Limit(name, f"{(used := getattr(taken, of, 0)):,}", f"{limit:,}",
              _share(used, limit or 1))
        for name, (of, limit) in set_.items()
    ]  # fmt: skip


def _share(part: Decimal | int, whole: Decimal | int) -> int:
    return min(100, int(100 * part / whole))
