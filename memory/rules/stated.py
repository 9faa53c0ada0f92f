"""Whether a quote states a number with its unit, or a day."""

import datetime
import re
import unicodedata
from decimal import Decimal

from memory.rules.grounding import ungrounded, written_out

_SIGNS = {"USD": r"\$|USD", "EUR": "€|EUR", "GBP": "£|GBP", "JPY": "¥|JPY"}
_ALIKE = {"2": "[2²]", "3": "[3³]", "-": "[-−⁻–]", "·": "[·⋅*]", "μ": "[μµ]"}
_PLAIN = str.maketrans({"²": "2", "³": "3", "−": "-", "µ": "μ", "⋅": "·", "⁻": "-"})
_FIGURES = (
    r"(?:[\d\s.,±+\-–−~×x^()eE⁰¹²³⁴-⁹%]|\b(?:to|and|or|by|between|one|two|three|four"
    r"|five|six|seven|eight|nine|ten|eleven|twelve|thousand|million|billion"
    r"|trillion)\b)"
)
_FIGURES_BEFORE = re.compile(_FIGURES + "{1,80}$", re.IGNORECASE)
_FIGURES_AFTER = re.compile(
    rf"(?=[\s:=]*[-−+±~]?\d)[:=]?{_FIGURES}{{1,80}}", re.IGNORECASE
)


def measured(quote: str, number: Decimal, unit: str) -> bool:
    """Whether the quote states the number, beside its unit if it has one."""
    if not unit.strip():
        return not ungrounded([number], [quote])
    for found in _unit(unit).finditer(quote):
        before = _FIGURES_BEFORE.search(
            quote[max(0, found.start() - 80) : found.start()]
        )
        after = _FIGURES_AFTER.match(quote, found.end())
        beside = [before[0], before[0] + found[0]] if before else []
        beside += [after[0]] if after else []
        if not ungrounded([number], map(written_out, beside)):
            return True
    return False


def _unit(unit: str) -> re.Pattern[str]:
    """The unit however it is spaced and raised; not inside a longer word."""
    written = "".join(unit.translate(_PLAIN).split())
    spelled = r"\s*".join(_ALIKE.get(sign, re.escape(sign)) for sign in written)
    return re.compile(rf"(?<![^\W\d_])(?:{_SIGNS.get(written, spelled)})s?(?![^\W\d_])")


_MONTHS = (
    *("jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec"),
)


def dated(quote: str, date: datetime.date) -> bool:
    """Whether the quote writes the whole day, in any usual order."""
    day = rf"0?{date.day}(?:st|nd|rd|th)?"
    month = rf"(?:0?{date.month}|{_MONTHS[date.month - 1]}[a-z]*\.?)"
    year, gap = str(date.year), r"[\s\-–./,]{1,3}(?:of\s|the\s)?"
    orders = (
        f"{year}{gap}{month}{gap}{day}",
        f"{day}{gap}{month}{gap}{year}",
        f"{month}{gap}{day}{gap}{year}",
    )
    return bool(re.search(rf"(?<!\d)(?:{'|'.join(orders)})(?!\d)", folded(quote)))


def folded(text: str) -> str:
    """One spelling for all ways to type a text: NFKC, case, hyphens, unseen marks."""
    composed = unicodedata.normalize("NFKC", text).casefold().replace("—", " — ")
    return "".join(
        "-" if (unicodedata.category(c) == "Pd" and c != "—") or c == "−" else c
        for c in composed
        if unicodedata.category(c) != "Cf"
    )
