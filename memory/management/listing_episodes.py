"""Hands a listing over as an agent would: episodes, each resting on those before."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import batched
from math import ceil
from typing import Any
from uuid import UUID

from memory.actions.put_predicate import PredicateEntry
from memory.management.listing import Listing, Step, rounds
from memory.models import Workspace
from memory.rules.candidate import NodeName
from memory.rules.entry import EpisodeEntry, ObservationEntry, SourceEntry
from memory.rules.identity import claim_uid, node_uid
from memory.rules.values import Text

LISTED_AS = PredicateEntry(
    "listed_as", "is listed as", cardinality="functional", value_kind="text"
)
# What every derivation is trusted with: the listing's compilers are careful people.
KAPPA = 0.9
# When the edition of 2026 was released.
RELEASED = datetime.datetime(2026, 5, 30, 20, 41, 24, tzinfo=datetime.UTC)
SIGNS = {"+-": "±", "-->": "→", "{{": "", "}}": ""}
# The longest locator that the API takes.
LOCATOR = 200


@dataclass(frozen=True)
class Reader:
    """Reads one listing into one workspace, so many derivations at a time."""

    listing: Listing
    workspace: Workspace
    name: str
    size: int

    @cached_property
    def passes(self) -> list[list[Step]]:
        """What can be read once the passes before have been distilled."""
        return list(rounds(self.listing.steps()))

    def titles(self, number: int) -> list[str]:
        """What the episodes of one pass are called."""
        parts = range(1, 1 + ceil(len(self.passes[number]) / self.size))
        return [f"{self.name}, pass {number + 1}, part {part}" for part in parts]

    def episodes(self, number: int) -> Iterator[EpisodeEntry]:
        """The episodes of one pass; no two rest on each other."""
        parts = batched(self.passes[number], self.size)
        for title, steps in zip(self.titles(number), parts, strict=True):
            yield self._episode(title, steps)

    def subject(self, key: str) -> NodeName:
        """What the claim with this key is about."""
        number = key.partition(":")[2]
        if key in self.listing.measurements:
            return NodeName("measurement", f"measurement {number}")
        return NodeName("quantity", number)

    def called(self, key: str) -> str:
        """What people call it."""
        found = self.listing.quantities.get(key)
        return shown(found.name) if found else self.subject(key).id

    @cached_property
    def claims(self) -> Mapping[str, UUID]:
        """The ids that the claims have or will have, by their keys."""
        named = {step.claim for steps in self.passes for step in steps}
        return {key: self._claim(key) for key in named}

    def _claim(self, key: str) -> UUID:
        name = self.subject(key)
        subject = node_uid(
            workspace=self.workspace.uid, kind=name.kind, external_id=name.id
        )
        return claim_uid(
            workspace=self.workspace.uid,
            subject=subject,
            predicate=LISTED_AS.name,
            target=Text(self._value(key)),
            qualifiers={},
        )

    def _value(self, key: str) -> str:
        found = self.listing.measurements.get(key) or self.listing.quantities[key]
        return shown(found.value) or "not given"

    def _episode(self, title: str, steps: Sequence[Step]) -> EpisodeEntry:
        seen = [key for step in steps for key in step.observations]
        sources = {each.ref: each for each in map(self._source, seen)}
        return EpisodeEntry(
            external_id=title,
            task=f"Read the {title}: what each value rests on",
            started_at=RELEASED,
            closed_at=RELEASED,
            sources=tuple(sources.values()),
            observations=tuple(map(self._observation, seen)),
            conclusions=tuple(map(self._conclusion, steps)),
        )

    def _source(self, key: str) -> SourceEntry:
        """Where it was published; what lacks that in the listing is its own source."""
        cited = self.listing.measurements[key].publication
        if not cited:
            title = self.subject(key).id.capitalize()
            return SourceEntry(key, "document", f"pdg:{key}", title)
        found = self.listing.publications[cited]
        return SourceEntry(cited, "document", found.uri, found.name)

    def _observation(self, key: str) -> ObservationEntry:
        found = self.listing.measurements[key]
        return ObservationEntry(
            ref=key,
            source=found.publication or key,
            text=shown(found.reported) or "not given",
            observed_at=RELEASED,
            locator=shown(found.name)[:LOCATOR],
        )

    def _conclusion(self, step: Step) -> Mapping[str, Any]:
        subject, value = self.subject(step.claim), self._value(step.claim)
        premises = [{"claim": str(self.claims[key])} for key in step.premises]
        return {
            "subject": {"kind": subject.kind, "id": subject.id},
            "predicate": LISTED_AS.name,
            "value": {"text": value},
            "confidence": KAPPA,
            "supports": [*step.observations, *premises],
            "text": f"{self.called(step.claim)} {LISTED_AS.label} {value}",
        }


def shown(text: str) -> str:
    """The listing's plain-text signs as the signs they stand for."""
    for plain, sign in SIGNS.items():
        text = text.replace(plain, sign)
    return " ".join(text.split())
