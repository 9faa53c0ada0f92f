"""Whether a quote is in its text, and a number in its quotes."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import accumulate

from memory.rules.numerals import numerals, scaled

_POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_POWER = re.compile(rf"(?<=[0-9])[\s-]?({'|'.join(_POWERS)})\b", re.IGNORECASE)


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Give where the quote first stands in the text, as offsets into that text.

    Exactly as written if it can be; else with white space folded and Unicode
    forms made equal, never cutting a letter from its accent. None when it is
    not there, or blank.
    """
    if not quote.strip():
        return None
    at = text.find(quote)
    if at >= 0:
        return at, at + len(quote)
    # Other white space is found fast; only other Unicode forms need the slow way.
    words = re.search(r"\s++".join(map(re.escape, quote.split())), text)
    if words and not _continues(words[0][-1], text[words.end() :][:1] or " "):
        return words.span()
    return _find_folded(text, quote) if _squeezed(quote) in _squeezed(text) else None


def numbers_in(text: str) -> list[Decimal]:
    """Give the numbers a text states, in order.

    Grouped (1,234.5), continental (1 234,5) where unambiguous, signed, with a
    power of ten, in per cent (as written: 45 % is 45), and the words one to
    twelve. Digits in identifiers, dates, times and ordinals are no numbers.
    """
    return [numeral.number for numeral in numerals(text)]


def ungrounded(numbers: Iterable[Decimal], quotes: Iterable[str]) -> list[Decimal]:
    """Give the numbers that no quote states, equal by value: 1.50 is 1.5.

    A quote of 45 % states 0.45 too, one of 1.24 billion states 1,240,000,000.
    """
    stated: set[Decimal] = set()
    for quote in quotes:
        for numeral in numerals(quote):
            stated.add(numeral.number)
            if numeral.percent:
                stated.add(scaled(numeral.number, -2))
            if numeral.power:
                stated.add(scaled(numeral.number, numeral.power))
    return [number for number in numbers if number not in stated]


def written_out(quote: str) -> str:
    """Give large numbers their power of ten: 1.2 million is 1.2×10^6."""
    return _POWER.sub(lambda found: f"×10^{_POWERS[found[1].lower()]}", quote)


def _squeezed(text: str) -> str:
    return "".join(unicodedata.normalize("NFD", text).split())


def _find_folded(text: str, quote: str) -> tuple[int, int] | None:
    clusters = list(_folded(text))
    folded = "".join(form for _, _, form in clusters)
    ends = accumulate(len(form) for _, _, form in clusters)
    # Canonical decomposition instead of NFC: equal for the same texts, but local,
    # so that each piece of it maps back to a span of the original.
    last_at = {end: number for number, end in enumerate(ends)}
    first_at = {end: number + 1 for end, number in last_at.items()} | {0: 0}
    sought = "".join(form for _, _, form in _folded(quote.strip()))
    at = folded.find(sought)
    while at >= 0:
        end = at + len(sought)
        if at in first_at and end in last_at:
            return clusters[first_at[at]][0], clusters[last_at[end]][1]
        at = folded.find(sought, at + 1)
    return None


def _folded(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, form) of each letter with its marks and each white space."""
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and _continues(text[end - 1], text[end]):
            continue
        piece = text[start:end]
        yield (
            start,
            end,
            " " if piece.isspace() else unicodedata.normalize("NFD", piece),
        )
        start = end


def _continues(before: str, character: str) -> bool:
    if before.isspace() or character.isspace():
        return before.isspace() and character.isspace()
    return unicodedata.combining(unicodedata.normalize("NFD", character)[0]) != 0
