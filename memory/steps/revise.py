"""Carries out a curator's edit: in place, or as another claim."""

from collections.abc import Sequence
from uuid import UUID

from memory.models import (
    Actor,
    Claim,
    ClaimStatus,
    ClaimValidity,
    Decision,
    Derivation,
    Episode,
    EpisodeKind,
    EpisodeText,
    Method,
    ReviewItem,
    Supersession,
    Support,
    Withdrawal,
)
from memory.queries.belief import said
from memory.queries.evidence import resolve_now
from memory.rules.candidate import Candidate, Premise, Quote
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status, Trigger, after
from memory.rules.refused import Refused
from memory.rules.validation import Accepted, validate
from memory.rules.values import Date, Flag, Number, Text, Value
from memory.steps.admit import admit
from memory.steps.known import gather, refused_among
from memory.steps.origin import Origin
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, lock_states, move


def revise(decision: Decision, claim: Claim, state: ClaimStatus, edit: Edit) -> Claim:
    """Write the curator's derivation and give the claim that holds it.

    Keeps true: the edited derivation is withdrawn, never changed; another object or
    value makes another claim, which supersedes the old one, or replaces it while it
    is in quarantine and nobody was told it. Needs the exclusive workspace lock.
    """
    if edit.changes_nothing():
        raise Refused("edit_required", "The edit changes nothing.", field="edit")
    edited = _edited(claim, edit)
    moved = edit.target is not None
    origin = _origin(decision, claim, edit, superseding=moved and _was_told(state))
    accepted = _accepted(origin, claim, edited, edit)
    if moved and accepted.uid == claim.uid:
        raise Refused("edit_required", "The edit changes nothing.", field="edit")
    admitted = admit(origin, [accepted], exclusive=True, decision=decision)
    if admitted.rejected:
        raise Refused("cycle", admitted.rejected[0].detail, field="edit.object")
    successor = admitted.claims[accepted.uid]
    if successor.pk == claim.pk:
        _withdraw(decision, [edited.pk])
    else:
        _succeed(decision, claim, state, successor)
    _accept(decision, successor)
    _restate(decision, successor, edit)
    return successor


def _was_told(state: ClaimStatus) -> bool:
    return state.status != Status.quarantined


def _edited(claim: Claim, edit: Edit) -> Derivation:
    evidence = resolve_now([claim.pk])
    live = evidence.live_derivations(claim.pk)
    rows = Derivation.objects.filter(pk__in=live).select_related("words")
    if edit.derivation is not None:
        rows = rows.filter(uid=edit.derivation)
    row = rows.order_by("-pk").first()
    if row is None:
        raise Refused(
            "no_live_derivation", "There is no live derivation of the claim to edit."
        )
    return row


def _origin(
    decision: Decision, claim: Claim, edit: Edit, *, superseding: bool
) -> Origin:
    """A curator's edit is an episode of its own, written before anything changes."""
    kind = EpisodeKind.SUPERSESSION if superseding else EpisodeKind.CURATION
    episode = Episode.objects.create(
        workspace=decision.workspace,
        kind=kind,
        member=decision.by_member,
        agent=decision.by_agent,
        external_id=f"{kind}:{decision.uid}",
        started_at=decision.at,
        closed_at=decision.at,
        recorded_at=decision.at,
    )
    statement = f"{claim.subject} {claim.predicate.label} {said(claim)}"
    verb = "Supersedes" if superseding else "Edits"
    EpisodeText.objects.create(
        episode=episode, task=f"{verb} “{statement}”", conclusions=[]
    )
    return Origin(
        workspace=decision.workspace,
        episode=episode,
        method=Method.CURATOR,
        model="",
        by=Actor(member=decision.by_member, agent=decision.by_agent),
        now=decision.at,
    )


