"""Cue phrases shared by the readers, anchored to the edge of a quantity."""

import re

from memory.classifier.quantity import Quantity
from memory.classifier.unit_scale import UnitRejected, scale_of

_HEDGE = (
    r"(?:about|approximately|roughly|around|nearly|almost|some|only|just|exactly|an?"
    r"|the"
    r"|over|under|up to|a total of|no more than|no less than|another|a further)"
)
# Words that introduce a conclusion drawn from numbers already given.
CONCLUDES = re.compile(
    r"(?:\b(?:i\.e\.|that is|that's|which is|which means|meaning|so|or|hence|therefore"
    r"|thus|makes?|making|gives?|giving|gave|yields?|yielding|equals?|comes? to"
    r"|amounts?"
    r"|amounting|amounts to|add(?:s|ed|ing)? up to|came to"
    r"|brought in|is|are|was|were|be|equivalent to"
    r"|corresponds? to|corresponding to|works out (?:at|to)|we expect|costs?|it"
    r"|there are|results? in|resulting in)|[=:(,;–—→])\s{0,3},?\s{0,2}"
    rf"(?:to\s)?(?:{_HEDGE}\s){{0,3}}[$€£]?$",
    re.I,
)
# The same, but strong enough to stand alone.
STRONGLY = re.compile(
    r"(?:\b(?:i\.e\.|that is|which is|which means|meaning|so|or|hence|therefore|thus"
    r"|makes?|making|gives?|giving|yields?|yielding|equals?|comes? to|amounts? to"
    r"|amounting to|equivalent to|works out (?:at|to)|in other words)|[=(→])"
    rf"\s{{0,3}},?\s{{0,2}}(?:{_HEDGE}\s){{0,3}}[$€£]?$",
    re.I,
)
ENDS = re.compile(r"^\s{0,2}(?:[.,;:)!?]|$)")
CHANGE_NOUN = (
    r"(?:increase|rise|drop|decline|fall|gain|growth|reduction|decrease|jump|loss"
    r"|change"
    r"|improvement|hike|dip|surge|cut|saving|overrun|swing|difference)"
)
EACH = re.compile(
    r"\b(?:each|apiece|a piece|every|per)\b|\ban?\s(?:head|hole|piece|person)\b", re.I
)
# "a 40 % pay rise", but not "loses 40 % and must gain".
NAMED_CHANGE = re.compile(
    r"\s(?:(?!(?:must|will|would|to|then|and|or|should|can|could|needs?|has|have|may)\b)"
    r"\w+\s)?(\w+)"
)


def comparable(left: Quantity, right: Quantity) -> bool:
    """True when the two may be added: same dimensions, or one is a bare number."""
    if left.unit == right.unit:
        return True
    try:
        one, other = scale_of(left.unit), scale_of(right.unit)
    except UnitRejected:
        return False
    bare = left.unit == "1" or right.unit == "1"
    return one.dimensions == other.dimensions and not bare


def is_share(q: Quantity) -> bool:
    """True for percentages and fractions in words."""
    return q.unit == "%" or (q.written == "fraction" and q.unit == "1")


def is_number(q: Quantity) -> bool:
    """True for plain amounts: no share, point, multiplier, ratio or range."""
    plain = q.kind not in ("ratio", "share") and q.unit not in ("pp", "bp")
    return plain and not is_share(q) and not q.is_range and q.noun != "times"


def bare(left: Quantity, right: Quantity) -> bool:
    """True when one is a number without unit or noun, which may share the other's."""
    return any(q.unit == "1" and not q.noun for q in (left, right))
