"""Recomputes p-values from the test statistic reported beside them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory.classifier.distributions import (
    chi_square,
    correlation,
    fisher,
    normal,
    student,
)

_VALUE = r"(?P<v>[-−]?\d{0,6}\.?\d{1,6})"
_SEPARATOR = r"\s{0,2}[,;(\[]?\s{0,2}"
_BETWEEN = (
    r"(?:[,;(\[]?\s{0,2}(?:d|g|η²|ηp2|MSE|SE|M|SD|N|n)\s?=\s?[-−]?[\d.]{1,8}){0,3}"
)
_P = (
    r"[,;(\[]?\s{0,2}(?:and\s|with\s)?(?:a\s)?(?:two-tailed\s|one-tailed\s"
    r"|one-sided\s)?"
    r"[pP](?:[- ]?value)?\s{0,2}(?:of\s)?(?P<rel>[<>=≤≥]|was"
    r"|is)?\s{0,2}(?P<p>0?\.\d{1,8}|1\.0{1,4})"
)
_DF = r"\s?[(\[]\s?(?:df\s?=\s?)?(?P<a>\d{1,6}(?:\.\d{1,3})?)"
_FORMS = re.compile(
    rf"(?<![A-Za-z])(?:"
    rf"(?P<two>F){_DF}\s?[,;]\s?(?P<b>\d{{1,6}}(?:\.\d{{1,3}})?)\s?[)\]]"
    rf"|(?P<one>t|r|χ²|χ2|X2|X²|chi2|[Cc]hi-?squared?|Q){_DF.replace('<a>', '<c>')}"
    rf"(?:\s?[,;]\s?[Nn]\s?=\s?\d{{1,7}})?\s?[)\]]"
    rf"|(?P<none>z|Z|t|χ²))"
    rf"\s?=\s?{_VALUE}(?:{_SEPARATOR}df\s?=\s?(?P<d>\d{{1,6}}))?{_BETWEEN}{_P}"
)
_ONE_TAILED = re.compile(r"\bone[- ](?:tailed|sided)|\bdirectional\b", re.I)


@dataclass(frozen=True)
class PValue:
    """A reported p with the range that the reported statistic allows."""

    span: tuple[int, int]
    reported: str
    low: float
    high: float
    agrees: bool


def _tail(found: re.Match[str]) -> Callable[[float], float] | None:
    name = found["two"] or found["one"] or found["none"]
    df = float(found["a"] or found["c"] or found["d"] or 0)
    if found["two"]:
        second = float(found["b"])
        return (lambda v: fisher(v, df, second)) if df and second else None
    if name in ("z", "Z"):
        return normal
    if not df:
        return None
    if name == "t":
        return lambda v: student(v, df)
    if name == "r":
        return lambda v: correlation(v, df)
    return lambda v: chi_square(v, df)


def _half_place(digits: str) -> float:
    return 0.5 * 10.0 ** -len(digits.partition(".")[2])


def _range(found: re.Match[str], tail: Callable[[float], float]) -> tuple[float, float]:
    digits = found["v"].replace("−", "-")
    value, half = abs(float(digits)), _half_place(digits)
    return tail(value + half), tail(max(0.0, value - half))


def _agrees(found: re.Match[str], low: float, high: float) -> bool:
    p, half = float(found["p"]), _half_place(found["p"])
    if found["rel"] in ("<", "≤"):
        return low <= p
    if found["rel"] in (">", "≥"):
        return high >= p
    return low <= p + half and high >= p - half


def p_values(text: str) -> Iterator[PValue]:
    """Every p-value reported with its statistic, t, F, r, z or chi-square.

    The statistic stands for all numbers that round to it; a text that says one-tailed
    may report half the two-tailed probability.
    """
    for found in _FORMS.finditer(text):
        tail = _tail(found)
        if tail is None:
            continue
        low, high = _range(found, tail)
        agrees = _agrees(found, low, high)
        if not agrees and _ONE_TAILED.search(text):
            agrees = _agrees(found, low / 2, high / 2)
        reported = f"p {found['rel'] or '='} {found['p']}"
        yield PValue(found.span(), reported, low, high, agrees)
