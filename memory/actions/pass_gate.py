"""Judge what the lenses brought, and write the receipt of what is told."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from memory.models import (
    Actor,
    ApiKey,
    Episode,
    Receipt,
    ReceiptLine,
    ReceiptText,
    Workspace,
)
from memory.queries.clock import database_now
from memory.queries.standings import SourceView, Standing, source_views, standings
from memory.retrieval.lenses import Brought
from memory.retrieval.references import references
from memory.rules.commitment import commit, new_salt
from memory.rules.fusion import fuse
from memory.rules.gate import chosen
from memory.rules.lifecycle import Status
from memory.steps.locks import share_workspace
from memory.steps.receipt import write_receipt

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
    share_workspace(workspace)
    now = database_now()
    brought = {name: each.claims for name, each in passage.lenses.items()}
    lenses = {each.key: each.lenses for each in fuse(brought)}
    found = standings(workspace, _worth_judging(lenses, passage.k), now)
    ordered = [found[claim] for claim in lenses if claim in found]
    told = [*_served(ordered, passage.k), *_withheld(ordered, passage.k)]
    unvetted = [each.claim for each in told if each.admissible and not each.vetted]
    vetted = references(workspace, unvetted)
    receipt, words = _receipt(workspace, by, passage, vetted, now)
    lines = [
        _line(receipt, place, each, lenses[each.claim])
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


def _worth_judging(ordered: Mapping[int, object], k: int) -> list[int]:
    """All that are disputed, and so many of the others as can be told."""
    with connection.cursor() as cursor:
        cursor.execute(STATUSES, [sorted(ordered)])
        statuses = dict(cursor.fetchall())
    believed = [x for x in ordered if statuses.get(x) == Status.admissible]
    disputed = [x for x in ordered if statuses.get(x) == Status.disputed]
    apart = (None, Status.admissible, Status.disputed)
    others = [x for x in ordered if statuses.get(x) not in apart]
    return [*believed[: SPARE * k], *disputed, *others[:k]]


def _served(ordered: Sequence[Standing], k: int) -> list[Standing]:
    believed = {each.claim: each for each in ordered if each.admissible}
    voiced = {pk for pk, each in believed.items() if each.one_voice}
    return [believed[pk] for pk in chosen(believed, voiced, k)]


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


def _line(
    receipt: Receipt, place: int, told: Standing, lenses: Sequence[str]
) -> ReceiptLine:
    return ReceiptLine(
        workspace=receipt.workspace,
        receipt=receipt,
        claim_id=told.claim,
        derivation_id=told.worded_by,
        place=place,
        reason="" if told.admissible else told.status.value,
        effect=told.effect,
        confidence=told.confidence,
        age_days=told.age_days,
        vetted=told.vetted,
        lenses=list(lenses),
        conflicts_with=list(told.conflicts_with),
    )


STATUSES = """
SELECT claim_id, status FROM memory_claimstatus WHERE claim_id = ANY(%s)
"""
