"""What is left: the other part of a whole, the whole less what was taken."""

import re
from collections.abc import Iterator

from memory.classifier.nouns import head
from memory.classifier.readers.cues import EACH
from memory.classifier.readers.total import summable
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_OTHER = re.compile(r"\b(?:the other|the remaining|the rest|remaining)\s?$", re.I)
_NEGATED = re.compile(
    r"^\s(?:did|do|does|were|was|had|have|has|are|is)(?:\snot|n[’']t)\b", re.I
)
_LEAVING = re.compile(
    r"\b(?:leaving|leaves)\s(?:just|only|about|a mere|an?)?\s?[$€£]?$", re.I
)
_REMAINS = re.compile(
    r"\b(?:now (?:holds?|has|have)|still (?:has|have|holds?)|left with|so)\s(?:only"
    r"|just)?\s?$",
    re.I,
)
_REMAIN_AFTER = re.compile(
    r"^\s(?:\w+\s)?(?:remain\w*|(?:is|are|were|was) (?:left|still \w+)|left)\b", re.I
)
_TAKING = re.compile(
    r"\b(?:ship(?:s|ped)|sold|sells|us(?:ed|es)|lost|loses|gave|spent|reject(?:ed)?"
    r"|remov(?:ed)?"
    r"|ate|clos(?:ed)?|cancel\w*|paid|return(?:ed)?|died|left|withdrew|donated"
    r"|threw)\b",
    re.I,
)


def _remainders(s: Sentence) -> Iterator[Relation]:
    """ "of the 52 weeks, 38 were dry and the other 14 were wet"."""
    for last in range(2, len(s.quantities)):
        whole = last - 2
        rest = _OTHER.search(s.before(last)) or (
            _NEGATED.match(s.after(last))
            and re.search(r"\bof\b", s.before(whole), re.I)
        )
        if not rest or not summable(s, whole, last, whole) or EACH.search(s.text):
            continue
        if (
            len({head(s.quantities[i].noun) for i in (whole, last - 1, last)} - {""})
            > 1
        ):
            continue
        if s.quantities[whole].low > s.quantities[last - 1].low:
            yield Relation("sum", (last - 1, last), whole)


def _last_parts(s: Sentence) -> Iterator[Relation]:
    """ "of 30, ten play football, twelve tennis and the other eight nothing"."""
    last = len(s.quantities) - 1
    if last < 3 or not re.match(r"\s*(?:out )?of\b", s.text, re.I):
        return
    if not _OTHER.search(s.before(last)) or EACH.search(s.text):
        return
    if summable(s, 0, last, 0) and s.quantities[0].low > s.quantities[1].low:
        yield Relation("sum", tuple(range(1, last + 1)), 0)


def _of_more(s: Sentence, last: int) -> bool:
    """True when what is left is left of three numbers or more: a balance."""
    return last > 2 and summable(s, last - 3, last, last)


def _leavings(s: Sentence) -> Iterator[Relation]:
    """ "had 90, sold 65, leaving 25"."""
    for last in range(2, len(s.quantities)):
        plain = summable(s, last - 2, last, last) and not _of_more(s, last)
        if _LEAVING.search(s.before(last)) and plain:
            whole, part = s.quantities[last - 2], s.quantities[last - 1]
            if whole.low >= part.low and "of" not in s.after(last - 2).split():
                yield Relation("difference", (last - 2, last - 1), last)


def _remaining(s: Sentence) -> Iterator[Relation]:
    """ "had 1,000 units, shipped 350 and now holds 650"; "so 20 remain open"."""
    for last in range(2, len(s.quantities)):
        said = _REMAIN_AFTER.match(s.after(last)) or (
            _REMAINS.search(s.before(last)) and not s.before(last).endswith("so ")
        )
        taken = _TAKING.search(s.before(last - 1)) or _TAKING.search(s.after(last - 1))
        if not said or not taken or EACH.search(s.text):
            continue
        if not summable(s, last - 2, last, last) or _of_more(s, last):
            continue
        if s.quantities[last - 2].low >= s.quantities[last - 1].low:
            yield Relation("difference", (last - 2, last - 1), last)


def read(s: Sentence) -> Iterator[Relation]:
    """All remainders stated in a sentence."""
    yield from _remainders(s)
    yield from _last_parts(s)
    yield from _leavings(s)
    yield from _remaining(s)
