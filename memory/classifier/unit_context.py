"""Names of units that are also something else: what they mean by the words around."""

import re

from memory.classifier.money import MONEY

_HOT = re.compile(
    r"temperature|degree|heat|cool|warm|cold|hot|boil|freez|melt|thermo|Celsius|oven"
    r"|°|climate|fever|weather|forecast|sunny|\btemps?\b|\bhighs? of|\blows? of",
    re.I,
)
_WEIGHING = re.compile(
    r"weigh|\bmass\b|heav|lighter|body|gain|los[et]|lift|beef|meat|flour|pounds? of\b",
    re.I,
)
_COINS = re.compile(r"[$€]|\bcents?\b|\bdollar|\bshares?\b")
_SHARES = re.compile(r"\bshares?\b|\bstock|pence|penny|£|\bFTSE\b|dividend")
_MANY_WON = re.compile(r"(?:\d{3}|,\d{3}|illion|trillion|thousand|bn|Korean)[\s-]?$")
_PAYING = re.compile(
    r"£|cost|pric|paid|pay|spen[dt]|salar|worth|sterling|tax|\bfee|budget|VAT|illion"
    r"|fund|invest|sold|sale|sell|buy|bought|money|wage|rent|\bbn\b|fine|bill|earn|owe|debt"
    r"|saving|charge|revenue|profit|ticket|euro|dollar|hotel|dinner|loan",
    re.I,
)
# Letters that are a unit only where the neighbourhood says so.
_NEEDS_HEAT = {"C": "degC", "F": "degF"}
_LITRE = re.compile(r"(?:[.,;)]?(?:\s|$)|/)(?!\d)")
_NEVER_ALONE = frozenset(["M", "T", "P", "u", "d", "S"])


def _letter(written: str, around: str, unit: str) -> str | None:
    """What a single letter means by the words around it."""
    if written == "F" and "capaci" in around:
        return unit
    if written in _NEEDS_HEAT:
        return _NEEDS_HEAT[written] if _HOT.search(around) else None
    if written == "c":
        hot = "degC" if _HOT.search(around) else None
        return unit if _COINS.search(around) else hot
    if written == "p":
        return unit if _SHARES.search(around) else None
    if written in _NEVER_ALONE:
        return "tesla" if written == "T" and "magnet" in around else None
    return unit


def in_context(text: str, at: int, end: int, unit: str) -> str | None:
    """The unit an ambiguous name means here; None when it is not a unit at all."""
    written = text[at:end]
    if unit in MONEY and not _pays(text, at, end):
        return None
    around = text[max(0, at - 120) : end + 60]
    if len(written) == 1 and written != "l":
        return _letter(written, around, unit)
    if written == "l":
        return unit if _LITRE.match(text, end) else None
    if written == "kn" and _PAYING.search(around):
        return "HRK"
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
