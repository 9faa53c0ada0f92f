"""The health of belief in figures, of one workspace or of all of them."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Min, QuerySet

from memory.models import (
    Episode,
    EpisodeKind,
    Event,
    Observation,
    StatusEvent,
    Work,
    Workspace,
    WorkState,
)
from memory.queries.evidence import resolve_now
from memory.rules.lifecycle import Status

# Shares are told of the newest rows: the figures must stay cheap to ask for.
RECENT = 1000
WEEK = datetime.timedelta(days=7)
LOG = (
    *("episode", "episodetext", "observation", "observationtext", "support"),
    *("derivation", "derivationtext", "decision", "statusevent"),
)


@dataclass(frozen=True)
class Figures:
    """Counts over the newest rows, each share of its own kind.

    `promoted` counts promotions and `surviving` those of them whose claim still has a
    live derivation; `asked` justifications and `withheld` those that were not given;
    `episodes` new episodes and `supersessions` those that record one. `exits` left
    quarantine into belief within seven days; `backlog` is since when the oldest due
    work has waited.
    """

    promoted: int
    surviving: int
    asked: int
    withheld: int
    episodes: int
    supersessions: int
    exits: int
    backlog: datetime.datetime | None

    @property
    def survival(self) -> float | None:
        """The share of promotions that survive; none before the first one."""
        return share(self.surviving, self.promoted)

    @property
    def withheld_share(self) -> float | None:
        """The share of justifications that were withheld; none before the first."""
        return share(self.withheld, self.asked)

    @property
    def supersession_share(self) -> float | None:
        """The share of new episodes that record a supersession."""
        return share(self.supersessions, self.episodes)


def figures(workspace: Workspace | None, now: datetime.datetime) -> Figures:
    """Figures of a workspace or of all, in a constant number of statements."""
    newest = set(_newest(promotions(workspace), "claim_id"))
    evidence = resolve_now(newest)
    asked = _newest(_of(Event.objects.filter(kind__in=ASKED), workspace), "kind")
    kinds = _newest(_of(Episode.objects.all(), workspace), "kind")
    due = Work.objects.filter(state=WorkState.QUEUED, due_at__lte=now)
    return Figures(
        promoted=len(newest),
        surviving=sum(evidence.stands(claim) for claim in newest),
        asked=len(asked),
        withheld=asked.count(WITHHELD),
        episodes=len(kinds),
        supersessions=kinds.count(EpisodeKind.SUPERSESSION),
        exits=promotions(workspace).filter(at__gt=now - WEEK).count(),
        backlog=_of(due, workspace).aggregate(at=Min("due_at"))["at"],
    )


def promotions(workspace: Workspace | None) -> QuerySet[StatusEvent]:
    """Every exit from quarantine into belief."""
    rows = StatusEvent.objects.filter(
        before=Status.quarantined, after=Status.admissible
    )
    return rows if workspace is None else rows.filter(workspace=workspace)


def share(part: int, whole: int) -> float | None:
    """In [0, 1]; none of nothing."""
    return part / whole if whole else None


def log_bytes() -> int:
    """How much the episodic log of all workspaces takes on disk, indexes included."""
    with connection.cursor() as cursor:
        cursor.execute(SIZE, [[f"memory_{name}" for name in LOG]])
        (found,) = cursor.fetchone()
    return int(found)


def log_rows(workspace: Workspace) -> tuple[int, int]:
    """How many episodes and observations a workspace's log holds."""
    return (
        Episode.objects.filter(workspace=workspace).count(),
        Observation.objects.filter(workspace=workspace).count(),
    )


WITHHELD = "justification_withheld"
ASKED = ["justified", WITHHELD]
SIZE = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) name"


def _of(rows: Any, workspace: Workspace | None) -> Any:
    return rows if workspace is None else rows.filter(workspace=workspace)


def _newest(rows: Any, field: str) -> list[Any]:
    return list(rows.order_by("-id").values_list(field, flat=True)[:RECENT])
