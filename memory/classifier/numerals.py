"""Numbers as people write them: digits, words, fractions, powers of ten."""

import re
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from memory.classifier.wordlist import words

MAX_DIGITS = 30
# A fraction in words is rounded: "a third" is said of 31 %, "a tenth" of 9 %.
FRACTION_SLACK = Decimal("0.025")

_SMALL = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen"
    " fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")
CARDINALS = {word: value for value, word in enumerate(_SMALL)}
CARDINALS |= {word: 10 * (i + 2) for i, word in enumerate(_TENS)}
SCALES = {
    "hundred": Decimal(100),
    "dozen": Decimal(12),
    "thousand": Decimal(1000),
    "million": Decimal(10) ** 6,
    "millions": Decimal(10) ** 6,
    "mn": Decimal(10) ** 6,
    "mln": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "billions": Decimal(10) ** 9,
    "bn": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
    "trn": Decimal(10) ** 12,
    "lakh": Decimal(10) ** 5,
    "tn": Decimal(10) ** 12,
    "crore": Decimal(10) ** 7,
}
LETTER_SCALES = {"k": 3, "K": 3, "m": 6, "M": 6, "B": 9, "b": 9, "T": 12}
# "4.3M sales": the letter is a multiplier before a plural that is no substance.
_MANY_THINGS = re.compile(r"\s(?:[a-z]{2,20}\s){0,3}(?!solutions)[a-z]{3,20}s\b")
# "1.5m people" are no metres.
_MANY_PEOPLE = re.compile(
    r"\s(?:new\s|more\s)?(?:people|users|customers|homes|households|jobs|copies|shares"
    r"|subscribers|passengers|followers|viewers|views|workers|children|visitors|votes"
    r"|tickets|doses|tests|barrels|tonnes|Americans|Britons|cars|vehicles|units)\b"
)
_PARTS = {"half": 2, "halves": 2, "third": 3, "thirds": 3}
_PARTS |= {"quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4}
_ORDINALS = words("fifth sixth seventh eighth ninth tenth")
_PARTS |= {word: i + 5 for i, word in enumerate(_ORDINALS)}
_PARTS |= {word + "s": i + 5 for i, word in enumerate(_ORDINALS)}
_PARTS |= {"hundredth": 100, "hundredths": 100}
GLYPHS = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.3333", "⅔": "0.6667"}
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

_EXPONENT = (
    r"(?:[eE](?P<e>[-+−]?\d{1,3})(?![\w.]{0,30}\d)"
    r"|\s?[×x*]\s?10(?:\^|\*\*)?(?P<p>[-+−]?\d{1,3}|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,4})(?!\d))"
)
DIGITS = re.compile(
    r"(?P<n>\d{1,3}(?:,\d{3})+(?!\d|,\d)(?:\.\d+)?"
    r"|\d{1,2}(?:,\d\d)+,\d{3}(?!\d|,\d)(?:\.\d+)?"
    r"|\d{1,3}(?:, 000)+(?![\d,])"
    r"|\d{1,3}(?:[\u202f\u00a0\u2009]\d{3})+(?!\d)(?:\.\d+)?"
    r"|\d+(?:\.\d+)?|\.\d+|[½¼¾⅓⅔])"
    rf"{_EXPONENT}?"
)
_SCALE = re.compile(rf"[\s-]?({'|'.join(sorted(SCALES, key=len)[::-1])})s?\b", re.I)
_WORD = "|".join(sorted([*CARDINALS, *SCALES], key=len)[::-1])
WORDS = re.compile(
    rf"\b(?:(?:an?|half\sa)\s(?=(?:hundred|thousand|dozen|mill|bill|trill)))?"
    rf"(?:{_WORD})(?:(?:[\s-]|\sand\s)(?:{_WORD}))*\b",
    re.I,
)
_COUNT = "|".join(w for w in CARDINALS if w != "zero")
_PART_NAMES = "|".join(_PARTS)
FRACTION = re.compile(
    rf"(?<!irst[\s-])(?<!cond[\s-])(?<!\bthis\s)(?<!\bnext\s)(?<!\bfinal\s)\b(?:(?P<top>an?|{_COUNT})[\s-])?"
    rf"(?P<part>{_PART_NAMES})\b"
    r"(?!-(?!(?:thousand|million|billion|trillion)\b)|\s(?:ago|earlier|later|before)\b)",
    re.I,
)
SLASHED = re.compile(
    r"(?<![\w./,-])(?:(?P<w>\d{1,3})\s)?(?P<a>\d{1,2})[/⁄](?P<b>\d{1,3})(?![\w/⁄]"
    r"|[.,]\d)"
)


@dataclass(frozen=True)
class Numeral:
    """A number in text with half a unit of its last written place."""

    start: int
    end: int
    value: Decimal
    half_place: Decimal
    written: str = "digits"


def _power(match: re.Match[str]) -> int | None:
    text = match["e"] or match["p"] or "0"
    power = int(text.translate(_SUPERSCRIPT).replace("−", "-"))
    return power if abs(power) <= 99 else None


def digits_at(match: re.Match[str]) -> Numeral | None:
    """The value of a `DIGITS` match; None when it is too long to be a quantity."""
    raw = match["n"]
    plain = re.sub("[, \u202f\u00a0\u2009]", "", GLYPHS.get(raw, raw))
    power = _power(match)
    if len(plain) > MAX_DIGITS or power is None:
        return None
    places = len(plain.partition(".")[2])
    value = Decimal(plain).scaleb(power)
    return Numeral(
        match.start(), match.end(), value, Decimal(5).scaleb(power - places - 1)
    )


def scaled(text: str, number: Numeral, *, letters: bool) -> Numeral:
    """The numeral with the multiplier word after it ("3.5 million", "$5bn") applied.

    `letters` admits one-letter multipliers, which mean units elsewhere.
    """
    end = number.end
    found = _SCALE.match(text, end, end + 12)
    factor: Decimal | None = None
    while found:
        factor = (factor or Decimal(1)) * SCALES[found[1].lower()]
        end = found.end()
        found = _SCALE.match(text, end, end + 12) if factor < 10**6 else None
    letter = text[end : end + 1]
    stands = letter in LETTER_SCALES and not text[end + 1 : end + 2].isalnum()
    many = _MANY_PEOPLE if letter == "m" else _MANY_THINGS
    letters |= letter in ("M", "B", "m") and bool(many.match(text, end + 1, end + 64))
    if not factor and stands and (letters or letter in "kK"):
        factor, end = Decimal(10) ** LETTER_SCALES[letter], end + 1
    if factor is None:
        return number
    value, half = number.value * factor, number.half_place * factor
    return Numeral(number.start, end, value, half, number.written)


def _spell(names: list[str]) -> tuple[Decimal, Decimal]:
    total = group = Decimal(0)
    place = Decimal(1)
    for word in names:
        if word in CARDINALS:
            group += CARDINALS[word]
            place = Decimal(1)
        elif word in ("hundred", "dozen"):
            group = (group or Decimal(1)) * SCALES[word]
            place = SCALES[word] if word == "hundred" else Decimal(1)
        elif word in SCALES:
            total += (group or Decimal(1)) * SCALES[word]
            group, place = Decimal(0), SCALES[word]
    return total + group, place / 2


def _sequence_is_number(names: list[str]) -> bool:
    """False for "two three" or "ten five", which are two numbers side by side."""
    for left, right in pairwise(names):
        both = left in CARDINALS and right in CARDINALS
        if both and not (CARDINALS[left] >= 20 and 0 < CARDINALS[right] < 10):
            return False
    return True


def words_at(match: re.Match[str]) -> Numeral | None:
    """The value of a `WORDS` match; None where the words are not one number."""
    names = re.findall(r"[a-z]+", match[0].lower())
    half_of = names[0] == "half"
    plain = [w for w in names if w in CARDINALS or w in SCALES]
    if not plain or len(plain) > 12 or not _sequence_is_number(plain):
        return None
    bare_scale = plain[0] in SCALES and names[0] not in ("a", "an", "half")
    if bare_scale:
        return None
    value, half_place = _spell(plain)
    if half_of:
        value /= 2
    return Numeral(match.start(), match.end(), value, half_place, "words")


def fraction_at(match: re.Match[str]) -> Numeral | None:
    """The value of a `FRACTION` match: "two thirds" is 2/3 with slack."""
    top = (match["top"] or "").lower()
    part = match["part"].lower()
    if not top and part not in ("half", "two-thirds"):
        return None
    count = CARDINALS.get(top, 1)
    if count > 1 and not part.endswith("s") and part != "half":
        return None
    value = Decimal(count) / _PARTS[part]
    slack = min(FRACTION_SLACK, value / 8)
    return Numeral(match.start(), match.end(), value, slack, "fraction")


def slashed_at(match: re.Match[str]) -> Numeral | None:
    """The value of a `SLASHED` match, "2 1/2" or "1/16"; None for "24/7" and "9/11"."""
    whole, top, below = int(match["w"] or 0), int(match["a"]), int(match["b"])
    if top >= below or (top, below) == (9, 11):
        return None
    value = Decimal(whole) + Decimal(top) / below
    written = "digits" if whole else "fraction"
    return Numeral(match.start(), match.end(), value, Decimal("0.005"), written)
