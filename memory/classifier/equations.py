"""Equations written out in a text: "3.5 * 120 + 80 = 500 EUR"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from memory.classifier.expression import FormulaRejected, evaluate
from memory.classifier.unit_names import ALIASES

_NUMBER = (
    r"(?:\d{1,3}(?:,\d{3}){1,5}(?:\.\d{1,12})?|\d{1,15}(?:\.\d{1,12})?|\.\d{1,12})"
)
_WORD = r"(?!(?:x|plus|minus|times|divided|multiplied|equals|is|makes|over|and|or)\b)"
_UNIT = (
    rf"(?:\s?{_WORD}[A-Za-zµ°€£$][A-Za-zµ°]{{0,14}}[²³]?"
    rf"(?:\s?/\s?[a-z]{{1,12}}|\s(?:per|an?)\s[a-z]{{1,12}}|\s{_WORD}[a-z]{{2,12}})?)"
)
_TERM = rf"[(\s]{{0,6}}[$€£]?{_NUMBER}%?{_UNIT}?[)\s]{{0,6}}"
_SIGN = r"(?:[-+−–*/×x·÷^]|plus|minus|times|divided by|multiplied by)"
_EQUATION = re.compile(
    rf"(?<![\w.,/=*+%$€£-])(?P<left>{_TERM}(?:{_SIGN}{_TERM}){{1,20}})(?P<sign>=|≈"
    rf"|equals|makes)\s?"
    rf"(?P<right>[-−]?[$€£]?{_NUMBER})(?P<percent>\s?%)?(?P<thousand>\s(?:million"
    rf"|billion))?"
    r"(?![\d.]*\d|\s?[-+*/×x^=]\s?[\d(])"
)
_UNITS = re.compile(rf"(?<=[\d\s%)])({_UNIT})")
_SPOKEN = {
    "plus": "+",
    "minus": "-",
    "times": "*",
    "divided by": "/",
    "multiplied by": "*",
}
_SAID = re.compile("|".join(_SPOKEN))
_OTHER_ARITHMETIC = re.compile(
    r"\b(?:binary|modulo|mod|hex\w*|octal|base|boolean|xor)\b", re.I
)
_EQUALS = re.compile("=|≈|equals|makes")
_ZERO_BY_CONVENTION = frozenset({"degC", "degF"})
_TIMES = re.compile(r"(?<=[\d)\s])x(?=[\d(\s$€£])")


@dataclass(frozen=True)
class Equation:
    """An equation in text: its span, the values computed and stated, the slack."""

    span: tuple[int, int]
    computed: Fraction
    stated: Fraction
    slack: Fraction


def _arithmetic(left: str) -> str | None:
    """The left side without currency signs and units; None when it means nothing.

    Measures must not differ, though what is counted may: "3 women * 4 inches/woman".
    Readings of a scale whose zero is a convention have a mean but no sum.
    """
    plain = _SAID.sub(lambda m: _SPOKEN[m[0]], _TIMES.sub("*", left))
    plain = re.sub(r"[$€£,]", "", plain)
    names = (u.strip().rstrip("²³") for u in _UNITS.findall(plain))
    measures = {ALIASES[name] for name in names if name in ALIASES}
    if len(measures) > 1:
        return None
    if measures & _ZERO_BY_CONVENTION and "+" in plain and "/" not in plain:
        return None
    plain = _UNITS.sub(" ", plain)
    return re.sub(r"%", "/100", plain)


def _ambiguous(left: str) -> bool:
    """A bare rising "1-5" is a range, not a difference."""
    found = re.search(r"(\d[\d.,]*)[-−–](\d[\d.,]*)", left)
    if not found or re.search(r"[+*×÷()]|\s[-−–]\s", left):
        return False
    first, second = (float(g.replace(",", "").rstrip(".")) for g in found.groups())
    return first <= second


def _stated(found: re.Match[str]) -> tuple[Fraction, Fraction]:
    digits = re.sub(r"[$€£,]", "", found["right"]).replace("−", "-")
    places = len(digits.partition(".")[2])
    value, half = Fraction(digits), Fraction(1, 2) / Fraction(10) ** places
    if found["percent"]:
        value, half = value / 100, half / 100
    loose = abs(value) / (20 if found["sign"] == "≈" else 500)
    return value, max(half, loose)


def equations(text: str) -> Iterator[Equation]:
    """The equations of a text that can be computed as they stand."""
    if not _EQUALS.search(text):
        return
    if _OTHER_ARITHMETIC.search(text):
        return
    for found in _EQUATION.finditer(text):
        plain = _arithmetic(found["left"])
        if plain is None or _ambiguous(found["left"]) or found["thousand"]:
            continue
        try:
            computed = evaluate(plain)
        except FormulaRejected:
            continue
        stated, slack = _stated(found)
        yield Equation(found.span(), computed, stated, slack)


def decimal(value: Fraction) -> Decimal:
    """A fraction as a decimal of 28 digits."""
    return Decimal(value.numerator) / Decimal(value.denominator)