def _accepted(origin: Origin, claim: Claim, edited: Derivation, edit: Edit) -> Accepted:
    """The edited derivation with the changed parts, past the one validator."""
    words = edited.words.text or ""
    candidate = Candidate(
        position=0,
        subject=claim.subject.uid,
        predicate=claim.predicate.name,
        target=_target(claim) if edit.target is None else edit.target,
        kappa=edited.kappa if edit.kappa is None else edit.kappa,
        supports=tuple(_supports(edited)),
        text=edit.text if edit.text is not None else "" if edit.target else words,
        type=claim.type,
        qualifiers=claim.qualifiers,
    )
    known = gather(origin.workspace, origin.episode, [candidate])
    accepted, rejected = validate([candidate], known)
    if rejected:
        raise Refused(rejected[0].reason, rejected[0].detail, field="edit")
    if refused_among(origin.workspace, [accepted[0].uid]):
        raise Refused(
            "rejected_before", "A person has refused this statement.", field="edit"
        )
    return accepted[0]


def _target(claim: Claim) -> UUID | Value:
    if claim.object is not None:
        return claim.object.uid
    if claim.value_number is not None:
        return Number(claim.value_number, claim.value_unit)
    if claim.value_date is not None:
        return Date(claim.value_date)
    if claim.value_bool is not None:
        return Flag(claim.value_bool)
    return Text(claim.value_text or "")


def _supports(derivation: Derivation) -> list[Quote | Premise]:
    rows = Support.objects.filter(derivation=derivation).select_related(
        "observation", "premise"
    )
    return [_support(row) for row in rows.order_by("id")]


def _support(row: Support) -> Quote | Premise:
    if row.premise is not None:
        return Premise(row.premise.uid)
    assert row.observation is not None
    assert row.span_start is not None
    assert row.span_end is not None
    return Quote(str(row.observation.uid), span=(row.span_start, row.span_end))


def _withdraw(decision: Decision, derivations: Sequence[int]) -> None:
    Withdrawal.objects.bulk_create(
        Withdrawal(
            workspace=decision.workspace, derivation_id=derivation, decision=decision
        )
        for derivation in derivations
    )


def _succeed(decision: Decision, old: Claim, state: ClaimStatus, new: Claim) -> None:
    """End the old claim in favour of the new one."""
    told = _was_told(state)
    to = after(Status(state.status), Trigger.superseded if told else Trigger.retired)
    cause = Cause("supersession" if told else "decision", decision.uid)
    move(decision, cause, [Move(old.pk, state.status, to, state.version, counts=True)])
    leave_quarantine([old.pk])
    ReviewItem.objects.filter(claim=old).delete()
    Supersession.objects.create(
        workspace=decision.workspace, old=old, new=new, decision=decision
    )


def _accept(decision: Decision, claim: Claim) -> None:
    """What a curator has worded needs no further lag and no further review."""
    state = lock_states([claim.pk])[claim.pk]
    if state.status == Status.quarantined:
        to = after(Status.quarantined, Trigger.accepted)
        moved = Move(claim.pk, state.status, to, state.version)
        move(decision, Cause("decision", decision.uid), [moved])
        leave_quarantine([claim.pk])
    ReviewItem.objects.filter(claim=claim).delete()


def _restate(decision: Decision, claim: Claim, edit: Edit) -> None:
    """Replace the stated validity by what the curator says."""
    if edit.valid_from is None and edit.valid_to is None:
        return
    old = ClaimValidity.objects.filter(claim=claim, replaced_by=None).order_by("id")
    last = old.last()
    start = edit.valid_from or (last.valid_from if last else None)
    end = edit.valid_to or (last.valid_to if last else None)
    if start and end and end < start:
        raise Refused(
            "range", "The validity ends before it begins.", field="edit.valid_to"
        )
    ClaimValidity.objects.create(
        workspace=decision.workspace,
        claim=claim,
        valid_from=start,
        valid_to=end,
        recorded_at=decision.at,
        replaces=last,
    )
