"""Whether the log is as it was sealed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.models import (
    DecisionNote,
    DerivationText,
    EpisodeText,
    LogSeal,
    ObservationText,
    SealedKind,
    Workspace,
)
from memory.queries.sealable import LEAVES, batches, unsealed, words_of
from memory.rules.chain import LEAF_BYTES, START, link
from memory.rules.commitment import commit
from memory.rules.words import observation_words

# The others may have no words; that they had some is part of their leaf.
ALWAYS_WORDED = frozenset({SealedKind.OBSERVATION, SealedKind.DERIVATION})


@dataclass(frozen=True)
class Verified:
    """A workspace's chain: `bad` names the first row that is not as it was sealed.

    `unsealed` counts the rows that no seal holds yet; `head` is the last digest, to
    be kept elsewhere: it alone shows that the chain was cut short.
    """

    seals: int
    rows: int
    unsealed: int
    head: bytes
    bad: str | None


def verify(workspace: Workspace) -> Verified:
    """Read the whole chain and every row that it holds."""
    seals = rows = 0
    head, bad = START, None
    for seal in LogSeal.objects.filter(workspace=workspace).order_by("number"):
        seals, rows = seals + 1, rows + len(seal.ids)
        bad = _bad_seal(seal, seals, head) or _bad_row(seal)
        head = bytes(seal.digest)
        if bad:
            break
    tail = sum(len(unsealed(workspace.pk, x, 0, None)) for x in SealedKind.values)
    return Verified(seals, rows, tail, head, bad)


def _bad_seal(seal: LogSeal, number: int, previous: bytes) -> str | None:
    leaves = bytes(seal.leaves)
    whole = len(leaves) == LEAF_BYTES * len(seal.ids)
    digest = link(previous, seal.number, seal.kind, seal.ids, leaves)
    if seal.number == number and whole and digest == bytes(seal.digest):
        return None
    return f"seal {number}"


def _bad_row(seal: LogSeal) -> str | None:
    sealed = bytes(seal.leaves)
    place = {id_: LEAF_BYTES * n for n, id_ in enumerate(seal.ids)}
    for ids in batches(seal.ids):
        found = LEAVES[seal.kind](ids)
        altered = _altered(seal.kind, ids)
        for id_ in ids:
            leaf = sealed[place[id_] : place[id_] + LEAF_BYTES]
            if found.get(id_) != leaf or id_ in altered:
                return f"{seal.kind} {id_}"
    return None


def _altered(kind: str, ids: Sequence[int]) -> set[int]:
    """Rows whose words are not those that were committed to, or are missing.

    Words that are gone have to be gone altogether.
    """
    found = {id_: _bound(*words) for id_, *words in WORDS[kind](ids)}
    return {id_ for id_ in ids if not found.get(id_, kind not in ALWAYS_WORDED)}


def _bound(words: str | None, salt: bytes | None, commitment: bytes) -> bool:
    if words is None or salt is None:
        return words is None
    return commit(words, bytes(salt)) == bytes(commitment)


type Rows = Iterable[tuple[Any, ...]]


def _observations(ids: Sequence[int]) -> Rows:
    rows = ObservationText.objects.filter(pk__in=ids)
    for row in rows.select_related("observation"):
        seen, words = row.observation, row.text
        if words is not None:
            words = observation_words(words, seen.ref, seen.locator)
        yield row.pk, words, row.salt, seen.commitment


def _derivations(ids: Sequence[int]) -> Rows:
    rows = DerivationText.objects.filter(pk__in=ids)
    return rows.values_list("pk", "text", "salt", "derivation__commitment")


def _episodes(ids: Sequence[int]) -> Rows:
    for row in EpisodeText.objects.filter(pk__in=ids).select_related("episode"):
        gone = row.salt is None and not row.task and not row.conclusions
        yield row.pk, None if gone else words_of(row), row.salt, row.commitment


def _notes(ids: Sequence[int]) -> Rows:
    for row in DecisionNote.objects.filter(pk__in=ids):
        words = None if row.salt is None and not row.text else row.text
        yield row.pk, words, row.salt, row.commitment


WORDS: Mapping[str, Callable[[Sequence[int]], Rows]] = {
    SealedKind.EPISODE: _episodes,
    SealedKind.OBSERVATION: _observations,
    SealedKind.DERIVATION: _derivations,
    SealedKind.DECISION: _notes,
}
