"""What each costs, how many there are, and what that makes; per-head amounts."""

import re
from collections.abc import Iterator
from itertools import combinations

from memory.classifier.nouns import head
from memory.classifier.plurals import singular
from memory.classifier.readers.cues import EACH, STRONGLY, is_number
from memory.classifier.readers.physical import IN_ALL, concluded
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_names import TIME
from memory.classifier.unit_scale import UnitRejected, scale_of

_EACH_AFTER = re.compile(
    r"^[^,.;]{0,24}?\b(?:each|apiece|a piece|per \w+|a head)\b", re.I
)
_EACH_BEFORE = re.compile(r"\b(?:each|every|one|a single|per)\s[\w\s-]{1,30}$", re.I)
_HOLDS = re.compile(
    r"\b(?:an?|each|every|one)\s(?:\w+\s)?(?P<n>[a-z]{3,20})\s(?:holds?|contains?"
    r"|costs?"
    r"|weighs?|has|have|makes?|takes?|seats?|carries|produces?|needs?|uses?)\s[$€£]?$",
    re.I,
)
_A_NOUN = re.compile(r"^\s(?:an?|per)\s(?P<n>[a-z]{3,15})\b")
_SPLIT = re.compile(
    r"\b(?:split|divided?|shared?|among|amongst|between|spread|distributed|allocat)",
    re.I,
)
_SUMS_UP = re.compile(
    r"\b(?:brought in|comes? to|came to|costs?|paid|pays?|total\w*(?: of)?|raised"
    r"|earn\w*"
    r"|weighs?|amounts? to|worth|is|are|in all|holds?|contain|makes?|made"
    r"|therefore \w+)"
    r"\s(?:about|an?|over)?\s?[$€£]?$",
    re.I,
)
_THERE_ARE = re.compile(
    r"\b(?:there (?:are|is|were)|averag\w+|on average|equals?|is|are)"
    r"\s(?:about\s)?[$€£]?$",
    re.I,
)
_ANOTHER = re.compile(
    r"\b(?:and|plus|to (?:make|earn|buy|reach|get)|but|while)\b", re.I
)
_HEADS = frozenset(("person", "head", "capita", "inhabitant", "resident", "citizen"))


def _is_count(s: Sentence, i: int) -> bool:
    q = s.quantities[i]
    return is_number(q) and q.unit == "1" and q.low > 0


def _same_sort(left: str, right: str) -> bool:
    try:
        return scale_of(left).dimensions == scale_of(right).dimensions
    except UnitRejected:
        return False


def _stated(s: Sentence, i: int) -> bool:
    gap = s.before(i)
    if _ANOTHER.search(gap) or EACH.search(s.after(i)[:16]):
        return False
    said = STRONGLY.search(gap) or _SUMS_UP.search(gap) or IN_ALL.match(s.after(i))
    return bool(said)


def _heads(s: Sentence, i: int) -> set[str]:
    return {head(word) for word in s.quantities[i].noun.split()}


def _is_each(s: Sentence, each: int, count: int) -> bool:
    """True when the quantity is said of each of what `count` counts."""
    q, after = s.quantities[each], s.after(each)
    holds, noun = _HOLDS.search(s.before(each)), _A_NOUN.match(after)
    named = (holds and holds["n"]) or (noun and noun["n"]) or q.per
    if named:
        return singular(named) in _heads(s, count) or _any_head(s, count, named)
    return bool(_EACH_AFTER.match(after) or _EACH_BEFORE.search(s.before(each)))


def _any_head(s: Sentence, count: int, named: str) -> bool:
    return singular(named) in _HEADS and bool(_heads(s, count) & _HEADS)


def _totals(s: Sentence) -> Iterator[Relation]:
    """Each and how many, then the total."""
    if len(s.quantities) != 3 or not is_number(s.quantities[2]) or not _stated(s, 2):
        return
    for each, count in ((0, 1), (1, 0)):
        alike = _same_sort(s.quantities[each].unit, s.quantities[2].unit)
        countable = _is_count(s, count) and is_number(s.quantities[each])
        if alike and countable and _is_each(s, each, count):
            yield Relation("product", (each, count), 2)
            return


def _boxes(s: Sentence) -> Iterator[Relation]:
    """ "twelve boxes of 24 bottles make 288 bottles"."""
    for i in range(len(s.quantities) - 2):
        of = re.match(r"^\s\w+\sof\s$", s.after(i))
        counts = all(_is_count(s, k) for k in (i, i + 1, i + 2))
        grows = s.quantities[i].low < s.quantities[i + 2].low
        if of and counts and _stated(s, i + 2) and s.quantities[i].noun and grows:
            yield Relation("product", (i, i + 1), i + 2)


def _shared_out(s: Sentence) -> Iterator[Relation]:
    """A total and a count, then what each gets."""
    if len(s.quantities) != 3 or not all(is_number(q) for q in s.quantities):
        return
    total, _, each = s.quantities
    said = EACH.search(s.after(2)[:20]) or EACH.search(s.before(2)[-20:]) or each.per
    if said and _SPLIT.search(s.text) and total.unit == each.unit and _is_count(s, 1):
        yield Relation("quotient", (0, 1), 2)


def _follows(s: Sentence, i: int) -> bool:
    gap = s.before(i)
    said = STRONGLY.search(gap) or _THERE_ARE.search(gap)
    return bool(said) and not gap.endswith("(")


def _per_noun(s: Sentence) -> Iterator[Relation]:
    """ "an 18-hole course takes 4.5 hours, i.e. 15 minutes a hole"."""
    for result in range(2, min(4, len(s.quantities))):
        q = s.quantities[result]
        after = _A_NOUN.match(s.after(result))
        per = q.per or (after["n"] if after else "")
        if not per or per in TIME or not is_number(q) or not _follows(s, result):
            continue
        for first, second in combinations(range(result), 2):
            for below, above in ((first, second), (second, first)):
                named = singular(per) in _heads(s, below) or _any_head(s, below, per)
                if named and _is_count(s, below) and is_number(s.quantities[above]):
                    yield Relation("quotient", (above, below), result)


def _per_head_first(s: Sentence) -> Iterator[Relation]:
    """ "Per head, a budget of 45 million dollars for 300,000 inhabitants is $150"."""
    per = re.match(
        r"\s*(?:per|for each) (?:head|person|capita|inhabitant)\b", s.text, re.I
    )
    if not per or len(s.quantities) != 3 or not _is_count(s, 1):
        return
    if concluded(s, 2) and s.quantities[0].unit == s.quantities[2].unit:
        yield Relation("quotient", (0, 1), 2)


def _ratios(s: Sentence) -> Iterator[Relation]:
    """ "28 pupils to 2 teachers, a ratio of 14:1"."""
    for i in range(len(s.quantities) - 2):
        both = _is_count(s, i) and _is_count(s, i + 1)
        parts = s.quantities[i + 2].parts
        if both and parts and re.search(r"\bratio of\s$", s.before(i + 2)):
            yield Relation("quotient", (i, i + 1), i + 2)


def read(s: Sentence) -> Iterator[Relation]:
    """All products and quotients over counts stated in a sentence, each once."""
    seen: set[tuple[tuple[int, ...], int | None]] = set()
    for reader in (_totals, _boxes, _shared_out, _per_noun, _per_head_first, _ratios):
        for relation in reader(s):
            key = (tuple(sorted(relation.operands)), relation.result)
            if key not in seen:
                seen.add(key)
                yield relation
