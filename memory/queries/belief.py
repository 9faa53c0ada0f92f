"""What a belief looks like when it leaves the store."""

import datetime
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from memory.models import Claim, Episode, Node, Observation, Predicate, Source
from memory.queries.finding import FindingView
from memory.rules.lifecycle import Status


@dataclass(frozen=True)
class SupportView:
    """A support: an observation with its quoted span, or a premise claim."""

    live: bool
    observation: Observation | None = None
    premise: Claim | None = None
    span: tuple[int, int] | None = None

    @property
    def credentials(self) -> list[str]:
        """The kinds of credentials that the observation holds."""
        return [] if self.observation is None else self.observation.words.credentials

    @property
    def quote(self) -> str | None:
        """The words it rests on, as agents are told them.

        None for a premise, once the text is gone, and where the observation holds
        credentials, unless the workspace's policy shows them.
        """
        if self.observation is None or self.span is None:
            return None
        if not self.observation.source.workspace.may_show(self.credentials):
            return None
        text = self.observation.words.text
        return None if text is None else text[self.span[0] : self.span[1]]


@dataclass(frozen=True)
class DerivationView:
    """One episode's assertion of the claim, with everything it rests on.

    An echo suspect is worded like what the gate had told of the claim before.
    """

    pk: int
    uid: UUID
    episode: Episode
    method: str
    model: str
    kappa: float
    text: str
    recorded_at: datetime.datetime
    live: bool
    withdrawn: bool
    supports: tuple[SupportView, ...]
    echo_suspect: bool = False


@dataclass(frozen=True)
class SharedSource:
    """A source that several live derivations rest on."""

    source: Source
    derivations: tuple[UUID, ...]


@dataclass(frozen=True)
class ConfidenceView:
    """Both compositions over the live derivations, and which way they may be wrong.

    All numbers lie in [0, 1]; `now` is `by_source` faded by age; `calibrated` is
    null until there are enough verdicts.
    """

    independent: float
    by_source: float
    now: float
    direction: str
    shared: tuple[SharedSource, ...]
    calibrated: float | None = None

    @property
    def spread(self) -> float:
        """How far the two compositions lie apart."""
        return self.independent - self.by_source


@dataclass(frozen=True)
class CauseView:
    """What brought the claim to its status."""

    kind: str
    uid: UUID | None
    episode: UUID | None


@dataclass(frozen=True)
class Belief:
    """A claim as it stands now, or did `as_of`, checked down to live observations."""

    claim: Claim
    stored_status: Status
    stands: bool
    version: int
    confidence: ConfidenceView
    derivations: tuple[DerivationView, ...]
    dependants: int
    cause: CauseView
    changed_at: datetime.datetime
    validity: tuple[tuple[datetime.datetime | None, datetime.datetime | None], ...]
    lag_until: datetime.datetime | None
    superseded_by: UUID | None
    supersedes: tuple[UUID, ...]
    conflicts_with: tuple[UUID, ...]
    retired_because: str
    weakest_premise: tuple[Claim, float] | None
    as_of: datetime.datetime | None = None
    findings: tuple[FindingView, ...] = ()

    @property
    def uid(self) -> UUID:
        """The claim's public id."""
        return self.claim.uid

    @property
    def subject(self) -> Node:
        """Where the edge starts."""
        return self.claim.subject

    @property
    def predicate(self) -> Predicate:
        """What the edge says."""
        return self.claim.predicate

    @property
    def status(self) -> Status:
        """The status as of now: a promoted claim that fell is unverified at once."""
        if self.stored_status == Status.admissible and not self.stands:
            return Status.unverified
        return self.stored_status

    @property
    def admissible(self) -> bool:
        """Whether it may be believed now."""
        return self.status == Status.admissible

    @cached_property
    def text(self) -> str:
        """The wording of the newest live derivation, else the statement itself."""
        worded = [each for each in self.derivations if each.text]
        live = [each for each in worded if each.live]
        return (live or worded)[-1].text if worded else self.statement

    @property
    def statement(self) -> str:
        """Subject, predicate and object or value in words."""
        return statement(self.claim)

    @property
    def target(self) -> str:
        """The object or value in words."""
        return said(self.claim)

    @property
    def dead_supports(self) -> tuple[SupportView, ...]:
        """What no longer resolves, over all derivations that were not withdrawn."""
        return tuple(
            support
            for derivation in self.derivations
            if not derivation.withdrawn
            for support in derivation.supports
            if not support.live
        )

    @property
    def why_not(self) -> str | None:
        """Why it may not be believed now; none when it may."""
        match self.status:
            case Status.admissible:
                return None
            case Status.quarantined if self.lag_until is not None:
                return f"In quarantine until {self.lag_until:%Y-%m-%d %H:%M} UTC."
            case Status.quarantined if self.as_of is not None:
                return "It was in quarantine."
            case Status.quarantined:
                return "In quarantine until a person accepts it."
            case Status.disputed:
                return "Disputed: its evidence changed and nobody has decided yet."
            case Status.unverified:
                return "No derivation of it rests on live evidence."
            case Status.superseded:
                return "Superseded by another claim."
            case _:
                return f"Retired: {self.retired_because or 'by decision'}."


def statement(claim: Claim) -> str:
    """Subject, predicate and object or value of a claim in words."""
    return f"{claim.subject} {claim.predicate.label} {said(claim)}"


def said(claim: Claim) -> str:
    """A claim's object or value in words."""
    if claim.object is not None:
        return str(claim.object)
    if claim.value_number is not None:
        return f"{claim.value_number:f} {claim.value_unit}".strip()
    if claim.value_bool is not None:
        return "yes" if claim.value_bool else "no"
    return str(claim.value_text if claim.value_date is None else claim.value_date)
