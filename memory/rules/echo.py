"""Recognises what the gate told when it comes back as if it were evidence."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from memory.rules.concepts import WORD, notion
from memory.rules.mark import marks, unmarked
from memory.rules.negation import sentences

# From here on two wordings say one thing; measured by the bench of the echo guard.
ALIKE = 0.8
# What is kept of the told words counts more than what was added to them.
RECALL = 4
# An identifier or a number says more than another word.
IDENTIFIER = 2

type Kind = Literal["mark", "repeat", "suspect"]


@dataclass(frozen=True)
class Told:
    """A claim's wording as a passage told it; `to_author`: to whoever observed."""

    text: str
    line: int
    receipt: UUID
    at: datetime.datetime
    to_author: bool


@dataclass(frozen=True)
class Heard:
    """An observation's text; `own` where it is its author's own output.

    Own is what nobody else can look up: what was said, and what has no address.
    """

    text: str
    own: bool
    recorded_at: datetime.datetime


@dataclass(frozen=True)
class Echoed:
    """How a text repeats a told claim; `likeness` in [0, 1]."""

    kind: Kind
    line: int
    receipt: UUID
    likeness: float

    @property
    def refused(self) -> bool:
        """Whether it may not support the claim at all."""
        return self.kind != "suspect"


def echo(heard: Heard, told: Iterable[Told]) -> Echoed | None:
    """How an observation repeats what was told of a claim before; none if it does not.

    A mark counts for the passage that it names, whatever else the text says. Without
    one the wording decides: repeated in the author's own output it is no evidence;
    in another document it may be a coincidence and is suspect only.
    """
    before = [each for each in told if each.at <= heard.recorded_at]
    if not before:
        return None
    carried = marks(heard.text)
    for each in before:
        if each.receipt in carried:
            return Echoed("mark", each.line, each.receipt, 1.0)
    said = _sayings(heard.text)
    alike = [(_likest(each.text, said), each) for each in before]
    found = [
        (heard.own and each.to_author, score, each)
        for score, each in alike
        if score >= ALIKE
    ]
    if not found:
        return None
    repeats, score, each = max(found, key=lambda x: (x[0], x[1], -x[2].line))
    kind: Kind = "repeat" if repeats else "suspect"
    return Echoed(kind, each.line, each.receipt, round(score, 3))


def likeness(told: str, text: str) -> float:
    """How much a text says what was told, in [0, 1]: 1 for the same notions.

    The best sentence, or the whole, decides; order, spelling, function words and
    common synonyms do not count.
    """
    return _likest(told, _sayings(text))


def _likest(told: str, said: Iterable[frozenset[str]]) -> float:
    wanted = frozenset(_notions(told))
    return max((_alike(wanted, each) for each in said), default=0.0) if wanted else 0.0


def _sayings(text: str) -> list[frozenset[str]]:
    """The notions of the whole text and of each of its sentences."""
    bare = unmarked(text)
    return [frozenset(_notions(part)) for part in (bare, *sentences(bare))]


def _notions(text: str) -> Iterator[str]:
    for word in WORD.findall(text):
        folded = word.casefold()
        found = folded if _numbered(folded) else notion(folded)
        if found:
            yield found


def _numbered(word: str) -> bool:
    return any(map(str.isdigit, word))


def _alike(wanted: frozenset[str], said: frozenset[str]) -> float:
    """The F-measure of two sets of notions."""
    shared = _weight(wanted & said)
    if not shared:
        return 0.0
    kept, added = shared / _weight(wanted), shared / _weight(said)
    return (1 + RECALL) * kept * added / (RECALL * added + kept)


def _weight(notions: Iterable[str]) -> int:
    return sum(IDENTIFIER if _numbered(x) else 1 for x in notions)
