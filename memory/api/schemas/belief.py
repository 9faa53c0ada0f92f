"""A claim as it is told: what it states, whether it stands, and on what."""

import datetime
from decimal import Decimal
from typing import Any, Self
from uuid import UUID

from pydantic import BaseModel

from memory.api.schemas.evidence import ToldConfidence, ToldDerivation
from memory.api.schemas.finding import ToldFinding
from memory.models import Claim, Node
from memory.queries.belief import Belief


class NodeName(BaseModel):
    """A node in brief."""

    id: UUID
    kind: str
    external_id: str
    name: str

    @classmethod
    def of(cls, node: Node) -> Self:
        """From its row."""
        return cls(
            id=node.uid,
            kind=node.kind,
            external_id=node.external_id,
            name=str(node),
        )


class ToldValue(BaseModel):
    """One of number, date, text and bool; `decimal` has all digits of `number`."""

    number: int | float | None = None
    decimal: str | None = None
    unit: str | None = None
    date: datetime.date | None = None
    text: str | None = None
    bool: Any = None

    @classmethod
    def of(cls, claim: Claim) -> Self | None:
        """From a claim's columns; none for a claim with an object."""
        number = claim.value_number
        if claim.object_id is not None:
            return None
        return cls(
            number=None if number is None else _nearest(number),
            decimal=None if number is None else f"{number:f}",
            unit=None if number is None else claim.value_unit,
            date=claim.value_date,
            text=claim.value_text,
            bool=claim.value_bool,
        )


def _nearest(number: Decimal) -> int | float:
    whole = number == number.to_integral_value() and abs(number) < 2**53
    return int(number) if whole else float(number)


class ToldCause(BaseModel):
    """What brought a claim to its status."""

    kind: str
    id: UUID | None
    episode: UUID | None


class Interval(BaseModel):
    """A stated interval of world time."""

    valid_from: datetime.datetime | None
    valid_to: datetime.datetime | None


class ToldClaim(BaseModel):
    """A claim as it stands now, or did `as_of`; `admissible` is never stored."""

    id: UUID
    text: str
    kind: str
    subject: NodeName
    predicate: str
    object: NodeName | None = None
    value: ToldValue | None = None
    qualifiers: dict[str, str]
    valid_from: datetime.datetime | None
    valid_to: datetime.datetime | None
    validity: list[Interval]
    status: str
    admissible: bool
    why_not: str | None
    lag_until: datetime.datetime | None
    superseded_by: UUID | None
    supersedes: list[UUID]
    conflicts_with: list[UUID]
    cause: ToldCause
    changed_at: datetime.datetime
    recorded_at: datetime.datetime
    confidence: ToldConfidence
    derivations: list[ToldDerivation]
    dependants: int
    findings: list[ToldFinding]
    version: int
    as_of: datetime.datetime | None = None

    @classmethod
    def of(cls, belief: Belief) -> Self:
        """From what the store resolved; the newest interval is the claim's own."""
        claim = belief.claim
        validity = [Interval(valid_from=a, valid_to=b) for a, b in belief.validity]
        newest = validity[-1] if validity else Interval(valid_from=None, valid_to=None)
        return cls(
            id=claim.uid,
            text=belief.text,
            kind=claim.type,
            subject=NodeName.of(claim.subject),
            predicate=claim.predicate.name,
            object=NodeName.of(claim.object) if claim.object else None,
            value=ToldValue.of(claim),
            qualifiers=claim.qualifiers,
            valid_from=newest.valid_from,
            valid_to=newest.valid_to,
            validity=validity,
            status=belief.status,
            admissible=belief.admissible,
            why_not=belief.why_not,
            lag_until=belief.lag_until,
            superseded_by=belief.superseded_by,
            supersedes=list(belief.supersedes),
            conflicts_with=list(belief.conflicts_with),
            cause=ToldCause(
                kind=belief.cause.kind,
                id=belief.cause.uid,
                episode=belief.cause.episode,
            ),
            changed_at=belief.changed_at,
            recorded_at=claim.recorded_at,
            confidence=ToldConfidence.of(belief.confidence),
            derivations=[ToldDerivation.of(each) for each in belief.derivations],
            dependants=belief.dependants,
            findings=[ToldFinding.of(each) for each in belief.findings],
            version=belief.version,
            as_of=belief.as_of,
        )
