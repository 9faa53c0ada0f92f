"""Seal what the log has gained since the last time."""

import datetime

from django.db import transaction

from memory.models import (
    DecisionNote,
    EpisodeText,
    LogSeal,
    SealedKind,
    Workspace,
)
from memory.queries.sealable import LEAVES, sealed_floor, unsealed, words_of
from memory.rules.chain import START, link
from memory.rules.commitment import commit, new_salt
from memory.steps.locks import seal_workspace

BATCH = 1000


@transaction.atomic(durable=True)
def seal_log(*, workspace: Workspace, now: datetime.datetime) -> int:
    """Add batches to the workspace's hash chain; gives the number of rows sealed.

    Keeps true: one sealer at a time, so that numbers have no gap and each digest
    binds the one before; a row is sealed once; words are bound by a salted
    commitment, which outlives them. Writers never wait for the sealer.
    """
    if not seal_workspace(workspace):
        return 0
    return sum(_seal(workspace, kind, now) for kind in SealedKind.values)


def _seal(workspace: Workspace, kind: str, now: datetime.datetime) -> int:
    ids = unsealed(workspace.pk, kind, sealed_floor(workspace.pk, kind), BATCH)
    if not ids:
        return 0
    if kind == SealedKind.EPISODE:
        _commit_episodes(ids)
    if kind == SealedKind.DECISION:
        _commit_notes(ids)
    found = LEAVES[kind](ids)
    leaves = b"".join(found[id_] for id_ in ids)
    last = LogSeal.objects.filter(workspace=workspace).order_by("-number").first()
    number = last.number + 1 if last else 1
    previous = bytes(last.digest) if last else START
    LogSeal.objects.create(
        workspace=workspace,
        number=number,
        kind=kind,
        ids=ids,
        leaves=leaves,
        digest=link(previous, number, kind, ids, leaves),
        sealed_at=now,
    )
    return len(ids)


def _commit_episodes(ids: list[int]) -> None:
    rows = EpisodeText.objects.select_for_update(of=("self",)).filter(
        pk__in=ids, commitment=None
    )
    for row in rows.select_related("episode").order_by("pk"):
        row.salt = new_salt()
        row.commitment = commit(words_of(row), row.salt)
        row.save(update_fields=["salt", "commitment"])


def _commit_notes(ids: list[int]) -> None:
    rows = DecisionNote.objects.select_for_update().filter(pk__in=ids, commitment=None)
    for row in rows.order_by("pk"):
        row.salt = new_salt()
        row.commitment = commit(row.text, row.salt)
        row.save(update_fields=["salt", "commitment"])
