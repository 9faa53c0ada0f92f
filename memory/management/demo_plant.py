"""The plant of the demo: readings of an out-of-date diagram, and a later record."""

import datetime
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memory.actions.put_predicate import PredicateEntry
from memory.rules.entry import (
    EpisodeEntry,
    ObservationEntry,
    ResidueEntry,
    SourceEntry,
)

LAG = datetime.timedelta(minutes=1)
PLANT = ("plant", "Demo plant")
OTHER = ("harbour", "Small harbour")
PEOPLE = {
    "curator": ("robin", "Robin", "Lindqvist"),
    "lead": ("ada", "Ada", "Haas"),
    "admin": ("admin", "Mika", "Okafor"),
}
PREDICATES = (
    PredicateEntry("isolates", "isolates", "is isolated by"),
    PredicateEntry(
        "has_design_pressure",
        "has a design pressure of",
        cardinality="functional",
        value_kind="number",
    ),
)
EPISODES = Path(__file__).with_name("demo_plant.json")


def episodes() -> Iterator[tuple[str, EpisodeEntry]]:
    """Each episode with the name of the agent that hands it over, oldest first."""
    for row in json.loads(EPISODES.read_text(encoding="utf-8")):
        yield row["agent"], _entry(row)


def _entry(row: Mapping[str, Any]) -> EpisodeEntry:
    conclusions = row.get("conclusions")
    return EpisodeEntry(
        external_id=row["external_id"],
        task=row["task"],
        model=row["model"],
        started_at=_time(row["started_at"]),
        closed_at=_time(row["closed_at"]),
        sources=tuple(SourceEntry(**source) for source in row["sources"]),
        observations=tuple(
            ObservationEntry(**each | {"observed_at": _time(each["observed_at"])})
            for each in row["observations"]
        ),
        conclusions=None if conclusions is None else tuple(conclusions),
        residue=tuple(
            ResidueEntry(each["kind"], each["text"], tuple(each["about"]))
            for each in row.get("residue", ())
        ),
    )


def _time(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)
