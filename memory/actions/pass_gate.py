"""Judge what the lenses brought, and write the receipt of what is told."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from memory.models import (
    Actor,
    ApiKey,
    Episode,
    Receipt,
    ReceiptLine,
    ReceiptText,
    Workspace,
)
from memory.queries.standings import (
    SourceView,
    Standing,
    judged,
    source_views,
    statuses,
)
from memory.retrieval.lenses import Brought
from memory.retrieval.references import references
from memory.rules.commitment import commit, new_salt
from memory.rules.fusion import fuse
from memory.rules.gate import chosen, settled
from memory.rules.lifecycle import Status
from memory.steps.locks import share_workspace
from memory.steps.receipt import told_line, write_receipt

# Claims that are no longer believed by the time they are judged leave room for others.
SPARE = 2


@dataclass(frozen=True)
class Passage:
    """A message on its way through the gate, with all that was found for it.

    `findings` and `tensions` are JSON as they are told.
    """

    uid: UUID
    message: str
    k: int
    lenses: Mapping[str, Brought]
    key: ApiKey | None = None
    episode: Episode | None = None
    trial: bool = False
    findings: Sequence[Mapping[str, Any]] = ()
    tensions: Sequence[Mapping[str, Any]] = ()

    @property
    def degraded(self) -> list[str]:
        """The lenses that did not run, or not as they should."""
        return [name for name, brought in self.lenses.items() if brought.lesser]


@dataclass(frozen=True)
class Passed:
    """A receipt, how each claim that it tells of stood, and the roots by key.

    `references` are vetted sources on the same nodes as what was served unvetted.
    """

    receipt: Receipt
    words: ReceiptText
    lines: Sequence[ReceiptLine]
    standings: Mapping[int, Standing]
    roots: Mapping[int, UUID]
    references: Sequence[SourceView]


@transaction.atomic(durable=True)
def pass_gate(*, workspace: Workspace, by: Actor, passage: Passage) -> Passed:
    """Serve what may be believed, withhold the rest with its reason, write it down.

    Keeps true: nothing inadmissible at the time of the receipt is served, since
    whatever makes a claim fall waits for this transaction or is seen by it; every
    disputed claim that was found is told as withheld; one voice fills half at most
    while others qualify.
    """
    now = share_workspace(workspace)
    brought = {name: each.claims for name, each in passage.lenses.items()}
    lenses = {each.key: each.lenses for each in fuse(brought)}
    found = _judged(workspace, list(lenses), passage.k, now)
    ordered = [found[claim] for claim in lenses if claim in found]
    told = [*_served(ordered, passage.k), *_withheld(ordered, passage.k)]
    unvetted = [each.claim for each in told if each.admissible and not each.vetted]
    vetted = references(workspace, unvetted)
    receipt, words = _receipt(workspace, by, passage, vetted, now)
    lines = [
        told_line(receipt, place, each, lenses[each.claim])
        for place, each in enumerate(told)
    ]
    write_receipt(receipt, words, lines)
    return Passed(
        receipt=receipt,
        words=words,
        lines=lines,
        standings={each.claim: each for each in told},
        roots=passage.lenses["subgraph"].roots,
        references=[*source_views(workspace, vetted).values()],
    )


def _judged(
    workspace: Workspace, claims: Sequence[int], k: int, now: datetime.datetime
) -> dict[int, Standing]:
    """All that are disputed, and so many of the others as can be told.

    Of the believed ones no more are judged than can be served, unless some of these
    turn out not to be.
    """
    written = statuses(claims)
    by_status: defaultdict[Status, list[int]] = defaultdict(list)
    for claim in claims:
        if claim in written:
            by_status[written[claim]].append(claim)
    believed = by_status.pop(Status.admissible, [])
    disputed = by_status.pop(Status.disputed, [])
    others = [x for x in claims if written.get(x) in by_status]

    def look(some: Sequence[int]) -> dict[int, Standing]:
        return judged(workspace, {x: written[x] for x in some}, now)

    found = look([*believed[:k], *disputed, *others[:k]])
    first = {x: found[x] for x in believed[:k] if x in found and found[x].admissible}
    spare = believed[k : SPARE * k]
    if spare and not settled([*first], _voiced(first), k):
        found |= look(spare)
    return found


def _served(ordered: Sequence[Standing], k: int) -> list[Standing]:
    believed = {each.claim: each for each in ordered if each.admissible}
    return [believed[pk] for pk in chosen(believed, _voiced(believed), k)]


def _voiced(claims: Mapping[int, Standing]) -> set[int]:
    return {pk for pk, each in claims.items() if each.one_voice}


def _withheld(ordered: Sequence[Standing], k: int) -> list[Standing]:
    """All that are disputed, then at most `k` others."""
    fallen = [each for each in ordered if not each.admissible]
    disputed = [each for each in fallen if each.status == Status.disputed]
    others = [each for each in fallen if each.status != Status.disputed]
    return [*disputed, *others[:k]]


def _receipt(
    workspace: Workspace,
    by: Actor,
    passage: Passage,
    vetted: Sequence[int],
    now: datetime.datetime,
) -> tuple[Receipt, ReceiptText]:
    salt = new_salt()
    reframe = passage.lenses["reframe"].query
    receipt = Receipt(
        uid=passage.uid,
        workspace=workspace,
        agent=by.agent,
        member=by.member,
        key=passage.key,
        episode=passage.episode,
        trial=passage.trial,
        k=passage.k,
        nodes=list(passage.lenses["subgraph"].roots),
        references=list(vetted),
        lenses={name: _kept(each) for name, each in passage.lenses.items()},
        degraded=passage.degraded,
        at=now,
        commitment=commit(passage.message, salt),
    )
    words = ReceiptText(
        receipt=receipt,
        message=passage.message,
        reframe=reframe,
        findings=list(passage.findings),
        tensions=list(passage.tensions),
        salt=salt,
    )
    return receipt, words


def _kept(brought: Brought) -> dict[str, Any]:
    """What the receipt says of a lens, without any words that may have to be erased."""
    return {
        "form": brought.form,
        "found": len(brought.claims),
        "lesser": brought.lesser,
    }
