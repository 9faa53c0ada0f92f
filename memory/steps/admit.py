"""Writes accepted candidates as derivations of claims, in bulk."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import (
    Action,
    Claim,
    ClaimStatus,
    ClaimType,
    Decision,
    Derivation,
    Node,
    Predicate,
    Workspace,
)
from memory.queries.evidence import Evidence, resolve_now
from memory.rules.candidate import NodeName
from memory.rules.lifecycle import Status, Trigger, after, born
from memory.rules.validation import VALUE_KINDS, Accepted, Rejection
from memory.rules.values import Date, Flag, Number, Text
from memory.steps.conflict import note_conflicts
from memory.steps.cycles import refuse_cycles
from memory.steps.derivations import Origin, write_derivations
from memory.steps.dispute import born_disputed
from memory.steps.events import tell
from memory.steps.nodes import count_degrees, ends, nodes_by_uid, upsert_nodes
from memory.steps.quarantine import quarantine
from memory.steps.review_queue import to_review
from memory.steps.status import Cause, Move, decide, lock_states, move, start
from memory.steps.validity import Stated, write_validity

__all__ = ["Admitted", "Origin", "admit"]


@dataclass(frozen=True)
class Admitted:
    """What entered: derivations, the claims they name by uid, and refused cycles."""

    claims: Mapping[UUID, Claim]
    derivations: Sequence[Derivation]
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
        return Admitted({}, [], [])
    claims, new = _upsert_claims(origin, accepted)
    before = resolve_now([claim.pk for uid, claim in claims.items() if uid not in new])
    sound, cycles = refuse_cycles(accepted, claims, new, exclusive=exclusive)
    derivations = write_derivations(origin, sound, claims)
    decision = decision or decide(
        origin.workspace, action=Action.ADMIT, by=origin.by, now=origin.now
    )
    _settle(origin, decision, claims, new, before, sound)
    write_validity(origin.workspace, _stated(sound, claims), origin.now)
    touched = {derivation.claim_id for derivation in derivations}
    note_conflicts(origin.workspace, touched, origin.now, but_not=replacing)
    tell(
        origin.workspace,
        "claim_derived",
        [derivation.claim_id for derivation in derivations],
        origin.now,
    )
    return Admitted(claims, derivations, cycles)


def _upsert_claims(
    origin: Origin, accepted: Sequence[Accepted]
) -> tuple[dict[UUID, Claim], set[UUID]]:
    wanted = {each.uid: each for each in accepted}
    old = _claims(origin.workspace, wanted)
    missing = [wanted[uid] for uid in sorted(wanted.keys() - old.keys())]
    nodes = _nodes(origin, missing)
    predicates = {
        row.name: row for row in Predicate.objects.filter(workspace=origin.workspace)
    }
    rows = [_claim(origin, each, nodes, predicates) for each in missing]
    Claim.objects.bulk_create(rows, ignore_conflicts=True)
    premises = {uid for each in accepted for uid in each.premises}
    claims = _claims(origin.workspace, wanted.keys() | premises)
    without_state = set(_unstarted(claims.values()))
    return claims, {uid for uid, claim in claims.items() if claim.pk in without_state}


def _claims(workspace: Workspace, uids: Iterable[UUID]) -> dict[UUID, Claim]:
    rows = Claim.objects.filter(workspace=workspace, uid__in=list(uids))
    return {claim.uid: claim for claim in rows}


def _unstarted(claims: Iterable[Claim]) -> set[int]:
    """Claims inserted by this transaction: nobody else sees one without a status."""
    ids = {claim.pk for claim in claims}
    started = ClaimStatus.objects.filter(claim_id__in=ids)
    return ids - set(started.values_list("claim_id", flat=True))


def _nodes(origin: Origin, accepted: Sequence[Accepted]) -> dict[UUID, Node]:
    ends = [end for each in accepted for end in _ends(each)]
    names = [end for end in ends if isinstance(end, NodeName)]
    made = upsert_nodes(origin.workspace, names, origin.now)
    uids = [end for end in ends if isinstance(end, UUID)]
    return made | nodes_by_uid(origin.workspace, uids)


def _ends(accepted: Accepted) -> list[object]:
    return [accepted.candidate.subject, accepted.candidate.target]


def _claim(
    origin: Origin,
    accepted: Accepted,
    nodes: Mapping[UUID, Node],
    predicates: Mapping[str, Predicate],
) -> Claim:
    target = accepted.candidate.target
    claim = Claim(
        workspace=origin.workspace,
        uid=accepted.uid,
        type=accepted.candidate.type or _type(accepted),
        subject=nodes[accepted.subject],
        predicate=predicates[accepted.predicate],
        value_kind=VALUE_KINDS.get(type(target), "node"),
        object=None if accepted.object is None else nodes[accepted.object],
        qualifiers=dict(accepted.candidate.qualifiers),
        recorded_at=origin.now,
    )
    match target:
        case Number(number, unit):
            claim.value_number, claim.value_unit = number, unit
        case Date(date):
            claim.value_date = date
        case Text(text):
            claim.value_text = text
        case Flag(flag):
            claim.value_bool = flag
    return claim


def _type(accepted: Accepted) -> str:
    if accepted.object is not None:
        return ClaimType.RELATION
    number = isinstance(accepted.candidate.target, Number)
    return ClaimType.QUANTITY if number else ClaimType.ATTRIBUTE


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
    _start(origin, decision, cause, [claims[uid] for uid in sorted(touched & new)])
    known = [claims[uid].pk for uid in touched - new]
    states = lock_states(known)
    moves = [_met_again(states[pk], before) for pk in known]
    move(decision, cause, moves)
    back = [each.claim for each in moves if each.after != each.before]
    again = [claim for claim in claims.values() if claim.pk in back]
    quarantine(origin.workspace, again, origin.now)


def _start(
    origin: Origin, decision: Decision, cause: Cause, new: Sequence[Claim]
) -> None:
    evidence = resolve_now([claim.pk for claim in new])
    statuses = {claim: _born(claim.pk, evidence) for claim in new}
    start(decision, cause, statuses)
    waiting = [claim for claim in new if statuses[claim] == Status.quarantined]
    quarantine(origin.workspace, waiting, origin.now)
    born_disputed(decision, [claim for claim in new if claim not in waiting])
    to_review(origin.workspace, new, origin.now)
    count_degrees(ends((claim.subject_id, claim.object_id) for claim in new))


def _born(claim: int, evidence: Evidence) -> Status:
    return born(
        [
            [evidence.statuses[premise] for premise in evidence.premises[derivation]]
            for derivation in evidence.derivations_of[claim]
        ]
    )


def _met_again(state: ClaimStatus, before: Evidence) -> Move:
    """New evidence for a claim that had none left, or had ended, waits out the lag."""
    status = Status(state.status)
    to = status
    if status == Status.admissible and not before.stands(state.claim_id):
        status = after(status, Trigger.found_dangling)
    if status in {Status.unverified, Status.superseded}:
        to = after(status, Trigger.requarantined)
    return Move(state.claim_id, state.status, to, state.version, counts=True)


def _stated(accepted: Sequence[Accepted], claims: Mapping[UUID, Claim]) -> set[Stated]:
    return {
        Stated(claims[each.uid].pk, each.candidate.valid_from, each.candidate.valid_to)
        for each in accepted
        if each.candidate.valid_from or each.candidate.valid_to
    }
