"""The numbers a text states, told from digits that only name or date something."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from memory.rules.values import MAX_DIGITS, MAX_EXPONENT

# Digits that state no number. Every branch starts at a word's edge and is
# possessive or bounded, so that reading stays linear in the text.
_NAMES = re.compile(
    r"""
    (?<!\w)\w++://\S++                                        # an address
    | (?<![\w.])[0-9]++(?:-[0-9]++){2,}+(?:T[0-9:.]++Z?)?     # a date, a serial number
    | (?<![\w.])[0-9]++(?:/[0-9]++){2,}+                      # a date
    | (?<![\w.-])[0-9]{4}-(?:0[1-9]|1[0-2])(?![\w-])          # a month
    | (?<![\w:.])[0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9])?(?![\w:])  # a time of day
    | (?<![\w.])[0-9]++(?:st|nd|rd|th)\b                      # an ordinal
    | (?<!\w)(?:[0-9]++[-_]){0,3}+[^\W\d]++[-–_./\#]?+[0-9][\w./\#-]*+  # P-101A
    | (?<![\w.])
      (?![0-9]++[eE][-+−]?[0-9]++(?!\w))                      # but not 5e3
      (?![0-9]++(?:[cdkmµ]?m|ft|in)[23](?!\w))                # nor 5m3
      [0-9]++[^\W\d_]++[0-9]\w*+                              # 3f2a
    """,
    re.VERBOSE,
)
_HYPHENS = str.maketrans("‐‑‒", "---")
_BY = re.compile(r"(?<=[0-9])\s?[xX](?=\s?[0-9])")

# fmt: off
_WORDS = ("one", "two", "three", "four", "five", "six",
          "seven", "eight", "nine", "ten", "eleven", "twelve")
# fmt: on
_NUMERAL = re.compile(
    rf"""
    (?<![\w-])(?P<word>{"|".join(_WORDS)})
      (?!\w|[\s-](?:hundred|thousand|million|billion|dozen)\b)
    |
    (?P<sign>[-−–]?)(?<!\w)
    (?P<run>
      (?<![0-9][ ])[0-9]{{1,3}}(?:[ ][0-9]{{3}})+(?:[.,][0-9]+)*(?![0-9])  # 1 234,5
      | [0-9]+(?:[.,\u00a0\u2009\u202f][0-9]+)*
      | \.[0-9]+
    )
    (?:
      [eE](?P<e>[-+−]?[0-9]+)(?!\w)
      | (?P<times>\s?[×·⋅*]\s?10)?
        (?:(?:\^|\*\*)\(?(?P<caret>[-+−]?[0-9]+)\)?|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]+))
    )?
    (?P<percent>\s?(?:%|percent\b|per\scent\b))?
    (?:[\s-](?P<magnitude>thousand|million|billion|trillion)\b)?
    """,
    re.VERBOSE | re.IGNORECASE,
)
_MAGNITUDES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_LOWERED = str.maketrans("−⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "--+0123456789")
_BEFORE_A_SIGN = frozenset(" \t\n\r\u00a0\u2009\u202f([{=<>≤≥~≈±:;,/|×*^\"“'‘")

_PLAIN = re.compile(r"[0-9]*\.?[0-9]+")
_COMMA_GROUPS = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_SPACE_GROUPS = re.compile(
    r"[1-9][0-9]{0,2}(?:[\u00a0\u2009\u202f][0-9]{3})+(?:[.,][0-9]+)?"
)
_DOT_GROUPS = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+,[0-9]+")
_DECIMAL_COMMA = re.compile(r"[0-9]+,[0-9]+")
# Plain spaces group digits only before a decimal comma that groups nothing itself,
# or where a group starts with 0 and so is no number of its own.
_PLAIN_SPACES = re.compile(
    r"[1-9][0-9]{0,2}(?: [0-9]{3})+,(?:[0-9]{1,2}|[0-9]{4,})"
    r"|[1-9][0-9]{0,2}(?: [0-9]{3})*? 0[0-9]{2}(?: [0-9]{3})*(?:[.,][0-9]+)?"
)
_SPACES = re.compile(r"[1-9][0-9]{0,2}(?: [0-9]{3})+,(?:[0-9]{1,2}|[0-9]{4,})")
_SPACES = re.compile(r"[ \u00a0\u2009\u202f]")


@dataclass(frozen=True, slots=True)
class Numeral:
    """One number as written; percent tells that a per-cent sign or word follows.

    `power` is the power of ten of a word that follows: 9 for "1.24 billion".
    """

    number: Decimal
    percent: bool
    power: int = 0


def numerals(text: str) -> Iterator[Numeral]:
    """Yield the numbers of a text in order.

    Linear in the text. Numbers of more than 40 digits or with a power of ten
    beyond 60 name something, and are left out.
    """
    plain = _NAMES.sub(" ", _BY.sub(" ×", text.translate(_HYPHENS)))
    for found in _NUMERAL.finditer(plain):
        if found["word"]:
            number = Decimal(_WORDS.index(found["word"].lower()) + 1)
            yield Numeral(number, percent=False)
        else:
            yield from _numeral(found)


def scaled(number: Decimal, power: int) -> Decimal:
    """Multiply by a power of ten, exactly at any length."""
    sign, digits, exponent = number.as_tuple()
    return Decimal((sign, digits, int(exponent) + power))


def _numeral(found: re.Match[str]) -> Iterator[Numeral]:
    numbers = list(_read(found["run"]))
    if not numbers:
        return
    if _is_negative(found):
        numbers[0] = numbers[0].copy_negate()
    *firsts, last = numbers
    yield from (Numeral(first, percent=False) for first in firsts)
    raised = _raised(last, found)
    if raised is not None:
        power = _MAGNITUDES[found["magnitude"].lower()] if found["magnitude"] else 0
        yield Numeral(raised, found["percent"] is not None, power)


def _is_negative(found: re.Match[str]) -> bool:
    at = found.start()
    before = found.string[at - 1] if at else " "
    return bool(found["sign"]) and before in _BEFORE_A_SIGN


def _raised(number: Decimal, found: re.Match[str]) -> Decimal | None:
    """Apply the power of ten that follows, if it is one of ten."""
    written = found["e"] or found["caret"] or found["raised"]
    if not written:
        return number
    if not (found["e"] or found["times"]):
        if abs(number) != 10:
            return number
        number = Decimal(1).copy_sign(number)
    power = written.translate(_LOWERED)
    if len(power) > 3 or abs(int(power)) > MAX_EXPONENT:
        return None
    return scaled(number, int(power))


def _read(run: str) -> Iterator[Decimal]:
    """Read digits with their marks: one number where unambiguous, else each part."""
    if sum(map(str.isdigit, run)) > MAX_DIGITS:
        return
    grouped = _COMMA_GROUPS.fullmatch(run)
    if grouped:
        yield Decimal(run.replace(",", ""))
    elif _is_continental(run):
        bare = _SPACES.sub("", run)
        yield Decimal(bare.replace(".", "").replace(",", ".") if "," in bare else bare)
    elif len(parts := _SPACES.split(run)) > 1:
        for part in parts:
            yield from _read(part)
    else:
        parts = run.split(",")
        yield from (Decimal(part) for part in parts if _PLAIN.fullmatch(part))


def _is_continental(run: str) -> bool:
    shapes = (_SPACE_GROUPS, _DOT_GROUPS, _DECIMAL_COMMA, _PLAIN_SPACES)
    return any(shape.fullmatch(run) for shape in shapes)
