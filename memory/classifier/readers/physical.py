"""Measured quantities that belong together by their dimensions: speed, way and time."""

import re
from collections.abc import Iterator
from itertools import permutations

from memory.classifier.nouns import head
from memory.classifier.readers.cues import CONCLUDES, STRONGLY, is_number
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_scale import Dimensions, UnitRejected, scale_of, times

MAX_REACH = 160
_NAMES = re.compile(
    r"\b(?:averag\w+|mean|rate|speed|pressure|force|power|energy|current|voltage"
    r"|density"
    r"|flow|throughput|area|volume|dose|consumption|in all|in total|altogether)\b"
    r"[^.;]{0,25}$",
    re.I,
)
_DELIVERS = re.compile(
    r"\b(?:covers?|covered|travels?|copies|copied|downloads?|transfers?|transferring"
    r"|handles?|moves?|moved|uses?|used|consumes?|delivers?|produces?|takes?|in|for"
    r"|stores?"
    r"|pumps?|flows?|runs?|sends?|reads?|writes?|requires?|needs?|lasts?|fills?"
    r"|drives?)"
    r"\s(?:about|an?)?\s?$",
    re.I,
)
IN_ALL = re.compile(r"^\s(?:in (?:all|total)|altogether|together|overall)\b", re.I)
_COMPARED = re.compile(r"^\s(?:faster|slower|more|less|higher|lower)\b")
_NOT_AMOUNTS = frozenset(("degC", "degF", "dB", "pp"))


def _dimensions(s: Sentence, i: int) -> Dimensions | None:
    q = s.quantities[i]
    if q.is_range or q.kind == "ratio" or q.unit in _NOT_AMOUNTS:
        return None
    if _COMPARED.match(s.after(i)):
        return None
    try:
        return scale_of(q.unit).dimensions
    except UnitRejected:
        return None


def concluded(s: Sentence, i: int) -> bool:
    """True when a cue presents this quantity as following from the others."""
    gap = s.before(i).replace("i.e.", "ie ")
    if re.search(r"[.;]", gap) and not STRONGLY.search(s.before(i)):
        return False
    cue = CONCLUDES.search(s.before(i)) or _NAMES.search(gap) or _DELIVERS.search(gap)
    return bool(cue or IN_ALL.match(s.after(i)))


def measured(s: Sentence) -> list[tuple[int, Dimensions]]:
    """The quantities of a sentence that have dimensions."""
    return [(i, d) for i in range(len(s.quantities)) if (d := _dimensions(s, i))]


def triple(s: Sentence) -> tuple[int, int, int] | None:
    """Three measured quantities, the concluded one last, or None."""
    places = [i for i, _ in measured(s)]
    # "5 hours a day" has no dimensions and still counts.
    partly = any(
        "/" in q.unit and not _dimensions(s, i) for i, q in enumerate(s.quantities)
    )
    if len(places) != 3 or partly:
        return None
    near = s.quantities[places[2]].span[1] - s.quantities[places[0]].span[0] < MAX_REACH
    for result in reversed(places):
        if near and result and concluded(s, result):
            first, second = (i for i in places if i != result)
            return first, second, result
    return None


def _counts(s: Sentence) -> tuple[int, ...]:
    return tuple(
        i for i, q in enumerate(s.quantities) if q.unit == "1" and q.low > 1 and q.noun
    )


def _triples(s: Sentence) -> Iterator[Relation]:
    found = triple(s)
    if found is None:
        return
    dimensions = dict(measured(s))
    counts = _counts(s)
    a, b, result = found
    if len({dimensions[i] for i in found}) < 3 or len(counts) > 1:
        return
    if times(dimensions[a], dimensions[b]) == dimensions[result]:
        yield Relation("product", (a, b, *counts), result)
    for top, bottom in permutations((a, b)):
        ratio = times(dimensions[top], dimensions[bottom], -1)
        if ratio == dimensions[result] and not counts:
            yield Relation("quotient", (top, bottom), result)


def _count_rates(s: Sentence) -> Iterator[Relation]:
    """ "the 120-page report took 4 days, 30 pages per day"; inhabitants per km²."""
    for result in range(2, len(s.quantities)):
        q = s.quantities[result]
        if not q.unit.startswith("1/") or not q.noun or len(s.quantities) > 3:
            continue
        if not concluded(s, result):
            continue
        noun = head(q.noun)
        tops = [
            i for i in range(result) if noun in _nouns(s, i) and s.quantities[i].low > 0
        ]
        below = scale_of(q.unit[2:]).dimensions
        bottoms = [i for i, d in measured(s) if d == below]
        if len(tops) == len(bottoms) == 1:
            yield Relation("quotient", (tops[0], bottoms[0]), result)


def _nouns(s: Sentence, i: int) -> set[str]:
    q = s.quantities[i]
    return {head(word) for word in q.noun.split()} if q.unit == "1" else set()


def _rates(s: Sentence) -> Iterator[Relation]:
    """ "1,260 patients a week, or 180 a day": one rate over two times."""
    for i in range(len(s.quantities) - 1):
        left, right = s.quantities[i], s.quantities[i + 1]
        rates = left.unit.startswith("1/") and right.unit.startswith("1/")
        if not rates or left.unit == right.unit or not is_number(right):
            continue
        same = not right.noun or head(left.noun) == head(right.noun)
        gap = s.before(i + 1)
        if same and (CONCLUDES.search(gap) or _DELIVERS.search(gap)):
            yield Relation("same", (i,), i + 1)


def read(s: Sentence) -> Iterator[Relation]:
    """Products, quotients and rates of measured quantities."""
    yield from _triples(s)
    yield from _count_rates(s)
    yield from _rates(s)
