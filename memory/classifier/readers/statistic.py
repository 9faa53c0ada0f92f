"""Statistics: means, intervals that hold their estimate, ratios, bounds, rescaling."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import bare, comparable, is_number, is_share
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_LIST = re.compile(
    r"^\s?(?:[a-zA-Z°%²³/]{0,12})?(?:,\s|\s(?:and|or)\s|,\s(?:and|or)\s)$"
)
_COUNTED = re.compile(r"^\s(?:values|numbers|scores|readings|figures|results),?\s$")
_MEAN = re.compile(r"\b(?:average|averag\w+|mean|means)\b", re.I)
_MEAN_END = re.compile(
    r"\b(?:average|averag\w+|mean)\b[^.;]{0,24}$|\b(?:is|was|=|of)\s(?:about\s)?$", re.I
)
_INTERVAL = re.compile(
    r"\b(?:CI|confidence interval|credible interval|confidence limits"
    r"|interquartile range"
    r"|IQR)\b[\s:=,(\[]{0,4}(?:of|was|is|from|:)?[\s(\[]{0,3}$",
    re.I,
)
_QUARTILES = re.compile(r"interquartile|IQR", re.I)
_PROBABILITY = re.compile(
    r"\bprobabilit(?:y|ies)\b(?![^.;]{0,60}\b(?:times|by)\b)[^.;,]{0,60}?(?:\bof|\bis"
    r"|\bwas|=|\bat)\s"
    r"(?:about\s|only\s)?$|\bwith probability\s$|\bprobability\s$",
    re.I,
)
_LIKELY = re.compile(
    r"\b(?:probability|likelihood|chance)\b[^.;,]{0,40}\b(?:is|was|of"
    r"|at)\s(?:about\s)?$"
    r"|\bP\s?\([^()]{1,20}\)\s?=\s?$",
    re.I,
)
_CHANCE = re.compile(r"^\s(?:chance|probability|likelihood)\b", re.I)
_CORRELATION = re.compile(
    r"\bcorrelation(?: coefficient)?\b[^.;,]{0,50}?(?:\bof|\bis|\bwas"
    r"|=)\s(?:about\s)?$",
    re.I,
)
_WHOLE = re.compile(r"\b(?:whole[- ]numbers?|integers?|integer-valued|Likert)\b", re.I)
_AND_BACK = re.compile(r"\b(?:back|return(?:s|ing|ed)?)\b", re.I)
_MAKES_UP = re.compile(
    r"\b(?:so|means?|meaning|i\.e\.|hence|therefore|thus|make up|or|is)(?:\b"
    r"|\s)[^.;]{0,50}$",
    re.I,
)


def _lists(s: Sentence) -> Iterator[tuple[int, int]]:
    """(first, last) of runs of plain numbers joined by commas and "and"."""
    first = 0
    n = len(s.quantities)
    while first < n:
        last = first
        while last + 1 < n and _listed(s, last):
            last += 1
        if last > first:
            yield first, last
        first = last + 1


def _listed(s: Sentence, i: int) -> bool:
    if _COUNTED.match(s.after(i)) and s.quantities[i].written == "words":
        return True
    left, right = s.quantities[i], s.quantities[i + 1]
    alike = comparable(left, right) or bare(left, right)
    return (
        bool(_LIST.match(s.after(i))) and is_number(left) and is_number(right) and alike
    )


def _means(s: Sentence) -> Iterator[Relation]:
    for first, last in _lists(s):
        result = last + 1
        if result >= len(s.quantities) or not is_number(s.quantities[result]):
            continue
        if _COUNTED.match(s.after(first)):
            first += 1
        lead = s.lead(first, 60)
        gap = s.before(result)
        said = _MEAN.search(gap) or re.search(
            r"\b(?:average|mean) of\s(?:[\w-]+\s){0,4}$", lead, re.I
        )
        if said and _MEAN_END.search(gap) and len(gap) < 60:
            yield Relation("mean", tuple(range(first, last + 1)), result)


def _intervals(s: Sentence) -> Iterator[Relation]:
    for at in range(1, len(s.quantities)):
        gap = s.before(at)
        ends = s.quantities[at]
        if not _INTERVAL.search(gap) or not (ends.is_range or _listed_ends(s, at)):
            continue
        estimate = at - 1
        label = s.quantities[estimate]
        confidence = label.unit == "%" and label.low in (90, 95, 99, 68, 80)
        if confidence and re.match(r"^\s?(?:CI|conf|cred)", s.after(estimate), re.I):
            estimate -= 1
        median = "median" in s.text.lower() or not _QUARTILES.search(gap)
        if estimate >= 0 and median and _estimates(s, estimate, at):
            if ends.is_range:
                yield Relation("contains", (estimate,), at)
            else:
                yield Relation("contains", (estimate, at, at + 1), None)


def _listed_ends(s: Sentence, at: int) -> bool:
    """ "[95% CI: 0.9, 3.9]": two ends with a comma and a closing bracket."""
    if at + 1 >= len(s.quantities) or s.quantities[at + 1].is_range:
        return False
    closed = re.match(r"^\s?[\])]", s.after(at + 1))
    rising = s.quantities[at].low < s.quantities[at + 1].low
    return (
        bool(closed) and rising and re.match(r"^\s?[,;]\s?$", s.after(at)) is not None
    )


def _estimates(s: Sentence, estimate: int, at: int) -> bool:
    left, right = s.quantities[estimate], s.quantities[at]
    near = s.quantities[at].span[0] - left.span[1] < 60
    alike = comparable(left, right) or bare(left, right)
    return near and not left.is_range and alike


def _bounds(s: Sentence) -> Iterator[Relation]:
    for i, q in enumerate(s.quantities):
        gap = s.before(i)
        if q.unit not in ("1", "%") or q.kind == "ratio" or q.noun == "times":
            continue
        chance = q.unit == "%" and _CHANCE.match(s.after(i)) and not q.per
        likely = _LIKELY.search(s.lead(i)) and not q.noun and not q.per
        if (_PROBABILITY.search(gap) and not q.noun) or chance or likely:
            yield Relation("probability", (), i)
        elif _CORRELATION.search(s.lead(i)) and q.unit == "1" and not q.noun:
            yield Relation("correlation", (), i)


def _whole_means(s: Sentence) -> Iterator[Relation]:
    if not (_WHOLE.search(s.text) and _MEAN.search(s.text)):
        return
    means = [
        i
        for i, q in enumerate(s.quantities)
        if q.unit == "1" and q.precision < 1 and q.low != q.low.to_integral_value()
    ]
    counts = [
        i
        for i, q in enumerate(s.quantities)
        if q.unit == "1" and q.noun and not q.is_range and q.low == int(q.low) > 1
    ]
    if len(means) == 1 and counts and counts[0] != means[0]:
        yield Relation("whole_number_mean", (counts[0],), means[0])


def _round_trips(s: Sentence) -> Iterator[Relation]:
    speeds = [i for i, q in enumerate(s.quantities) if q.unit.endswith("/hour")]
    if len(speeds) != 3 or not _AND_BACK.search(s.before(speeds[1])):
        return
    if _MEAN.search(s.before(speeds[2])):
        yield Relation("round_trip", (speeds[0], speeds[1]), speeds[2])


def _ratios(s: Sentence) -> Iterator[Relation]:
    for i, q in enumerate(s.quantities[:-1]):
        result = s.quantities[i + 1]
        if q.parts and is_share(result) and _MAKES_UP.search(s.before(i + 1)):
            yield Relation("ratio_share", (i,), i + 1)


def read(s: Sentence) -> Iterator[Relation]:
    """All statistical relations stated in a sentence."""
    yield from _means(s)
    yield from _intervals(s)
    yield from _bounds(s)
    yield from _whole_means(s)
    yield from _round_trips(s)
    yield from _ratios(s)
