"""What a number without a unit right behind it counts, or measures all the same."""

import re

from memory.classifier.nouns import noun_at, of_the
from memory.classifier.numerals import Numeral
from memory.classifier.unit_text import unit_at

# "an hour or two", "another pick or two".
_EITHER = re.compile(r"\b(?:an?|another)\s([a-z]{3,15})\sor\s$")
_OF_AGE = re.compile(
    r"\b(?:(?:the|of|at|by) age(?: of)?|ages? of|aged|[Ll]ife expectancy\b[\w\s]{0,40}"
    r"(?:is|of|was)|(?:people|those|anyone|everyone|adults|men|women|children|patients)"
    r"\s(?:aged\s)?(?:over|under|above)|[Hh]e (?:will be|turned|turns)"
    r"|[Ss]he (?:will be|turned|turns))\s(?:about\s|around\s|between\s)?$"
)
_AND_OLDER = re.compile(r"\s(?:and|or)\s(?:older|younger)\b")
_AGE = re.compile(r"[A-Z][\w.'’-]{1,20},\s$")


def _either(text: str, number: Numeral) -> str:
    found = _EITHER.search(text[max(0, number.start - 24) : number.start])
    return found[1] if found else ""


def what_is_counted(
    text: str, number: Numeral, end: int, *, measured: bool = False
) -> str:
    """What is counted; of a number that is not measured also "two of the pumps"."""
    found = noun_at(text, end, many=number.value != 1 and not measured)
    if found or measured or number.written == "fraction":
        return found
    either = _either(text, number)
    if either and not unit_at(either, 0):
        return either
    found = of_the(text, end)
    return "" if found and unit_at(found.split()[-1], 0) else found


def unit_apart(text: str, number: Numeral, noun: str) -> str:
    """A unit that words part from its number, or the years of an age; else "1"."""
    last = noun.split()[-1] if noun else _either(text, number)
    apart = not noun or " " in noun or not text.startswith(noun, number.end + 1)
    named = unit_at(last, 0) if len(last) > 2 + bool(noun) and apart else None
    if named and named.end == len(last):
        return named.unit
    led = text[max(0, number.start - 64) : number.start]
    if led.endswith(("foot-", "ft-")) and number.value < 12:
        return "inch"
    if noun or number.value > 120:
        return "1"
    aged = _OF_AGE.search(led) or _AND_OLDER.match(text, number.end)
    return "year" if aged or _is_age(text, number, led) else "1"


def _is_age(text: str, number: Numeral, led: str) -> bool:
    """ "Ann Smith, 42, said": a small number between commas behind a name."""
    aged = text[number.end : number.end + 1] == "," and 15 < number.value < 100
    return aged and bool(_AGE.search(led))
