"""The one table of how a claim's status changes."""

from collections.abc import Collection, Iterable
from enum import StrEnum


class Status(StrEnum):
    """Where a claim stands in its life."""

    quarantined = "quarantined"
    admissible = "admissible"
    disputed = "disputed"
    unverified = "unverified"
    superseded = "superseded"
    retired = "retired"


ENDED = frozenset({Status.superseded, Status.retired})


class Trigger(StrEnum):
    """What happened to the claim."""

    lag_passed = "lag_passed"
    accepted = "accepted"
    rejected = "rejected"
    evidence_lost = "evidence_lost"
    evidence_weakened = "evidence_weakened"
    questioned = "questioned"
    evidence_restored = "evidence_restored"
    found_dangling = "found_dangling"
    upheld = "upheld"
    resupported = "resupported"
    superseded = "superseded"
    retired = "retired"
    revived = "revived"
    requarantined = "requarantined"
    undone = "undone"


class TransitionRefused(ValueError):
    """This trigger does not apply to a claim of this status."""

    def __init__(self, status: Status, trigger: Trigger) -> None:
        super().__init__(f"{trigger} does not apply to a claim that is {status}")
        self.status = status
        self.trigger = trigger


_S, _T = Status, Trigger

TABLE: dict[tuple[Status, Trigger], Status] = {
    (_S.quarantined, _T.lag_passed): _S.admissible,
    (_S.quarantined, _T.accepted): _S.admissible,
    (_S.quarantined, _T.rejected): _S.retired,
    (_S.quarantined, _T.evidence_lost): _S.disputed,
    (_S.quarantined, _T.evidence_weakened): _S.disputed,
    (_S.quarantined, _T.questioned): _S.disputed,
    (_S.quarantined, _T.superseded): _S.superseded,
    (_S.quarantined, _T.retired): _S.retired,
    # A person's judgement of what was promoted already changes no status.
    (_S.admissible, _T.accepted): _S.admissible,
    (_S.admissible, _T.rejected): _S.retired,
    (_S.admissible, _T.evidence_lost): _S.disputed,
    (_S.admissible, _T.evidence_weakened): _S.disputed,
    (_S.admissible, _T.questioned): _S.disputed,
    (_S.admissible, _T.found_dangling): _S.unverified,
    (_S.admissible, _T.superseded): _S.superseded,
    (_S.admissible, _T.retired): _S.retired,
    # Hit twice is disputed once.
    (_S.disputed, _T.evidence_lost): _S.disputed,
    (_S.disputed, _T.evidence_weakened): _S.disputed,
    (_S.disputed, _T.questioned): _S.disputed,
    (_S.disputed, _T.evidence_restored): _S.admissible,
    # Evidence came back for a claim that had never left quarantine.
    (_S.disputed, _T.requarantined): _S.quarantined,
    (_S.disputed, _T.upheld): _S.admissible,
    (_S.disputed, _T.resupported): _S.admissible,
    (_S.disputed, _T.rejected): _S.retired,
    (_S.disputed, _T.superseded): _S.superseded,
    (_S.disputed, _T.retired): _S.retired,
    (_S.unverified, _T.evidence_restored): _S.admissible,
    (_S.unverified, _T.evidence_lost): _S.disputed,
    (_S.unverified, _T.evidence_weakened): _S.disputed,
    (_S.unverified, _T.questioned): _S.disputed,
    # Evidence that nobody has seen before waits out the lag like a new claim's.
    (_S.unverified, _T.requarantined): _S.quarantined,
    (_S.unverified, _T.rejected): _S.retired,
    (_S.unverified, _T.superseded): _S.superseded,
    (_S.unverified, _T.retired): _S.retired,
    # The superseding evidence fell, or new evidence speaks for the earlier value.
    (_S.superseded, _T.revived): _S.admissible,
    (_S.superseded, _T.requarantined): _S.quarantined,
}

# What only the clock, the sweep or returning evidence did is not a decision to undo.
_NOT_DECIDED = frozenset({_T.lag_passed, _T.found_dangling, _T.evidence_restored})
_DECIDED = frozenset(
    (before, after)
    for (before, trigger), after in TABLE.items()
    if trigger not in _NOT_DECIDED
)


def after(status: Status, trigger: Trigger) -> Status:
    """Give the status that follows; nothing else may change one.

    Raises TransitionRefused for a pair the table lacks. Trigger.undone has no
    row because its target is the earlier status: see undo_to.
    """
    try:
        return TABLE[status, trigger]
    except KeyError:
        raise TransitionRefused(status, trigger) from None


def undo_to(status: Status, previous: Status) -> Status:
    """Return to the status before a decision, and so the only way out of retired.

    Allowed where one decision leads from either to the other (an undo can be
    undone too) and where the decision had changed no status. Raises
    TransitionRefused otherwise.
    """
    steps = {(status, previous), (previous, status)}
    if status == previous or steps & _DECIDED:
        return previous
    raise TransitionRefused(status, Trigger.undone)


def born(premises_of_derivations: Iterable[Collection[Status]]) -> Status:
    """Give a new claim's status from its premises' statuses, one group a derivation.

    Disputed when every derivation rests on a disputed premise, else quarantined.
    """
    groups = list(premises_of_derivations)
    doubtful = all(Status.disputed in group for group in groups)
    return Status.disputed if groups and doubtful else Status.quarantined
