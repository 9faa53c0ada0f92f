"""Claims as the gate tells of them: served with their standing, or withheld."""

from typing import Self
from uuid import UUID

from pydantic import BaseModel

from memory.models import ReceiptLine
from memory.queries.standings import SourceView, Standing
from memory.rules.mark import marked


class ServedSource(BaseModel):
    """A source that a claim rests on in the end, or that speaks of the same nodes.

    With `credentials` in them, `title` and `uri` are empty, unless the workspace's
    policy shows them.
    """

    id: UUID
    title: str
    uri: str
    as_of: str
    vetted: bool
    credentials: list[str]

    @classmethod
    def of(cls, view: SourceView) -> Self:
        """From what the claim rests on."""
        return cls(
            id=view.uid,
            title=view.title,
            uri=view.uri,
            as_of=view.as_of,
            vetted=view.vetted,
            credentials=list(view.credentials),
        )


class Served(BaseModel):
    """A claim that may be believed.

    `text` is `wording` with the gate's mark, by which it is known when it comes back;
    `confidence` counts one voice once and is faded by age.
    """

    claim: UUID
    text: str
    wording: str
    status: str
    confidence: float
    age_days: float
    lenses: list[str]
    vetted: bool
    sources: list[ServedSource]
    conflicts_with: list[UUID]

    @classmethod
    def of(cls, line: ReceiptLine, standing: Standing, wording: str) -> Self:
        """From a line of a receipt."""
        return cls(
            claim=standing.uid,
            text=marked(wording, line.receipt.uid),
            wording=wording,
            status="admissible",
            confidence=line.confidence,
            age_days=round(line.age_days, 3),
            lenses=line.lenses,
            vetted=line.vetted,
            sources=[ServedSource.of(each) for each in standing.sources],
            conflicts_with=line.conflicts_with,
        )


class Withheld(BaseModel):
    """A claim that was found and may not be believed, with the reason.

    `effect` says what happened to the evidence of a disputed one; `confidence` is what
    its live derivations still give.
    """

    claim: UUID
    text: str
    wording: str
    reason: str
    why: str
    effect: str | None
    confidence: float
    lenses: list[str]

    @classmethod
    def of(cls, line: ReceiptLine, standing: Standing, wording: str) -> Self:
        """From a line of a receipt."""
        return cls(
            claim=standing.uid,
            text=marked(wording, line.receipt.uid),
            wording=wording,
            reason=line.reason,
            why=WHY[line.reason],
            effect=line.effect or None,
            confidence=line.confidence,
            lenses=line.lenses,
        )


WHY = {
    "quarantined": "In quarantine: nobody may rely on it yet.",
    "disputed": "Disputed: its evidence changed and nobody has decided yet.",
    "unverified": "No derivation of it rests on live evidence.",
    "superseded": "Superseded by another claim.",
    "retired": "Retired by decision.",
}
