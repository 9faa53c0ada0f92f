"""Which kind of quantity a word asks for: mass is not measured in newtons."""

import re
from collections.abc import Iterator
from functools import lru_cache

from memory.classifier.attribute_table import (
    EXAMPLES,
    NEEDS,
    NOUNS,
    VERBS,
    Attribute,
    mixed_up,
)
from memory.classifier.sentence import Sentence
from memory.classifier.unit_scale import Dimensions, UnitRejected, scale_of

_ADJUNCT = (
    r"(?:\s(?:due to|of|through|across|in|for|over|on|at)\s(?:the|an?|its|our"
    r"|each)?\s?[\w-]{1,20}(?:\s[\w-]{1,20}){0,2}?)?"
)
_LINK = (
    r"\s(?:(?:is|was|are|were|be|been)(?:\s(?:measured|recorded|given|listed|quoted|put"
    r"|set|estimated|reported|found|calculated|specified|limited|kept|rated)"
    r"(?:\s(?:at|as|to be|to))?)?|of|equals|reach(?:ed|es)|has been"
    r"|(?:peak|stand|hover|averag)(?:s|ed|es)? at|stood at|averag(?:es|ed)"
    r"|measur(?:es|ed)|(?:came|comes|rose|fell|grew|dropped) to|reads?|=|:)"
    r"\s(?:about|only|nearly|around|just|an?)?\s?$"
)
# What an adjective or "in area" behind the number asks for.
_BEHIND = {
    r"tall|high|wide|deep|thick|in (?:length|height|width|diameter|depth)": "length",
    r"heavy|in weight": "weight",
    r"fast": "speed",
    r"old|in duration": "duration",
    r"in (?:area|surface)": "area",
    r"in volume": "volume",
    r"of (?:torque)": "torque",
    r"of (?:force|thrust)": "force",
    r"of (?:pressure)": "pressure",
    r"of bandwidth": "bandwidth",
    r"of (?:land|farmland|floor space|forest|carpet)": "area",
}
_GETS_THERE = re.compile(r"^\sto\s(?:get|reach|arrive|travel|cross|complete|finish)\b")
_TAKES = re.compile(r"\b(?:takes?|took|needs?|needed)\s(?:about|only)?\s?$", re.I)
_USES = re.compile(
    r"\b(?:consum\w+|us(?:es?|ed|ing)|draws?|drew|generat\w+|produc\w+|burn\w*)\b", re.I
)
_CONSUMED = re.compile(
    r"\b(?:consumed|used|generated|produced)\s(?:about|only)?\s?$", re.I
)
_DAY = re.compile(
    r"^\s(?:yesterday|today|overnight|(?:last|this|that|each|every) (?:night|day|week"
    r"|month|year|winter|summer)|in (?:one|a single|an?) (?:hour|day|week|month|year)"
    r"|in (?:January|February|March|April|June|July|August|September|October|November"
    r"|December))\b"
)
_POWER_PER_TIME = re.compile(r"[kMGT]?W/(?:hour|day|week|month|year)$")


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], Attribute]]:
    nouns = [
        (re.compile(rf"\b(?:{names}){_ADJUNCT}{_LINK}", re.I), attribute)
        for names, attribute in NOUNS.items()
    ]
    verbs = [
        (re.compile(rf"\b(?:{verb})\s(?:about|only|nearly|around|up to)?\s?$", re.I), a)
        for verb, a in VERBS.items()
    ]
    return nouns + verbs


@lru_cache(maxsize=1)
def _behind() -> list[tuple[re.Pattern[str], str]]:
    end = r"\b(?!\s(?:as|enough|resolution|quality|end|voltage|speed|pressure))"
    return [
        (re.compile(rf"^\s(?:{w}){end}", re.I), name) for w, name in _BEHIND.items()
    ]


def named(name: str) -> Attribute | None:
    """The attribute that a noun of the table asks for."""
    found = (a for names, a in NOUNS.items() if name in names.split("|"))
    return next(found, None)


@lru_cache(maxsize=1)
def _kinds() -> dict[Dimensions, str]:
    return {scale_of(unit).dimensions: kind for kind, unit in EXAMPLES.items()}


def kind_of_dimensions(dimensions: Dimensions) -> str:
    """The kind with these dimensions, "" when it is not in our table."""
    return _kinds().get(dimensions, "")


def kind_of(unit: str) -> str:
    """The kind of quantity a unit measures, "" when it has none in our table.

    Torque and energy have the same dimensions and are told apart by how they are
    written; fluid units of flow and speed by their dimensions.
    """
    if unit in ("N*m", "kN*metre", "pound*foot", "N*metre"):
        return "torque"
    if unit in ("rpm", "fps", "bpm") or unit.startswith("1/"):
        return ""
    try:
        return _kinds().get(scale_of(unit).dimensions, "")
    except UnitRejected:
        return ""


_OF_ENERGY = re.compile(
    r"^\sof\s(?:\w+\s)?energy\b(?=\s?(?:[.,;:)]|$|(?:in|over|per|during|an?|each|from"
    r"|for|to"
    r"|every|overnight|and|by|at|was|were|is)\b))",
    re.I,
)
_OF_POWER = re.compile(r"^\sof\spower\b(?!\s[a-z])", re.I)
_COMPUTED = re.compile(r"^\s?(?:[×x*/+]|(?:over|per|divided|times|in|on)\s)")
_OF_ELECTRICITY = re.compile(
    r"^\sof\s(?:electricity|power|electric(?:al)? energy)\b", re.I
)
_PERIOD = re.compile(
    r"\b(?:over the|last|per|each|every|during the|in the|a|this)\s"
    r"(?:year|month|week|day|night|winter|summer|hour|quarter)\b|\b(?:annually"
    r"|overnight"
    r"|yearly|daily|monthly)\b",
    re.I,
)


def _asked(s: Sentence, i: int) -> Attribute | None:
    lead = s.lead(i)
    for pattern, attribute in _patterns():
        if pattern.search(lead):
            return attribute
    return _asked_behind(s, lead, s.after(i))


def _asked_behind(s: Sentence, lead: str, after: str) -> Attribute | None:
    """What the words after a quantity ask for, alone or with a verb before it."""
    for pattern, name in _behind():
        if pattern.match(after):
            return named(name)
    if _TAKES.search(lead) and _GETS_THERE.match(after):
        return named("duration")
    consumed = _CONSUMED.search(lead) and _DAY.match(after)
    if consumed or (_OF_ELECTRICITY.match(after) and _PERIOD.search(s.text)):
        return mixed_up("energy", "power")
    if _OF_POWER.match(after):
        return mixed_up("power", "energy,charge")
    return NOUNS["energy"] if _OF_ENERGY.match(after) else None


def mismatches(s: Sentence) -> Iterator[tuple[int, str, str]]:
    """(quantity, kind found, what is needed) where a word asks for another kind."""
    for i, q in enumerate(s.quantities):
        if _POWER_PER_TIME.match(q.unit) and _USES.search(s.before(i)):
            yield i, "how fast power changes", "power (kW) or energy (kWh)"
            continue
        kind = kind_of(q.unit) if q.unit not in ("1", "%") and q.role != "by" else ""
        if not kind or _COMPUTED.match(s.after(i)):
            continue
        asked = _asked(s, i)
        if asked is None or kind in asked.wanted:
            continue
        confused = kind in asked.confused or (
            "short time" in asked.confused and q.unit in ("second", "ms", "µs")
        )
        if confused:
            wanted = asked.wanted[0]
            yield (
                i,
                kind,
                f"{wanted} ({NEEDS[wanted]})" if wanted in NEEDS else wanted,
            )
