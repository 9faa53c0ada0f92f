"""The items that the product and its rivals hold, the queries, and a vector of each.

They read as claims of a plant do: few kinds, verbs and places, a tag for each entity.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from benchmarks.vectors import Floats, centres_of, drawn

COUNT, ENTITIES, QUERIES, WIDTH = 10_000, 2_500, 50, 3072
# An entity is the subject of an item with each of these, so many entities further on.
STEPS = (1, 7, 40, 163)
TOPICS = 400
# Predicates that every workspace has, and how they are asked for.
VERBS = {
    "supplies": "supply",
    "uses": "use",
    "requires": "require",
    "controls": "control",
    "contains": "contain",
    "produces": "produce",
    "prevents": "prevent",
    "causes": "cause",
}
SOURCE = "Site survey"
KINDS = (
    "pump", "valve", "vessel", "tank", "motor", "sensor", "filter", "boiler",
    "turbine", "compressor", "pipe", "heater", "cooler", "mixer", "meter", "switch",
    "panel", "cable", "relay", "fan",
)  # fmt: skip
PLACES = ("hall", "yard", "tower", "tunnel", "roof")


@dataclass(frozen=True)
class Item:
    """One fact: what it relates, by kind and name, and the sentence that says so."""

    subject: tuple[str, str]
    predicate: str
    object: tuple[str, str]
    text: str


@dataclass(frozen=True)
class Given:
    """Items and queries, and the vector of every text, as all sides are given them."""

    items: list[Item]
    queries: list[str]
    vectors: dict[str, Floats]

    def nearest(self, top: int) -> list[set[str]]:
        """The texts nearest to each query, by comparing all of them here."""
        texts = [item.text for item in self.items]
        stored = np.array([self.vectors[text] for text in texts])
        asked = np.array([self.vectors[query] for query in self.queries])
        near = np.argsort(-(asked @ stored.T), axis=1)[:, :top]
        return [{texts[each] for each in row} for row in near]

    def write(self, folder: Path) -> None:
        """Leave all of it where a rival's process reads it."""
        (folder / "given.json").write_text(
            json.dumps(
                {
                    "items": [asdict(item) for item in self.items],
                    "queries": self.queries,
                    "texts": list(self.vectors),
                }
            )
        )
        np.save(folder / "vectors.npy", np.array(list(self.vectors.values())))


def given() -> Given:
    """The same on every call."""
    rng = np.random.default_rng(13)
    centres = centres_of(rng, WIDTH, TOPICS)
    items = [_item(number) for number in range(COUNT)]
    topics = np.arange(COUNT) % ENTITIES % TOPICS
    stored = drawn(rng, centres[topics], 0.7)
    named = drawn(rng, centres[np.arange(ENTITIES) % TOPICS], 0.7)
    picked = rng.choice(COUNT, size=QUERIES, replace=False)
    asked = drawn(rng, stored[picked] * float(np.linalg.norm(centres[0])), 0.7)
    vectors = {item.text: row for item, row in zip(items, stored, strict=True)}
    vectors |= {" ".join(_entity(n)): row for n, row in enumerate(named)}
    vectors |= {SOURCE: drawn(rng, centres[:1], 0.7)[0]}
    queries = [_query(int(number)) for number in picked]
    vectors |= dict(zip(queries, asked, strict=True))
    return Given(items, queries, vectors)


def _item(number: int) -> Item:
    step, near = divmod(number, ENTITIES)
    subject, other = _entity(near), _entity((near + STEPS[step]) % ENTITIES)
    predicate = _predicate(number)
    text = f"{' '.join(subject)} {predicate} {' '.join(other)} at {_place(near)}"
    return Item(subject, predicate, other, text)


def _query(number: int) -> str:
    near = number % ENTITIES
    asked = VERBS[_predicate(number)]
    return f"What does {' '.join(_entity(near))} {asked} at {_place(near)}?"


def _predicate(number: int) -> str:
    """Another one for each item of an entity."""
    step, near = divmod(number, ENTITIES)
    return list(VERBS)[(near + step) % len(VERBS)]


def _entity(number: int) -> tuple[str, str]:
    """Its kind and its tag; those of a topic are of one kind."""
    kind = KINDS[number % len(KINDS)]
    return kind, f"{kind[0].upper()}-{number}"


def _place(number: int) -> str:
    """Four topics lie at each place."""
    place = number % TOPICS // 4
    return f"{PLACES[place % len(PLACES)]} {place}"
