"""Reads the unit that stands at a place in a text, with its denominators."""

import re
from dataclasses import dataclass

from memory.classifier.money import MONEY
from memory.classifier.unit_context import in_context
from memory.classifier.unit_names import ALIASES, TIME

_LONGEST_FIRST = sorted(ALIASES, key=len, reverse=True)
_NAMES = "|".join(re.escape(name) for name in _LONGEST_FIRST)
_WORDS = "|".join(
    re.escape(name) for name in _LONGEST_FIRST if len(name) > 3 and name[-1].isalpha()
)
# "24703 m212" and "L-202" are names, but "12 V-15 V", "10 mm-2" and "5ft10" are not.
_EDGE = r"(?![A-Za-zµμΩ]|(?<!ft)\d|-\d{2,3}\b(?!\s?(?P=u)))"
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
# Of electricity the checks read the time themselves: "1.2 kWh of electricity per day".
_STUFF = re.compile(
    r"\s\((?=[^()]{0,30}\d)[^()]{1,40}\)(?=\s(?:an?|per)\s)|\sof(?:\s(?!an?\s|per\s|electric|energy|power)(?:CO2|[a-z]{2,20})){1,3}?(?=\s(?:an?|per)\s|\s\w+ly\b)"
)
_HUNDRED = re.compile(r"100\s?(?=[a-zA-Z])")
_EACH = re.compile(rf"\s(?P<often>{'|'.join(_OFTEN)})\b(?!\s[a-z])", re.I)
_PER_NOUN = re.compile(
    r"(?:\sper\s|-per-|\s?/\s?|\sa(?=\s(?:head|piece)\b)\s)(?P<n>[a-z]{3,20})\b"
)
_PER_THING = re.compile(
    r"\sa\s(?P<n>dozen|share|night|person|ticket|bottle|game)\b(?!\s[a-z]+s\b)"
)
# "30 - year bonds" is how tokenised text spaces a hyphen; "5 - m" may be a difference.
_GAP = re.compile(r"\s-\s(?=[a-z]{4,12}(?<!s)(?:\s|$))|\s{0,2}-?")
_BRACKETED = re.compile(r"\s?(?P<open>[\[<])(?=[A-Za-z°%µΩ])")
_CLOSED = {"[": "]", "<": ">"}
# "in" after a number, where it cannot be the preposition.
_INCH = re.compile(
    r"in(?=\.?(?:$|\s(?:thick|long|wide|high|deep|tall|across|by|x|×)\b))"
)
_FEET = re.compile(r"\d\s?(?:ft\.?|feet|foot|')\s?\d{1,2}(?:\.\d{1,3})?\s?$")
_IN = re.compile(r"in\b")


_DIGITS = str.maketrans("²³−¹", "23-1")
HUNDREDS = frozenset(("100km", "100g", "100mL"))


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
    inch = _INCH.match(text, at) or _feet_and(text, at)
    return (inch.end(), "inch") if inch else None


def _feet_and(text: str, at: int) -> re.Match[str] | None:
    """ "12 ft 2 in": behind feet, "in" is no preposition."""
    led = _FEET.search(text, max(0, at - 20), at)
    return _IN.match(text, at) if led else None


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
    unit = in_context(text, at, named[0], named[1])
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
    each = _PER_THING.match(text, end) if unit in MONEY else None
    per = each or _PER_NOUN.match(text, end)
    return UnitMatch(per.end(), unit, per["n"]) if per else UnitMatch(end, unit)


def unit_at(text: str, at: int) -> UnitMatch | None:
    """The unit written at `at` (one space or hyphen may come first), if any is there.

    A name that is also an ordinary word or a multiplier counts only in a context that
    makes it a unit; the choice is by rule, never by guess.
    """
    bracket = _BRACKETED.match(text, at)
    if bracket:
        return _bracketed(text, bracket)
    gap = _GAP.match(text, at)
    start = gap.end() if gap else at
    first = _factor_at(text, start)
    if first is None:
        return None
    return _tail(text, first[0], first[1])


def _bracketed(text: str, bracket: re.Match[str]) -> UnitMatch | None:
    """ "20 [kg]": nothing but a unit may stand between the brackets."""
    first = _factor_at(text, bracket.end())
    inside = _tail(text, first[0], first[1]) if first else None
    if inside is None or text[inside.end : inside.end + 1] != _CLOSED[bracket["open"]]:
        return None
    return UnitMatch(inside.end + 1, inside.unit, inside.per)


def rate_of_stuff(text: str, at: int, unit: str) -> str:
    """The unit of "tons of copper a year", with the time behind what it measures."""
    stuff = _STUFF.match(text, at)
    plain = stuff and "/" not in unit and unit not in TIME and unit != "%"
    below = _denominator(text, stuff.end(), "1") if stuff and plain else None
    return f"{unit}/{below[1]}" if below and below[1] in TIME else unit


def rate_at(text: str, at: int, above: str = "1") -> UnitMatch | None:
    """A denominator with nothing above it: "60 requests" followed by " per second"."""
    below = _denominator(text, at, above)
    if below and (below[1] in TIME or below[1] not in MONEY):
        return UnitMatch(below[0], f"1/{below[1]}")
    each = _PER_THING.match(text, at) if above in MONEY else None
    per = each or _PER_NOUN.match(text, at)
    return UnitMatch(per.end(), "1", per["n"]) if per else None
