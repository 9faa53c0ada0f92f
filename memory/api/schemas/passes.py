"""What a pass over the store touched, as it is told."""

from collections.abc import Mapping
from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.queries.retractions import AffectedView, uids_of
from memory.queries.weights import Weight
from memory.steps.passes import AT_ONCE, Pass, Touched


class ToldEffect(BaseModel):
    """One claim that was touched; depth 1 rests directly on what left.

    `confidence_*` count one voice per source; `independent_*` are the other number.
    """

    claim: UUID
    effect: str
    depth: int
    confidence_before: float | None
    confidence_after: float | None
    independent_before: float | None
    independent_after: float | None

    @classmethod
    def of(cls, touched: Touched, uids: Mapping[int, UUID]) -> Self:
        """From one line of a pass's answer."""
        return cls(
            claim=uids[touched.claim],
            effect=touched.effect.value,
            depth=touched.depth,
            **weighed(touched.before, touched.after),
        )


class ToldAffected(ToldEffect):
    """One claim that a retraction touched, and its text and status now."""

    text: str
    status: str

    @classmethod
    def now(cls, view: AffectedView) -> Self:
        """From its kept row and how its claim stands."""
        return cls(
            claim=view.now.uid,
            text=view.now.text,
            effect=view.row.effect,
            depth=view.row.depth,
            status=view.now.status,
            **weighed(*view.weights),
        )


def effects(passed: Pass) -> list[ToldEffect]:
    """The first of what a pass touched, by depth."""
    named = passed.touched[:AT_ONCE]
    uids = uids_of([each.claim for each in named])
    return [ToldEffect.of(each, uids) for each in named]


def weighed(before: Weight | None, after: Weight | None) -> dict[str, float | None]:
    """Both confidences before and after, where they were worked out."""
    return {
        "confidence_before": before.by_source if before else None,
        "confidence_after": after.by_source if after else None,
        "independent_before": before.independent if before else None,
        "independent_after": after.independent if after else None,
    }
