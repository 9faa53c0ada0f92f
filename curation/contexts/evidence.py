"""Evidence as parallel text: readings, and the leaves of the sources they read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from curation.contexts.words import (
    Piece,
    Statement,
    pieces,
    speaker_of,
    statement,
    task_of,
    window,
)
from memory.queries.belief import Belief, DerivationView, SupportView

METHODS = {
    "declared": "declared",
    "llm": "read by a model",
    "rules": "read by rule",
    "curator": "by a curator",
}


@dataclass(frozen=True)
class Premise:
    """A claim that a reading rests on."""

    uid: UUID
    statement: Statement
    live: bool


@dataclass(frozen=True)
class Reading:
    """One derivation: what an episode made of its evidence."""

    number: int
    uid: UUID
    episode: UUID
    task: str
    who: str
    method: str
    kappa: float
    at: datetime
    text: str
    live: bool
    withdrawn: bool
    premises: list[Premise]
    gone: int
    echo_suspect: bool = False


@dataclass
class Passage:
    """Words of a source; `refs` are the numbers of the readings that cite them."""

    uid: UUID
    locator: str
    state: str
    at: datetime
    text: str
    spans: list[tuple[int, int]] = field(default_factory=list)
    refs: list[int] = field(default_factory=list)

    @property
    def pieces(self) -> list[Piece]:
        """The words around the cited spans."""
        return window(pieces(self.text, self.spans))


@dataclass
class Leaf:
    """What was read of one source."""

    uid: UUID
    title: str
    as_of: str
    vetted: bool
    credentials: bool
    passages: list[Passage] = field(default_factory=list)


@dataclass(frozen=True)
class Evidence:
    """Everything a claim rests on, one step down."""

    readings: list[Reading]
    leaves: list[Leaf]

    @property
    def summary(self) -> str:
        """How many readings of how many sources."""
        live = sum(reading.live for reading in self.readings)
        readings = f"{live} live {'reading' if live == 1 else 'readings'}"
        if not self.leaves:
            return f"{readings} of other claims"
        sources = len(self.leaves)
        return f"{readings} of {sources} {'source' if sources == 1 else 'sources'}"


def evidence(belief: Belief) -> Evidence:
    """Readings in the order they were made, and the leaves they cite."""
    leaves: dict[int, Leaf] = {}
    readings = []
    for number, derivation in enumerate(belief.derivations, start=1):
        readings.append(_reading(number, derivation))
        for support in derivation.supports:
            _cite(leaves, number, support)
    return Evidence(readings, list(leaves.values()))


def _reading(number: int, derivation: DerivationView) -> Reading:
    method = METHODS.get(derivation.method, derivation.method)
    if derivation.model:
        method = f"{method}, {derivation.model}"
    return Reading(
        number=number,
        uid=derivation.uid,
        episode=derivation.episode.uid,
        task=task_of(derivation.episode),
        who=speaker_of(derivation.episode),
        method=method,
        kappa=derivation.kappa,
        at=derivation.recorded_at,
        text=derivation.text,
        live=derivation.live,
        withdrawn=derivation.withdrawn,
        premises=_premises(derivation.supports),
        gone=sum(not support.live for support in derivation.supports),
        echo_suspect=derivation.echo_suspect,
    )


def _premises(supports: Iterable[SupportView]) -> list[Premise]:
    return [
        Premise(each.premise.uid, statement(each.premise), each.live)
        for each in supports
        if each.premise is not None
    ]


def _cite(leaves: dict[int, Leaf], number: int, support: SupportView) -> None:
    observation = support.observation
    if observation is None:
        return
    source = observation.source
    leaf = leaves.setdefault(
        source.pk,
        Leaf(
            uid=source.node.uid,
            title=str(source),
            as_of=source.as_of,
            vetted=source.vetted_at is not None,
            credentials=bool(source.credentials),
        ),
    )
    text = observation.words.text or ""
    # Three readings of one row have to look like one.
    same = (observation.locator, text, support.live)
    for passage in leaf.passages:
        if text and same == (passage.locator, passage.text, passage.state == "live"):
            break
    else:
        state = observation.words.state
        if state == "live" and not support.live:
            state = "retracted"
        passage = Passage(
            observation.uid, observation.locator, state, observation.observed_at, text
        )
        leaf.passages.append(passage)
    if support.span is not None:
        passage.spans.append(support.span)
    if number not in passage.refs:
        passage.refs.append(number)
