"""Reads single quantities in a text: number, unit, noun, qualifier.

Identifiers, versions, dates and times are never quantities; percentage points are not
percent.
"""

import re
from dataclasses import replace
from decimal import Decimal
from itertools import chain

from memory.classifier.counted import unit_apart, what_is_counted
from memory.classifier.free_numerals import free_numerals, merged
from memory.classifier.marks import marks
from memory.classifier.money import MONEY, currency_before
from memory.classifier.money_behind import multiplied
from memory.classifier.nouns import noun_at, of_the
from memory.classifier.numerals import Numeral, scaled
from memory.classifier.spoken import spoken, unit_after, vague
from memory.classifier.stated import Quantity, kind_of_number
from memory.classifier.tolerance import spread_behind, tolerance
from memory.classifier.unit_text import UnitMatch, rate_at, rate_of_stuff

_APPROX = re.compile(
    r"(?:\b(about|around|roughly|approximately|approx\.?|nearly|almost|some|circa|ca\.?"
    r"|at least|at most|more than|less than|fewer than|over|under"
    r"|(?<!add )(?<!adds )(?<!adding )(?<!added )up to|no more than"
    r"|no less than|close to|just over|just under|estimated|above|below|exceeding"
    r"|as many as|as much as|not more than|only|exactly)|([~≈<>≤≥]=?))\s?(?:an?\s)?$",
    re.I,
)
_ORDINAL = re.compile(
    r"an?\s(?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$", re.I
)
_ONE_WAY = re.compile(r"one-(?:way|off|time|sided|size|stop|on-one|of-a-kind)\b", re.I)
_PRICED_TO = re.compile(r"[$€£]\d[\d.,]{0,12}\s?[-–]\s?$")
_NEXT = re.compile(r"\s?\d")
_AND_A_HALF = re.compile(r"[\s-]and[\s-](?:a|one)[\s-](half|quarter|third)\b")
_DETERMINED = re.compile(
    r"\b(?:the|this|that|no|each|every|which|any|is|as|at)\s$", re.I
)
_PART_OF = re.compile(r"\sof\san?\s(?:US\s|UK\s)?")
_TO_ONE = re.compile(r"[a-z\d]\sto\s$")
_ONE_BEFORE_OF = re.compile(r"\s(?:in|out of)\s(?:every\s)?(?:\d|[a-z]{3})", re.I)


def _glued(text: str, number: Numeral) -> bool:
    """True when letters touch the digits, so that they are a name ("3D", "B12")."""
    before = text[number.start - 1] if number.start else " "
    after = text[number.end : number.end + 1]
    return number.written == "digits" and (
        (before.isalpha() and not currency_before(text, number.start))
        or before in "_\\"
        or after.isalpha()
        or after == "_"
    )


def _sign(text: str, start: int) -> int:
    before = text[max(0, start - 2) : start]
    if text[max(0, start - 6) : start].lower() in ("minus ", "minus-"):
        return start - 6
    if before[-1:] not in ("-", "−", "+"):
        return start
    if text[max(0, start - 7) : start - 1].endswith((" sub", " now", " only")):
        return start
    free = len(before) == 1 or before[0] in " (=[,:\n"
    return start - 1 if free else start


def _is_ordinal(text: str, number: Numeral) -> bool:
    """ "a third title" is one title; "a third of them" and "a third more" are not."""
    written = _ORDINAL.match(text, number.start, number.end)
    next_noun = noun_at(text, number.end, many=False) if written else ""
    return bool(next_noun) and not next_noun.split()[0].endswith("er")


def _one_is_a_number(text: str, number: Numeral, unit: UnitMatch | None) -> bool:
    if _is_ordinal(text, number) or _ONE_WAY.match(text, number.start):
        return False
    if (
        number.written != "words"
        or number.value != 1
        or " " in text[number.start : number.end]
    ):
        return True
    if unit or _ONE_BEFORE_OF.match(text, number.end):
        return True
    if _TO_ONE.search(text[max(0, number.start - 8) : number.start]):
        return True
    led = _DETERMINED.search(text[max(0, number.start - 10) : number.start])
    if led and led[0].lower() == "that " and of_the(text, number.end):
        return True
    return not led and bool(what_is_counted(text, number, number.end))


def _single(text: str, number: Numeral) -> Quantity | None:
    money = currency_before(text, number.start)
    priced = money or _PRICED_TO.search(text[max(0, number.start - 20) : number.start])
    number, spread = tolerance(text, scaled(text, number, letters=bool(priced)))
    more = _AND_A_HALF.match(text, number.end)
    if more and number.written != "fraction":
        extra = {"half": "0.5", "quarter": "0.25", "third": "0.333"}[more[1]]
        number = replace(
            number,
            end=more.end(),
            value=number.value + Decimal(extra),
            half_place=Decimal("0.1"),
        )
    amount = None if money or spread else multiplied(text, number)
    number, found = amount or (number, unit_after(text, number.end))
    part = _PART_OF.match(text, number.end) if number.written == "fraction" else None
    found = found or (unit_after(text, part.end()) if part else None)
    if not _one_is_a_number(text, number, found):
        return None
    if found is None and _glued(text, number):
        return None
    return _assembled(text, number, spread, found)


def _assembled(
    text: str, number: Numeral, spread: Decimal | None, found: UnitMatch | None
) -> Quantity | None:
    money = currency_before(text, number.start)
    start = _sign(text, number.start)
    if money and (found is None or _not_its_own(text, found)):
        start = money.start
        tail = rate_at(text, number.end, "USD")
        found = UnitMatch(
            tail.end if tail else number.end,
            money.code + (tail.unit[1:] if tail else ""),
            tail.per if tail else "",
        )
    end = found.end if found else number.end
    if found and spread is None:
        end, spread = spread_behind(text, end, found.unit)
    noun = (
        ""
        if found and found.per
        else what_is_counted(text, number, end, measured=found is not None)
    )
    noun = "times" if noun == "fold" else noun
    after = end + (len(noun) + 1 if noun else 0)
    rate = rate_at(text, after) if found is None else None
    if found:
        found = replace(found, unit=rate_of_stuff(text, end, found.unit))
    unit = (
        found.unit if found else rate.unit if rate else unit_apart(text, number, noun)
    )
    minus = start < number.start and text[start] in "-−mM"
    minus |= bool(money and money.minus)
    value = -number.value if minus else number.value
    loose = _APPROX.search(text[max(0, start - 24) : start])
    return Quantity(
        span=(start, end),
        low=value,
        high=value,
        unit=unit,
        unit_text=text[number.end : end].strip(" -"),
        kind=kind_of_number(unit, noun, text[start:end]),
        precision=number.half_place,
        qualifier=(loose[1] or loose[2]).lower() if loose else "",
        noun=noun,
        per=(found.per if found else "") or (rate.per if rate else ""),
        uncertainty=spread,
        written=number.written,
    )


def _not_its_own(text: str, found: UnitMatch) -> bool:
    """No currency, or that of the next amount, stands behind one that has its own."""
    return found.unit not in MONEY or bool(_NEXT.match(text, found.end))


def read_quantities(text: str) -> list[Quantity]:
    """Single quantities in text order, before ranges and changes are joined."""
    unwritten = [*spoken(text), *vague(text)]
    masked = merged(
        chain(((a, b) for a, b, _ in marks(text)), (q.span for q in unwritten))
    )
    out, done = list(unwritten), 0
    for number in free_numerals(text, masked):
        quantity = _single(text, number) if number.start >= done else None
        if quantity:
            done = quantity.span[1]
            out.append(quantity)
    return sorted(out, key=lambda q: q.span)
