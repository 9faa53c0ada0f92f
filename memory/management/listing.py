"""A listing of measured quantities as evidence: what rests on what, and in which order.

A publication is a source and a measurement an observation. An average is a claim with
one derivation for each input; a fit needs its inputs together and has one. A
measurement that was rescaled with averages is a claim too: it rests on the raw
observation and on those averages.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# How a value came about, where it needs all of its inputs: a constrained fit.
JOINT = frozenset({"FC", "DR"})


@dataclass(frozen=True)
class Publication:
    """Where measurements were published."""

    key: str
    name: str
    uri: str


@dataclass(frozen=True)
class Measurement:
    """One measured value; `reported` are the words about it before any rescaling.

    `used` says whether the average of its quantity takes it in.
    """

    key: str
    quantity: str
    name: str
    publication: str
    value: str
    reported: str
    rescaled_with: tuple[str, ...]
    used: bool


@dataclass(frozen=True)
class Quantity:
    """What is averaged or fitted, from its measurements and from other quantities."""

    key: str
    name: str
    value: str
    kind: str
    inputs: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """One derivation: the claim, and the measurements and claims it needs together."""

    claim: str
    observations: tuple[str, ...]
    premises: tuple[str, ...]


@dataclass(frozen=True)
class Listing:
    """Everything by its key; no key names two things."""

    publications: Mapping[str, Publication]
    measurements: Mapping[str, Measurement]
    quantities: Mapping[str, Quantity]

    def steps(self) -> Iterator[Step]:
        """Every derivation, rescaled measurements first, in the order of the keys."""
        drawn: dict[str, list[str]] = {}
        for key, each in self.measurements.items():
            if each.rescaled_with:
                yield Step(key, (key,), each.rescaled_with)
            if each.used:
                drawn.setdefault(each.quantity, []).append(key)
        for quantity in self.quantities.values():
            yield from self._steps(quantity, drawn.get(quantity.key, ()))

    def _steps(self, quantity: Quantity, drawn: Iterable[str]) -> Iterator[Step]:
        keys = [*drawn, *quantity.inputs]
        raw = [key for key in keys if self._is_raw(key)]
        groups = [keys] if quantity.kind in JOINT else [[key] for key in keys]
        for group in filter(None, groups):
            yield Step(
                quantity.key,
                tuple(key for key in group if key in raw),
                tuple(key for key in group if key not in raw),
            )

    def _is_raw(self, key: str) -> bool:
        found = self.measurements.get(key)
        return found is not None and not found.rescaled_with


def rounds(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """Steps in rounds: each rests on claims that some earlier round has derived.

    What closes a cycle comes in the round where the last of its premises is known;
    what rests on a claim that nothing derives comes last.
    """
    waiting, known = list(steps), set[str]()
    while waiting:
        ready = [step for step in waiting if known.issuperset(step.premises)]
        if not ready:
            yield waiting
            return
        waiting = [step for step in waiting if not known.issuperset(step.premises)]
        known.update(step.claim for step in ready)
        yield ready


def read_listing(path: Path) -> Listing:
    """The listing that a file holds; its rows are in the order of the fields above."""
    held = json.loads(path.read_text(encoding="utf-8"))
    publications = [Publication(*_fields(row)) for row in held["publications"]]
    measurements = [Measurement(*_fields(row)) for row in held["measurements"]]
    quantities = [Quantity(*_fields(row)) for row in held["quantities"]]
    return Listing(
        {each.key: each for each in publications},
        {each.key: each for each in measurements},
        {each.key: each for each in quantities},
    )


def _fields(row: list[Any]) -> list[Any]:
    return [tuple(field) if isinstance(field, list) else field for field in row]
