"""Erasure: its preview, its certificate, and what was destroyed in words."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms

from curation.contexts.effects import Radius, radius
from curation.contexts.words import author_of
from memory.actions.erase import Erased
from memory.models import Erasure, Node, Observation
from memory.steps.passes import kept

# What loses words, as a certificate counts it, one and many.
KINDS = {
    "observations": ("observation", "observations"),
    "derivations": ("wording of a claim", "wordings of claims"),
    "claims": ("statement", "statements"),
    "nodes": ("entity or source", "entities and sources"),
    "episodes": ("episode’s task and conclusions", "episodes’ tasks and conclusions"),
    "rejected": ("refused candidate", "refused candidates"),
    "residue": ("open question", "open questions"),
    "notes": ("note or reason", "notes and reasons"),
    "descriptions": ("description", "descriptions"),
    "replies": ("kept reply", "kept replies"),
    "lines": ("line waiting or refused", "lines waiting or refused"),
    "records": ("mention of an old id", "mentions of old ids"),
}


@dataclass(frozen=True)
class Subject:
    """What is erased, with the page it is read on."""

    what: str
    title: str
    back: str
    observation: UUID | None = None
    node: UUID | None = None


@dataclass(frozen=True)
class ErasePage:
    """What would go for good, before anything is written."""

    subject: Subject
    destroyed: list[tuple[int, str]]
    radius: Radius
    form: forms.Form
    title: str
    action: str
    stale: bool = False
    toast: Any = None


@dataclass(frozen=True)
class Certificate:
    """An erasure as it is listed: when, by whom, why, and how much went."""

    uid: UUID
    decision: UUID
    at: datetime.datetime
    who: str
    reason: str
    what: str
    destroyed: list[tuple[int, str]]


@dataclass(frozen=True)
class CertificatePage:
    """One certificate, with what the erasure did to claims."""

    certificate: Certificate
    radius: Radius
    title: str = "Certificate of erasure"
    toast: Any = None


def of_observation(row: Observation, back: str) -> Subject:
    """An observation, which is named by its place and never by its words here."""
    title = f"{row.locator or row.ref} of {row.source}"
    return Subject("observation", title, back, observation=row.uid)


def of_entity(row: Node, back: str) -> Subject:
    """An entity with everything about it."""
    return Subject("entity", str(row), back, node=row.uid)


def erase_page(
    subject: Subject,
    erased: Erased,
    form: forms.Form,
    action: str,
    *,
    everything: bool,
    stale: bool,
) -> ErasePage:
    """The preview, in a constant number of statements."""
    return ErasePage(
        subject=subject,
        destroyed=destroyed(erased.certificate.counts),
        radius=radius(erased.passed, everything=everything),
        form=form,
        title=f"Erase {subject.title}",
        action=action,
        stale=stale,
    )


def certificate_page(row: Erasure, *, everything: bool) -> CertificatePage:
    """The certificate, in a constant number of statements."""
    done = radius(kept(row.decision), everything=everything)
    return CertificatePage(certificate(row), done)


def certificate(row: Erasure) -> Certificate:
    """One certificate in words."""
    count = len(row.observations)
    seen = f"{count} observation{'' if count == 1 else 's'}"
    words = getattr(row.decision, "words", None)
    return Certificate(
        uid=row.uid,
        decision=row.decision.uid,
        at=row.at,
        who=author_of(row.decision),
        reason=words.text if words else "",
        what=f"An entity and {seen}" if row.node_id else seen,
        destroyed=destroyed(row.counts),
    )


def destroyed(counts: Mapping[str, int]) -> list[tuple[int, str]]:
    """How much of what went; nothing of which nothing went."""
    return [
        (counts[name], one if counts[name] == 1 else many)
        for name, (one, many) in KINDS.items()
        if counts.get(name)
    ]
