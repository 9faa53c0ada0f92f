"""Who is surfaced next: the least recently surfaced, sooner the heavier it is."""

from collections.abc import Iterable
from dataclasses import dataclass

LIGHTEST, HEAVIEST = 1, 5
# In periods: how long after its last surfacing the lightest is due again.
REST = 10.0


@dataclass(frozen=True)
class Waiting:
    """An open tension; `since`, in periods, is when it was last surfaced or raised."""

    tension: int
    weight: int
    since: float

    @property
    def due(self) -> float:
        """When it is due again, in periods."""
        return self.since + REST / self.weight


def chosen(waiting: Iterable[Waiting], limit: int) -> list[int]:
    """The tensions whose turn it is, the one that is due first first.

    None starves, whatever the weights: once a tension of weight w has waited
    REST/w − REST/HEAVIEST periods, whatever is surfaced before it is due later than it
    from then on, so that each other one overtakes it at most once more. `bound` says
    so, with one period for rounds that fall anywhere in theirs.
    """
    ordered = sorted(waiting, key=lambda each: (each.due, each.tension))
    return [each.tension for each in ordered[:limit]]


def bound(tensions: int, limit: int, weight: int) -> float:
    """The longest wait in periods, of so many tensions surfaced `limit` a period.

    `tensions` counts all that are open while it waits.
    """
    turns = -(-tensions // limit)
    return REST / weight - REST / HEAVIEST + turns + 1
