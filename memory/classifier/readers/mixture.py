"""Parts to parts: mixtures and ratios with names, and one in so many."""

import re
from collections.abc import Iterator

from memory.classifier.plurals import singular
from memory.classifier.readers.cues import is_number
from memory.classifier.readers.share import counted
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_PARTS = re.compile(r"^parts?\b", re.I)
_TO = re.compile(r"^\s(?:of\s)?(?P<n>[a-z]+)\s(?:to|and|for(?: every)?)\s$", re.I)
_OF = re.compile(r"^\s(?:of\s)?(?P<n>[a-z]+)", re.I)
_OUTNUMBER = re.compile(
    r"\b(?P<one>[a-z]+)\soutnumber(?:ed|s)?\s(?:the\s)?(?P<other>[a-z]+)\s(?:by\s)?$",
    re.I,
)
_RATIO_OF = re.compile(
    r"\bratio of\s(?P<one>[a-z]+)\sto\s(?P<other>[a-z]+)\s(?:is|was|of)\s$", re.I
)
_APART = re.compile(r"(?:,|[:(—–])\s?(?:or\s|i\.e\.,?\s|that is,?\s)?$")
_IN = re.compile(r"^\s(?:in|out of)\s(?:every\s)?$", re.I)


def _word(s: Sentence, i: int) -> str:
    """What the amount is said to be of."""
    q = s.quantities[i]
    if q.noun:
        return singular(q.noun.split()[-1])
    found = _OF.match(s.after(i))
    return singular(found["n"]) if found else ""


def _mixed(s: Sentence) -> Iterator[Relation]:
    """ "three parts oil to one part vinegar: 200 ml hold 50 ml of vinegar"."""
    if len(s.quantities) != 4 or not all(is_number(q) for q in s.quantities):
        return
    if not all(_PARTS.match(s.quantities[i].noun) for i in (0, 1)):
        return
    names = [_named_part(s, i) for i in (0, 1)]
    part = _word(s, 3)
    whole = s.quantities[2].low > s.quantities[3].low and _word(s, 2) not in names
    if part in names and names[0] != names[1] and whole:
        own = names.index(part)
        yield Relation("mixture", (own, 1 - own, 2), 3)


def _named_part(s: Sentence, i: int) -> str:
    words = s.quantities[i].noun.split()
    return singular(words[1]) if len(words) > 1 else _word_after(s, i)


def _word_after(s: Sentence, i: int) -> str:
    found = _TO.match(s.after(i)) or _OF.match(s.after(i))
    return singular(found["n"]) if found else ""


def _outnumbered(s: Sentence) -> Iterator[Relation]:
    """ "girls outnumber boys three to two in a class of 25, so there are 15 girls"."""
    if len(s.quantities) != 3 or not s.quantities[0].parts:
        return
    found = _OUTNUMBER.search(s.before(0)) or _RATIO_OF.search(s.before(0))
    _, whole, part = s.quantities
    if not found or not is_number(whole) or not is_number(part) or part.low > whole.low:
        return
    names = [singular(found["one"]), singular(found["other"])]
    if _word(s, 2) in names and _word(s, 1) not in names:
        yield Relation("ratio_part", (0, 1), 2, signs=(names.index(_word(s, 2)),))


def _one_in(s: Sentence) -> Iterator[Relation]:
    """ "two of the eight — one in four"."""
    for part, whole in counted(s):
        one = max(part, whole) + 1
        if one + 1 >= len(s.quantities):
            continue
        both = all(is_number(s.quantities[i]) for i in (one, one + 1))
        less = s.quantities[one].low < s.quantities[one + 1].low
        said = _APART.search(s.before(one)) and _IN.match(s.after(one))
        if both and less and said:
            yield Relation("proportion", (one, one + 1, part), whole)


def read(s: Sentence) -> Iterator[Relation]:
    """All parts of mixtures and groups stated in a sentence."""
    yield from _mixed(s)
    yield from _outnumbered(s)
    yield from _one_in(s)
