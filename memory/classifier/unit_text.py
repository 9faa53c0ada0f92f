"""Reads the unit that stands at a place in a text, with its denominators."""

import re
from dataclasses import dataclass

from memory.classifier.money import MONEY
from memory.classifier.unit_names import ALIASES, TIME

_LONGEST_FIRST = sorted(ALIASES, key=len, reverse=True)
_NAMES = "|".join(re.escape(name) for name in _LONGEST_FIRST)
_WORDS = "|".join(
    re.escape(name) for name in _LONGEST_FIRST if len(name) > 3 and name[-1].isalpha()
)
_EDGE = r"(?![A-Za-zµμΩ])"
_EXACT = re.compile(rf"(?P<u>{_NAMES}){_EDGE}")
_LOOSE = re.compile(rf"(?P<u>{_WORDS}){_EDGE}", re.I)
_LOWER = {name.lower(): unit for name, unit in ALIASES.items() if len(name) > 3}
_POWER = re.compile(r"(?P<p>[²³]|(?:\^|\*\*)[-−]?[1-9])(?!\d)")
_INVERSE = re.compile(
    r"[·⋅ ]?(?P<u>s|m|kg|h|min|day|K|yr)(?:\^|\*\*)?[-−⁻](?P<n>[123¹²³])(?!\d)"
)
_TIMES = re.compile(r"[·⋅*×]|-(?=(?:hours?|metres?|meters?|years?|days?)\b)")
_OVER = re.compile(
    r"\s?/\s?|\s(?:per|an?|each|every|for\severy)\s(?!\w{1,9}\s(?:ago|earlier|later"
    r"|before|old|apart))|-(?:per|an?)-",
    re.I,
)
_OFTEN = {
    "annually": "year",
    "yearly": "year",
    "per annum": "year",
    "monthly": "month",
    "weekly": "week",
    "daily": "day",
    "hourly": "hour",
}
_NATION = re.compile(r"\s(?:U\.?S\.?|Canadian|Australian)(?=\s(?:per|an?)\s)")
_HUNDRED = re.compile(r"100\s?(?=[a-zA-Z])")
_EACH = re.compile(rf"\s(?P<often>{'|'.join(_OFTEN)})\b(?!\s[a-z])", re.I)
_PER_NOUN = re.compile(
    r"(?:\sper\s|-per-|\s?/\s?|\sa(?=\s(?:head|piece)\b)\s)(?P<n>[a-z]{3,20})\b"
)
_GAP = re.compile(r"\s{0,2}-?")
_HOT = re.compile(
    r"temperature|degree|heat|cool|warm|cold|hot|boil|freez|melt|thermo|Celsius|oven"
    r"|°|climate|fever",
    re.I,
)
_WEIGHING = re.compile(
    r"weigh|\bmass\b|heav|lighter|body|gain|los[et]|lift|beef|meat|flour|pounds? of\b",
    re.I,
)
_MANY_WON = re.compile(r"(?:\d{3}|,\d{3}|illion|trillion|thousand|bn|Korean)[\s-]?$")
_PAYING = re.compile(
    r"£|cost|pric|paid|pay|spen[dt]|salar|worth|sterling|tax|\bfee|budget|VAT|illion"
    r"|fund|invest|sold|sale|sell|buy|bought|money|wage|rent|\bbn\b|fine|bill|earn|owe|debt"
    r"|saving|charge|revenue|profit|ticket|euro|dollar|hotel|dinner|loan",
    re.I,
)
# "in" after a number, where it cannot be the preposition.
_INCH = re.compile(
    r"in(?=\.?(?:$|\s(?:thick|long|wide|high|deep|tall|across|by|x|×)\b))"
)
_DIGITS = str.maketrans("²³−¹", "23-1")
HUNDREDS = frozenset(("100km", "100g", "100mL"))
# Letters that are a unit only where the neighbourhood says so.
_NEEDS_HEAT = {"C": "degC", "F": "degF"}
_LITRE = re.compile(r"(?:[.,;)]?(?:\s|$)|/)(?!\d)")
_NEVER_ALONE = frozenset(["M", "T", "P", "u", "p", "d", "l", "S"])


@dataclass(frozen=True)
class UnitMatch:
    """A unit in text: where it ends, its canonical name, the noun it is counted by."""

    end: int
    unit: str
    per: str = ""


def _name_at(text: str, at: int) -> tuple[int, str] | None:
    """The longest name there, in whatever case if it is a word."""
    exact, loose = _EXACT.match(text, at), _LOOSE.match(text, at)
    spoken = loose and (
        exact is None or (" " in loose[0] and exact.end() < loose.end())
    )
    if loose and spoken:
        return loose.end(), _LOWER[loose["u"].lower()]
    if exact:
        return exact.end(), ALIASES[exact["u"]]
    inch = _INCH.match(text, at)
    return (inch.end(), "inch") if inch else None


