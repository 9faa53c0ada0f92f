"""Signs and codes of currencies as people write them, before a number or behind it."""

import re
from dataclasses import dataclass

from memory.classifier.currencies import AMBIGUOUS, CODES, LOWER_CODES

# Whose dollar it is: "HK$", "$A"; a sign by itself is the dollar of the United States.
_DOLLARS = {
    "US": "USD",
    "HK": "HKD",
    "NZ": "NZD",
    "C": "CAD",
    "CA": "CAD",
    "Can": "CAD",
    "A": "AUD",
    "AU": "AUD",
    "S": "SGD",
    "SG": "SGD",
    "NT": "TWD",
    "MX": "MXN",
    "TT": "TTD",
    "R": "BRL",
    "J": "JMD",
    "EC": "XCD",
    "BZ": "BZD",
}
_SIGNS = {
    "$": "USD",
    "＄": "USD",
    "€": "EUR",
    "£": "GBP",
    "￡": "GBP",
    "¥": "JPY",
    "￥": "JPY",
    "Y=": "JPY",
    "円": "JPY",
    "元": "CNY",
    "圆": "CNY",
    "₹": "INR",
    "₨": "INR",
    "ரூ": "INR",
    "₩": "KRW",
    "￦": "KRW",
    "₽": "RUB",
    "₺": "TRY",
    "₪": "ILS",
    "₦": "NGN",
    "₾": "GEL",
    "₴": "UAH",
    "₸": "KZT",
    "₫": "VND",
    "₱": "PHP",
    "₭": "LAK",
    "₮": "MNT",
    "₲": "PYG",
    "₵": "GHS",
    "₡": "CRC",
    "₼": "AZN",
    "฿": "THB",
    "৳": "BDT",
    "៛": "KHR",
    "֏": "AMD",
    "؋": "AFN",
    "₿": "BTC",
}
_LETTERS = {
    "RM": "MYR",
    "Rs": "INR",
    "Rs.": "INR",
    "zł": "PLN",
    "Kč": "CZK",
    "Rp": "IDR",
    "KSh": "KES",
    "Ksh": "KES",
    "SFr": "CHF",
    "Dh": "AED",
    "Dhs": "AED",
    "GH₵": "GHS",
}
CURRENCY_SIGNS = (
    _SIGNS
    | _LETTERS
    | {f"{whose}$": code for whose, code in _DOLLARS.items()}
    | {f"${whose}": code for whose, code in _DOLLARS.items() if len(whose) < 3}
)
SIGNS_BEHIND = _SIGNS | {"zł": "PLN", "Kč": "CZK", "kč": "CZK", "Ft": "HUF"}
MONEY = frozenset(CODES.values()) | {"cent", "pence", "sen"}

_LOWER = {name.lower(): code for name, code in CURRENCY_SIGNS.items()}
_ANY_CODE = "|".join(CODES)
_PLAIN = "|".join(LOWER_CODES)
_SIGN = "|".join(re.escape(s) for s in sorted(CURRENCY_SIGNS, key=len, reverse=True))
# Tokenised text parts the letters from their sign: "hk $ 10"; "a $ 10" is an article.
_APART = "|".join(w for w in _DOLLARS if w not in ("A", "S", "R", "J"))
_TO_COME = r"\s?(?P<minus>[-−]?)\s?$"
_BEFORE = re.compile(
    rf"(?<![A-Za-z])(?:(?P<code>(?i:{_PLAIN})|{_ANY_CODE})(?:\s?[$€£¥])?"
    rf"|(?P<apart>(?i:{_APART}))\s\$|(?P<sign>{_SIGN}|(?i:{_APART})\$)){_TO_COME}"
)
# A pound sign as transliteration to ASCII leaves it, "PS2.7m" but not "PS5"; and the
# rand, "R1.5bn" but not "R2" or "R134".
_LETTER_BEFORE = re.compile(r"(?<![\w.-])(?P<sign>PS|R)$")
_LARGE = (
    r"\d{1,3}(?:,\d{2,3})+|\d+(?:\.\d+)?\s?(?:million|billion|trillion|thousand|crore"
    r"|lakh|[mb]n|m|b|k)\b"
)
_LIKE_MONEY = re.compile(rf"{_LARGE}|\d+\.\d\d(?!\d)|\d{{3,}}|\d\d+(?![\d.])")
_IS_LARGE = re.compile(_LARGE)
# "ALL 1,200 STAFF" is shouted; no currency is meant.
_SHOUTED = re.compile(r"[\d.,]{1,20}\s[A-Z]{2,}\b")
_YEAR = re.compile(r"(?:19|20)\d\d(?![\d.,])")


@dataclass(frozen=True)
class Before:
    """A currency written before a number: where it starts, whose it is, a minus."""

    start: int
    code: str
    minus: str


def looks_like_money(text: str, at: int, shortest: int = 3) -> bool:
    """An amount such as people pay: grouped, in cents, in millions, or not small."""
    found = _LIKE_MONEY.match(text, at)
    if not found or _YEAR.match(text, at):
        return False
    return not found[0].isdigit() or len(found[0]) >= shortest


def _letter_before(text: str, at: int) -> Before | None:
    letter = _LETTER_BEFORE.search(text, max(0, at - 3), at)
    if letter and letter["sign"] == "R" and _IS_LARGE.match(text, at):
        return Before(letter.start(), "ZAR", "")
    if letter and letter["sign"] == "PS" and looks_like_money(text, at, 2):
        return Before(letter.start(), "GBP", "")
    return None


def currency_before(text: str, at: int) -> Before | None:
    """The currency whose sign or code ends where a number starts at `at`."""
    found = _BEFORE.search(text, max(0, at - 9), at)
    if found is None:
        return _letter_before(text, at)
    if found["code"]:
        name = found["code"].upper()
        dubious = name in AMBIGUOUS and found[0].rstrip(" -−")[-1] not in "$€£¥"
        shouted = _SHOUTED.match(text, at)
        if dubious and (shouted or not looks_like_money(text, at)):
            return None
        return Before(found.start(), CODES[name], found["minus"])
    letters = found["apart"]
    code = _LOWER[f"{letters.lower()}$"] if letters else _LOWER[found["sign"].lower()]
    return Before(found.start(), code, found["minus"])
