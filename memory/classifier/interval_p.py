"""Finds p-values that contradict the confidence interval reported beside them.

An interval that holds the value of no effect goes with a p above its level, and one
that does not with a p below; which value that is, the measure says.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

_NUMBER = r"[-−–]?\d{0,4}\.?\d{1,4}"
_BOTH = re.compile(
    r"(?P<level>9[059]) ?% ?(?:CI|confidence interval)s?(?: of|:|,|=)?\s?[(\[]?\s?"
    rf"(?P<low>{_NUMBER})\s?(?:to|,|;|–|—|-)\s?(?P<high>{_NUMBER})\s?[)\]]?"
    r"[,;]?\s?(?:and )?[(\[]?[pP](?:[- ]value)?\s?(?P<rel>[<>=≤≥])\s?(?P<p>0?\.\d{1,6})"
)
_RATIO = re.compile(
    r"\b(?:odds|hazards?|risk|rate|incidence rate|prevalence) ratios?\b"
    r"|\brelative risks?\b|\b(?:a?OR|a?HR|RR|IRR)\b",
)
_DIFFERENCE = re.compile(
    r"\b(?:mean|risk|absolute|standardi[sz]ed mean)? ?difference\b|\bSMD\b|\bMD\b"
    r"|\bregression coefficient\b|β",
)


@dataclass(frozen=True)
class IntervalP:
    """An interval and a p-value with the verdict that the interval allows.

    `agrees` is None where an end rounds to no effect, or p to the level.
    """

    span: tuple[int, int]
    reported: str
    none: int
    holds: bool
    level: Decimal
    agrees: bool | None


def interval_ps(text: str) -> Iterator[IntervalP]:
    """Every p-value beside an interval of a measure whose value of no effect is known.

    Numbers stand for all that round to them.
    """
    for found in _BOTH.finditer(text):
        none = _no_effect(text[: found.start()])
        low, high = _decimal(found["low"]), _decimal(found["high"])
        if none is None or low > high:
            continue
        level = 1 - Decimal(found["level"]) / 100
        holds = low <= none <= high
        near = any(
            abs(end - none) <= _half(written)
            for end, written in ((low, found["low"]), (high, found["high"]))
        )
        below = _below(found["rel"], found["p"], level)
        agrees = None if near or below is None else below != holds
        reported = f"p {found['rel']} {found['p']}"
        yield IntervalP(found.span(), reported, none, holds, level, agrees)


def _no_effect(before: str) -> int | None:
    """1 for a ratio, 0 for a difference, by the last measure named; None if unsaid."""
    ratios = [each.end() for each in _RATIO.finditer(before)]
    differences = [each.end() for each in _DIFFERENCE.finditer(before)]
    if not ratios and not differences:
        return None
    return 1 if max(ratios, default=0) > max(differences, default=0) else 0


def _below(sign: str, written: str, level: Decimal) -> bool | None:
    """Whether the p-value lies below the level; None where it cannot be told."""
    p = Decimal(written)
    if sign in ("<", "≤"):
        return True if p <= level else None
    if sign in (">", "≥"):
        return False if p >= level else None
    return None if abs(p - level) <= _half(written) else p < level


def _decimal(written: str) -> Decimal:
    return Decimal(written.replace("−", "-").replace("–", "-"))


def _half(written: str) -> Decimal:
    return Decimal(5).scaleb(-len(written.partition(".")[2]) - 1)