def _in_context(text: str, at: int, end: int, unit: str) -> str | None:
    """The unit an ambiguous name means here; None when it is not a unit at all."""
    written = text[at:end]
    if unit in MONEY and not _pays(text, at, end):
        return None
    around = text[max(0, at - 120) : end + 60]
    if written == "F" and "capaci" in around:
        return unit
    if written in _NEEDS_HEAT:
        return _NEEDS_HEAT[written] if _HOT.search(around) else None
    if written == "l" and _LITRE.match(text, end):
        return unit
    if written in _NEVER_ALONE:
        return "tesla" if written == "T" and "magnet" in around else None
    if written.lower() in ("pound", "pounds"):
        return _pound(around)
    if written.lower() in ("stone", "cup", "cups") and " of" not in text[end : end + 3]:
        return None
    return unit


def _pays(text: str, at: int, end: int) -> bool:
    """False for "12 won the game", and for a code that begins the next amount."""
    if text[at:end] == "won":
        return bool(_MANY_WON.search(text, max(0, at - 12), at))
    return not text[end : end + 1].isdigit()


def _pound(around: str) -> str:
    if _WEIGHING.search(around):
        return "pound"
    return "GBP" if _PAYING.search(around) else "pound"


def _power(text: str, end: int) -> tuple[int, str]:
    found = _POWER.match(text, end)
    if not found:
        return end, ""
    power = found["p"].lstrip("^*").translate(_DIGITS)
    return found.end(), f"**{power}"


def _factor_at(text: str, at: int) -> tuple[int, str] | None:
    named = _name_at(text, at)
    if named is None:
        return None
    unit = _in_context(text, at, named[0], named[1])
    if unit is None:
        return None
    end, power = _power(text, named[0])
    return end, ("m" if power and unit == "metre" else unit) + power


def _denominator(text: str, end: int, above: str) -> tuple[int, str] | None:
    adverb = _EACH.match(text, end)
    if adverb:
        return adverb.end(), _OFTEN[adverb["often"].lower()]
    nation = _NATION.match(text, end) if above in MONEY else None
    over = _OVER.match(text, nation.end() if nation else end)
    if over is None:
        return None
    hundred = _HUNDRED.match(text, over.end())
    factor = _factor_at(text, hundred.end() if hundred else over.end())
    if factor and hundred:
        many = f"100{factor[1]}"
        return (factor[0], many) if many in HUNDREDS else None
    if factor is None:
        return None
    spoken = over[0].strip(" -").lower() in ("a", "an", "each", "every", "for every")
    if spoken and factor[1] not in TIME and not (above in MONEY and len(over[0]) < 5):
        return None
    return factor


def _tail(text: str, end: int, unit: str) -> UnitMatch:
    for _ in range(3):
        times = _TIMES.match(text, end)
        more = _factor_at(text, times.end()) if times else None
        inverse = _INVERSE.match(text, end)
        below = _denominator(text, end, unit)
        if more:
            end, unit = more[0], f"{unit}*{more[1]}"
        elif inverse:
            power = inverse["n"].translate(_DIGITS)
            name = ALIASES.get(inverse["u"], inverse["u"])
            unit += f"/{name}" + ("" if power == "1" else f"**{power}")
            end = inverse.end()
        elif below:
            end, unit = below[0], f"{unit}/{below[1]}"
        else:
            break
    per = _PER_NOUN.match(text, end)
    return UnitMatch(per.end(), unit, per["n"]) if per else UnitMatch(end, unit)


def unit_at(text: str, at: int) -> UnitMatch | None:
    """The unit written at `at` (one space or hyphen may come first), if any is there.

    A name that is also an ordinary word or a multiplier counts only in a context that
    makes it a unit; the choice is by rule, never by guess.
    """
    gap = _GAP.match(text, at)
    start = gap.end() if gap else at
    first = _factor_at(text, start)
    if first is None:
        return None
    return _tail(text, first[0], first[1])


def rate_at(text: str, at: int, above: str = "1") -> UnitMatch | None:
    """A denominator with nothing above it: "60 requests" followed by " per second"."""
    below = _denominator(text, at, above)
    if below and (below[1] in TIME or below[1] not in MONEY):
        return UnitMatch(below[0], f"1/{below[1]}")
    per = _PER_NOUN.match(text, at)
    return UnitMatch(per.end(), "1", per["n"]) if per else None
