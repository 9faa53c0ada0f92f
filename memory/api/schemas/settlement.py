"""What people decide about disputes and conflicts, as it is sent."""

from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field, StringConstraints, model_validator

from memory.api.kinds import Count, Note, Strict, Time, Uid, refuse
from memory.api.schemas.statement import AnySupport, Change, NamedSupport, Supports
from memory.queries.disputes import DisputeFilter
from memory.rules.candidate import Premise, Quote
from memory.rules.refused import Refused
from memory.steps.conflict_settlement import ConflictSettlement
from memory.steps.settlement import Settlement

DisputeStateName = Literal["open", "deferred", "resolved"]
EffectName = Literal["lost", "weakened", "reached"]
ActionName = Literal["uphold", "revise", "resupport", "retire", "defer"]
# One of the closed list to retire, free words otherwise.
Why = Annotated[str, StringConstraints(max_length=4000)]


class SentSettlement(Strict):
    """A decision on the version of a dispute that the person saw.

    `edit` is what a revision changes, `supports` the evidence that it or a re-support
    brings: observations and claims of the store. With `take_along` the dependants
    that are disputed for no other reason are settled alike.
    """

    version: Count
    action: ActionName
    reason: Why = ""
    note: Note | None = None
    edit: Change | None = None
    supports: Supports = Field(default_factory=list)
    take_along: bool = False
    dry_run: bool = False

    def read(self) -> Settlement:
        """As the action takes it."""
        return Settlement(
            action=self.action,
            version=self.version,
            reason=self.reason,
            note=self.note or "",
            edit=None if self.edit is None else self.edit.read(),
            supports=evidence(self.supports),
            take_along=self.take_along,
        )


class SentFilter(Strict):
    """Which disputes; what is absent stays open, and without a state the unsettled."""

    state: Literal["open", "deferred"] | None = None
    claim: Uid | None = None
    retraction: Uid | None = None
    opened_by: Uid | None = None
    effect: EffectName | None = None
    proposal: ActionName | None = None

    def read(self) -> DisputeFilter:
        """As the query takes it."""
        given = self.model_dump(exclude={"state"})
        return DisputeFilter(states=(self.state,) if self.state else (), **given)


class Expected(Strict):
    """The set that a dry run has counted."""

    count: Count
    fingerprint: Annotated[str, StringConstraints(max_length=64)]


class SentBulk(Strict):
    """One decision on all disputes that a filter names, as a dry run counted them."""

    filter: SentFilter = Field(default_factory=SentFilter)
    action: Literal["uphold", "resupport", "retire", "defer"]
    reason: Why = ""
    note: Note | None = None
    supports: Supports = Field(default_factory=list)
    expected: Expected | None = None
    dry_run: bool = False

    @model_validator(mode="after")
    def counted(self) -> Self:
        """Nobody settles a set that they have not looked at."""
        if self.expected is None and not self.dry_run:
            raise refuse(
                "expected_required", "Name what a dry run has counted.", "expected"
            )
        return self

    def read(self) -> Settlement:
        """As the action takes it."""
        return Settlement(
            action=self.action,
            version=0,
            reason=self.reason,
            note=self.note or "",
            supports=evidence(self.supports),
        )


class SentConflictSettlement(Strict):
    """A decision on the version of a conflict that the person saw.

    `claim` is the one that is acted on: the old one that the world has overtaken, the
    wrong one, or the one to qualify by `edit`.
    """

    version: Count
    action: Literal["supersede", "retire", "qualify", "keep_open"]
    claim: Uid | None = None
    reason: Why = ""
    note: Note | None = None
    changed_at: Time | None = None
    edit: Change | None = None

    def read(self) -> ConflictSettlement:
        """As the action takes it."""
        return ConflictSettlement(
            action=self.action,
            version=self.version,
            claim=self.claim,
            reason=self.reason,
            note=self.note or "",
            changed_at=self.changed_at,
            edit=None if self.edit is None else self.edit.read(),
        )


def evidence(supports: list[AnySupport]) -> tuple[Quote | Premise, ...]:
    """Supports outside any episode: observations and claims, by id."""
    return tuple(_support(each) for each in supports)


def _support(support: str | NamedSupport) -> Quote | Premise:
    if isinstance(support, str):
        return Quote(support)
    if support.conclusion is not None:
        raise Refused(
            "undefined_ref",
            f"Nothing before is called “{support.conclusion}”.",
            field="supports",
        )
    if isinstance(support.claim, UUID):
        return Premise(support.claim)
    return Quote(support.observation or "", words=support.quote)
