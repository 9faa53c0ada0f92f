"""A curator's own derivation: its episode, its wording, its way past the validator."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from memory.models import (
    Actor,
    Claim,
    Decision,
    Derivation,
    Episode,
    EpisodeKind,
    EpisodeText,
    Method,
    Support,
)
from memory.queries.belief import said
from memory.rules.candidate import Candidate, Premise, Quote
from memory.rules.edit import Edit
from memory.rules.refused import Refused
from memory.rules.validation import Accepted, validate
from memory.rules.values import Date, Flag, Number, Text, Value
from memory.steps.admit import admit
from memory.steps.known import gather, refused_among
from memory.steps.origin import Origin

# What a curator who says nothing else is taken to be sure of.
CURATOR_KAPPA = 0.9


class Circular(Refused):
    """The claim would come to rest on itself; `path` names the claims of the circle."""

    def __init__(self, detail: str, path: Sequence[UUID]) -> None:
        super().__init__("cycle", detail, field="supports")
        self.path = path


def curated(decision: Decision, claim: Claim, *, superseding: bool) -> Origin:
    """An episode of the curator's own, written before anything changes."""
    kind = EpisodeKind.SUPERSESSION if superseding else EpisodeKind.CURATION
    statement = f"{claim.subject} {claim.predicate.label} {said(claim)}"
    verb = "Supersedes" if superseding else "Edits"
    return Origin(
        workspace=decision.workspace,
        episode=write_episode(decision, kind, f"{verb} “{statement}”"),
        method=Method.CURATOR,
        model="",
        by=Actor(member=decision.by_member, agent=decision.by_agent),
        now=decision.at,
    )


def write_episode(
    decision: Decision,
    kind: EpisodeKind,
    task: str,
    conclusions: Sequence[Mapping[str, Any]] = (),
) -> Episode:
    """The closed episode of a decision, by whose uid it is found again."""
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
    EpisodeText.objects.create(
        episode=episode, task=task, conclusions=list(conclusions)
    )
    return episode


def proposed(
    origin: Origin,
    claim: Claim,
    edit: Edit,
    edited: Derivation | None,
    supports: Sequence[Quote | Premise],
) -> Accepted:
    """The claim with its changed parts, past the one validator.

    It rests on `supports`, else on what the edited derivation rests on. Raises
    Refused with the validator's reason.
    """
    kappa = CURATOR_KAPPA if edited is None else edited.kappa
    candidate = Candidate(
        position=0,
        subject=claim.subject.uid,
        predicate=claim.predicate.name,
        target=_target(claim) if edit.target is None else edit.target,
        kappa=kappa if edit.kappa is None else edit.kappa,
        supports=tuple(supports or _supports(edited)),
        text=_words(edit, edited),
        type=claim.type,
        qualifiers=claim.qualifiers if edit.qualifiers is None else edit.qualifiers,
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


def enter(
    origin: Origin,
    decision: Decision,
    accepted: Accepted,
    *,
    replacing: Collection[int] = (),
) -> Claim:
    """Admit the derivation and give its claim; raises Circular."""
    admitted = admit(
        origin, [accepted], exclusive=True, decision=decision, replacing=replacing
    )
    if admitted.rejected:
        raise Circular(admitted.rejected[0].detail, admitted.rejected[0].path)
    return admitted.claims[accepted.uid]


def _words(edit: Edit, edited: Derivation | None) -> str:
    if edit.text is not None:
        return edit.text
    return "" if edit.restates() or edited is None else edited.words.text or ""


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


def _supports(derivation: Derivation | None) -> list[Quote | Premise]:
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
