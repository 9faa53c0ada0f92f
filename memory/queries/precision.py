"""How often each check was right, by what people made of its findings."""

import datetime
from dataclasses import dataclass, field

from django.db.models import Count
from django.db.models.functions import TruncMonth

from memory.models import CheckKind, FindingState, Workspace
from memory.queries.finding import current


@dataclass
class Tally:
    """Findings that people confirmed and dismissed."""

    confirmed: int = 0
    dismissed: int = 0

    @property
    def decided(self) -> int:
        """How many were looked at."""
        return self.confirmed + self.dismissed

    @property
    def precision(self) -> float | None:
        """The share that was right; none before the first was looked at."""
        return self.confirmed / self.decided if self.decided else None


@dataclass
class CheckPrecision:
    """One check: all of its decided findings, and by the month of the decision."""

    check: str
    all: Tally = field(default_factory=Tally)
    months: dict[datetime.date, Tally] = field(default_factory=dict)


def precision(workspace: Workspace) -> list[CheckPrecision]:
    """Every check, in one statement."""
    found = {kind.value: CheckPrecision(kind.value) for kind in CheckKind}
    decided = current().filter(workspace=workspace, decision__isnull=False)
    rows = (
        decided.order_by()
        .annotate(month=TruncMonth("decision__at"))
        .values_list("kind", "month", "state")
        .annotate(count=Count("pk"))
    )
    for kind, month, state, count in rows:
        row = found[kind]
        for tally in (row.all, row.months.setdefault(month.date(), Tally())):
            if state == FindingState.CONFIRMED:
                tally.confirmed += count
            else:
                tally.dismissed += count
    return list(found.values())
