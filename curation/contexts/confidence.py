"""The confidence block: both compositions, and which way they may be wrong."""

from dataclasses import dataclass
from uuid import UUID

from curation.contexts.words import Statement, statement
from memory.queries.belief import Belief


@dataclass(frozen=True)
class Shared:
    """A source that several readings rest on."""

    uid: UUID
    title: str
    readings: int


@dataclass(frozen=True)
class Weakest:
    """The premise in which there is least confidence."""

    uid: UUID
    statement: Statement
    confidence: float


@dataclass(frozen=True)
class Confidence:
    """Numbers in [0, 1], the lower first, and where they lie on a bar."""

    low: float
    high: float
    now: float
    calibrated: float | None
    direction: str
    shared: list[Shared]
    weakest: Weakest | None
    live: int

    @property
    def apart(self) -> bool:
        """Whether the two compositions differ where two decimals show it."""
        return self.high - self.low >= 0.005

    @property
    def low_at(self) -> str:
        """Where the lower number lies on the bar."""
        return _percent(self.low)

    @property
    def high_at(self) -> str:
        """Where the higher number lies on the bar."""
        return _percent(self.high)

    @property
    def width(self) -> str:
        """How wide the band between them is."""
        return _percent(self.high - self.low)


def confidence(belief: Belief) -> Confidence:
    """The confidence of a belief as its page shows it."""
    view = belief.confidence
    weakest = belief.weakest_premise
    return Confidence(
        low=view.by_source,
        high=view.independent,
        now=view.now,
        calibrated=view.calibrated,
        direction=view.direction,
        shared=[
            Shared(each.source.node.uid, str(each.source), len(each.derivations))
            for each in view.shared
        ],
        weakest=Weakest(weakest[0].uid, statement(weakest[0]), weakest[1])
        if weakest
        else None,
        live=sum(each.live for each in belief.derivations),
    )


def _percent(number: float) -> str:
    return f"{number * 100:.1f}%"
