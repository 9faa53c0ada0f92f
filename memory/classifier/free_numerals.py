"""The numerals of a text that are not part of a date or an identifier."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import chain

from memory.classifier.numerals import (
    DIGITS,
    FRACTION,
    SLASHED,
    WORDS,
    Numeral,
    digits_at,
    fraction_at,
    slashed_at,
    words_at,
)

Spans = list[tuple[int, int]]


def _covered(spans: Spans, start: int, end: int) -> bool:
    at = bisect_right(spans, (start, 1 << 62)) - 1
    inside = at >= 0 and spans[at][1] > start
    return inside or (at + 1 < len(spans) and spans[at + 1][0] < end)


def merged(spans: Iterable[tuple[int, int]]) -> Spans:
    out: Spans = []
    for start, end in sorted(spans):
        if out and start <= out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return out


def free_numerals(text: str, masked: Spans) -> list[Numeral]:
    digits = (digits_at(m) for m in DIGITS.finditer(text))
    words = (words_at(m) for m in WORDS.finditer(text))
    parts = (fraction_at(m) for m in FRACTION.finditer(text))
    slashes = (slashed_at(m) for m in SLASHED.finditer(text))
    free = [
        n
        for n in chain(digits, slashes, parts, words)
        if n and not _covered(masked, n.start, n.end)
    ]
    free.sort(key=lambda n: (n.start, -n.end))
    kept: list[Numeral] = []
    for number in free:
        if not kept or number.start >= kept[-1].end:
            kept.append(number)
    return kept
