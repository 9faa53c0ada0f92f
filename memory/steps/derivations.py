"""Writes derivations with their wording and supports, in bulk."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memory.models import (
    Actor,
    Claim,
    Derivation,
    DerivationText,
    Episode,
    Support,
    Workspace,
)
from memory.rules.commitment import commit, new_salt
from memory.rules.confidence import fingerprint
from memory.rules.validation import Accepted

# Two documents may well state one short fact in the same words.
COPIED_WORDS = 12


@dataclass(frozen=True)
class Origin:
    """Where derivations come from: their episode, and who or what made them."""

    workspace: Workspace
    episode: Episode
    method: str
    model: str
    by: Actor
    now: datetime.datetime


def write_derivations(
    origin: Origin, accepted: Sequence[Accepted], claims: Mapping[UUID, Claim]
) -> list[Derivation]:
    """Derivations in their order, each with its wording and everything it rests on."""
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
