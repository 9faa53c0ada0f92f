"""Which kind of quantity a word asks for: mass is not measured in newtons."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memory.classifier.sentence import Sentence
from memory.classifier.unit_scale import Dimensions, UnitRejected, scale_of

# A kind and one unit that has its dimensions.
_EXAMPLES = {
    "mass": "kg",
    "force": "N",
    "length": "metre",
    "area": "m**2",
    "volume": "m**3",
    "time": "second",
    "speed": "metre/second",
    "acceleration": "metre/second**2",
    "energy": "J",
    "power": "W",
    "pressure": "Pa",
    "voltage": "V",
    "current": "A",
    "resistance": "ohm",
    "charge": "C",
    "temperature": "kelvin",
    "density": "kg/m**3",
    "data": "bit",
    "data rate": "bit/second",
    "momentum": "kg*metre/second",
    "frequency": "Hz",
    "volume flow": "m**3/second",
}
# What is usually meant, for the message.
_NEEDS = {
    "mass": "kg",
    "force": "N",
    "energy": "J or kWh",
    "power": "W",
    "torque": "N·m",
    "data rate": "bit/s",
    "data": "bytes",
    "area": "m²",
    "volume": "m³",
    "speed": "m/s or km/h",
    "acceleration": "m/s²",
    "density": "kg/m³",
    "pressure": "Pa or bar",
    "volume flow": "m³/s",
}


@dataclass(frozen=True)
class Attribute:
    """A word, the kinds it can have, and the kinds it is known to be mixed up with."""

    wanted: tuple[str, ...]
    confused: frozenset[str]


def _attribute(wanted: str, confused: str) -> Attribute:
    kinds = frozenset(confused.replace("_", " ").split(","))
    return Attribute(tuple(wanted.split("|")), kinds)


_MECHANICAL = "force,torque,power,pressure,volume,area,length,speed,time,momentum"
_BIG = "mass,area,volume,power,energy,voltage,current,force"
_NOUNS = {
    "mass": _attribute("mass", _MECHANICAL),
    "weight": _attribute(
        "mass|force", "power,pressure,area,length,speed,energy,torque"
    ),
    "force|thrust|tension force": _attribute(
        "force", "mass,power,energy,pressure,momentum,length,torque"
    ),
    r"battery(?:[’']s)? capacity|capacity of (?:the|its|a|our) batter(?:y|ies)": (
        _attribute("energy", "power")
    ),
    r"(?:ssd|disk|drive|card|memory)\b[^.;]{0,30}\bcapacity": _attribute(
        "data", "data rate,power"
    ),
    "torque": _attribute("torque", "energy,power,force,mass,pressure"),
    "pressure": _attribute("pressure", "mass,force,energy,power,voltage"),
    "energy": _attribute("energy", "power,force,pressure,voltage,current"),
    "power|power output|rated power|peak power|peak output|rated output": _attribute(
        "power", "energy,voltage,force,pressure,charge"
    ),
    "speed|velocity|top speed|speed limit": _attribute(
        "speed", "length,time,acceleration,mass,power"
    ),
    "acceleration": _attribute("acceleration", "speed,length,time,force"),
    "area|floor area|surface": _attribute("area", "length,volume,mass"),
    "volume": _attribute("volume", "length,area,pressure"),
    "length|height|width|depth|diameter|radius|thickness|distance|altitude|wingspan": (
        _attribute("length", _BIG)
    ),
    "duration": _attribute("time", "length,speed,mass,power,energy"),
    "voltage": _attribute("voltage", "current,power,energy,resistance"),
    "current": _attribute("current", "voltage,power,energy,resistance"),
    "resistance": _attribute("resistance", "voltage,current,power,energy"),
    "density": _attribute("density", "mass,volume,length,pressure"),
    "temperature": _attribute("temperature", "mass,length,power,pressure,voltage"),
    "bandwidth|data rate|transfer rate|bit rate|bitrate|memory bandwidth": _attribute(
        "data rate", "data"
    ),
    "flow rate|flow": _attribute("volume flow", "volume"),
    "frequency": _attribute("frequency", "short time,length,mass"),
}
_VERBS = {
    r"weigh(?:s|ed|ing)?": _attribute(
        "mass|force", "torque,energy,power,pressure,length"
    ),
    r"stor(?:es?|ed|ing)|battery\b[^.;]{0,30}\bcapacity of": _attribute(
        "energy", "power"
    ),
    r"(?:is|are|was|were|be) rated (?:at|for)": _attribute("power", "energy"),
    r"draws?|drew|drawing": _attribute("power", "energy"),
    r"accelerat(?:es?|ed|ing) at": _attribute("acceleration", "speed,length,time"),
    r"last(?:s|ed|ing)": _attribute("time", "length,speed,mass,power,energy"),
    r"(?:journey|flight|trip|ride|drive|meeting|crossing) (?:took|takes|lasts?)": (
        _attribute("time", "length,speed,mass")
    ),
    r"(?:disk|disc|drive|memory|card|stick) (?:holds?|stores?|has)": _attribute(
        "data", "data rate,time,power"
    ),
}
_ADJUNCT = (
    r"(?:\s(?:due to|of|through|across|in|for|over|on|at)\s(?:the|an?|its|our"
    r"|each)?\s?[\w-]{1,20}(?:\s[\w-]{1,20}){0,2}?)?"
)
_LINK = (
    r"\s(?:is|was|are|were|of|equals|reached|reaches|has been|=|:)\s(?:about|only"
    r"|nearly|around|an?)?\s?$"
)


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[re.Pattern[str], Attribute]]:
    nouns = [
        (re.compile(rf"\b(?:{names}){_ADJUNCT}{_LINK}", re.I), attribute)
        for names, attribute in _NOUNS.items()
    ]
    verbs = [
        (re.compile(rf"\b(?:{verb})\s(?:about|only|nearly|around|up to)?\s?$", re.I), a)
        for verb, a in _VERBS.items()
    ]
    return nouns + verbs


@lru_cache(maxsize=1)
def _kinds() -> dict[Dimensions, str]:
    return {scale_of(unit).dimensions: kind for kind, unit in _EXAMPLES.items()}


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
    after = s.after(i)
    if _OF_POWER.match(after):
        return _attribute("power", "energy,charge")
    if _OF_ENERGY.match(after):
        return _NOUNS["energy"]
    if _OF_ELECTRICITY.match(after) and _PERIOD.search(s.text):
        return _attribute("energy", "power")
    return None


def mismatches(s: Sentence) -> Iterator[tuple[int, str, str]]:
    """(quantity, kind found, what is needed) where a word asks for another kind."""
    for i, q in enumerate(s.quantities):
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
                f"{wanted} ({_NEEDS[wanted]})" if wanted in _NEEDS else wanted,
            )
