"""Writes derivations with their wording, supports and stated validity."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from memory.models import (
    Claim,
    ClaimValidity,
    Derivation,
    DerivationText,
    Support,
    Workspace,
)
from memory.rules.commitment import commit, new_salt
from memory.rules.confidence import fingerprint
from memory.rules.validation import Accepted
from memory.steps.origin import Origin

# Two documents may well state one short fact in the same words.
COPIED_WORDS = 12


def write_derivations(
    origin: Origin, accepted: Sequence[Accepted], claims: Mapping[UUID, Claim]
) -> list[Derivation]:
    salts = [new_salt() for _ in accepted]
    derivations = Derivation.objects.bulk_create(
        Derivation(
            workspace=origin.workspace,
            claim=claims[each.uid],
            episode=origin.episode,
            kappa=each.candidate.kappa,
            method=origin.method,
            model=origin.model,
            recorded_at=origin.now,
            commitment=commit(each.candidate.text, salt),
        )
        for each, salt in zip(accepted, salts, strict=True)
    )
    DerivationText.objects.bulk_create(
        DerivationText(
            derivation=derivation,
            text=each.candidate.text,
            salt=salt,
            fingerprint=_fingerprint(each),
        )
        for derivation, each, salt in zip(derivations, accepted, salts, strict=True)
    )
    Support.objects.bulk_create(
        support
        for derivation, each in zip(derivations, accepted, strict=True)
        for support in _supports(origin.workspace, derivation, each, claims)
    )
    return derivations


def _fingerprint(accepted: Accepted) -> int | None:
    """Of the supporting text, when it is long enough for likeness to mean copying."""
    text = " ".join(span.text for span in accepted.spans)
    return fingerprint(text) if len(text.split()) >= COPIED_WORDS else None


def _supports(
    workspace: Workspace,
    derivation: Derivation,
    accepted: Accepted,
    claims: Mapping[UUID, Claim],
) -> list[Support]:
    shared = {
        "workspace": workspace,
        "derivation": derivation,
        "claim": derivation.claim,
    }
    spans = [
        Support(
            **shared,
            observation_id=span.observation,
            span_start=span.start,
            span_end=span.end,
        )
        for span in accepted.spans
    ]
    return spans + [Support(**shared, premise=claims[uid]) for uid in accepted.premises]


def write_validity(
    origin: Origin, accepted: Sequence[Accepted], claims: Mapping[UUID, Claim]
) -> None:
    """Add the intervals that are stated and not yet known."""
    stated = {
        (claims[each.uid].pk, each.candidate.valid_from, each.candidate.valid_to)
        for each in accepted
        if each.candidate.valid_from or each.candidate.valid_to
    }
    known = ClaimValidity.objects.filter(
        claim_id__in={claim for claim, _, _ in stated}, replaced_by=None
    )
    new = stated - set(known.values_list("claim_id", "valid_from", "valid_to"))
    ClaimValidity.objects.bulk_create(
        ClaimValidity(
            workspace=origin.workspace,
            claim_id=claim,
            valid_from=valid_from,
            valid_to=valid_to,
            recorded_at=origin.now,
        )
        for claim, valid_from, valid_to in sorted(new, key=str)
    )
