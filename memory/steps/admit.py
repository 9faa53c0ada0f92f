"""Writes accepted candidates as derivations of claims, in bulk."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import (
    Action,
    Claim,
    Decision,
)
from memory.queries.evidence import Evidence, resolve_now
from memory.rules.lifecycle import Status
from memory.rules.validation import Accepted, Rejection
from memory.steps.claims import forget_claims, upsert_claims
from memory.steps.comeback import hold_again, returned
from memory.steps.conflict import note_conflicts
from memory.steps.cycles import refuse_cycles
from memory.steps.derivations import write_derivations, write_validity
from memory.steps.dispute import born_disputed
from memory.steps.entering import first_statuses, met_again
from memory.steps.events import tell
from memory.steps.nodes import count_degrees, ends
from memory.steps.origin import Origin
from memory.steps.quarantine import quarantine
from memory.steps.review_queue import to_review
from memory.steps.status import Cause, decide, lock_states, move, start


@dataclass(frozen=True)
class Admitted:
    """What entered: the claims that candidates name, by uid, and refused cycles."""

    claims: Mapping[UUID, Claim]
    rejected: Sequence[Rejection]


def admit(
    origin: Origin,
    accepted: Sequence[Accepted],
    *,
    exclusive: bool,
    decision: Decision | None = None,
    replacing: Collection[int] = (),
) -> Admitted:
    """Write derivations with their supports; new claims enter quarantine.

    Keeps true: supports form a DAG; every new claim has a status, a place in the
    quarantine or, born disputed, among the disputes, and a place in the review queue;
    what cannot both hold is a conflict, but for the claims it is `replacing`. Raises
    NeedsExclusive when a known claim gains premises and only the shared lock is
    held.
    """
    if not accepted:
        return Admitted({}, [])
    claims, new = upsert_claims(origin, accepted)
    before = resolve_now([claim.pk for uid, claim in claims.items() if uid not in new])
    sound, cycles = refuse_cycles(accepted, claims, new, exclusive=exclusive)
    forget_claims(claims[uid].pk for uid in new - {each.uid for each in sound})
    write_derivations(origin, sound, claims)
    decision = decision or decide(
        origin.workspace, action=Action.ADMIT, by=origin.by, now=origin.now
    )
    _settle(origin, decision, claims, new, before, sound)
    write_validity(origin, sound, claims)
    touched = {claims[each.uid].pk for each in sound}
    note_conflicts(origin.workspace, touched, origin.now, but_not=replacing)
    tell(origin.workspace, "claim_derived", touched, origin.now)
    return Admitted(claims, cycles)


def _settle(
    origin: Origin,
    decision: Decision,
    claims: Mapping[UUID, Claim],
    new: set[UUID],
    before: Evidence,
    accepted: Sequence[Accepted],
) -> None:
    """Give new claims their first status and raise the version of the others."""
    touched = {each.uid for each in accepted}
    cause = Cause("episode", origin.episode.uid, origin.episode)
    made = [claims[uid] for uid in sorted(touched & new)]
    _start(origin, decision, cause, made, accepted)
    if touched <= new:
        return
    known = [claims[uid].pk for uid in touched - new]
    states = lock_states(known)
    moves = [met_again(states[pk], before) for pk in known]
    move(decision, cause, moves)
    back = [each.claim for each in moves if each.after != each.before]
    again = [claim for claim in claims.values() if claim.pk in back]
    quarantine(origin.workspace, again, origin.now)
    hold_again(decision, origin.episode, returned(moves), accepted, claims)


def _start(
    origin: Origin,
    decision: Decision,
    cause: Cause,
    new: Sequence[Claim],
    accepted: Sequence[Accepted],
) -> None:
    statuses = _first(new, {each.uid for each in accepted if each.premises})
    start(decision, cause, statuses)
    waiting = [claim for claim in new if statuses[claim] == Status.quarantined]
    quarantine(origin.workspace, waiting, origin.now)
    born_disputed(decision, [claim for claim in new if claim not in waiting])
    to_review(origin.workspace, new, origin.now)
    count_degrees(ends((claim.subject_id, claim.object_id) for claim in new))


def _first(new: Sequence[Claim], resting: Collection[UUID]) -> dict[Claim, Status]:
    """What rests on no claim has nothing to be in doubt about."""
    above = [claim.pk for claim in new if claim.uid in resting]
    first = first_statuses(above, resolve_now(above)) if above else {}
    return {claim: first.get(claim.pk, Status.quarantined) for claim in new}
