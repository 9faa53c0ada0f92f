"""Cuts an episode into overlapping windows, each small enough for one question."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of one observation's text, under a short label: o1 is the first one.

    The model sees labels only, so that it cannot name anything else.
    """

    label: str
    text: str


def windows(texts: Sequence[str], size: int) -> list[list[Piece]]:
    """Windows of at most `size` characters that together hold every text in order.

    An eighth of a window is repeated in the next one, so that what stands together
    is seen together. A text longer than a window is cut, with the same overlap.
    """
    pieces = [
        Piece(f"o{number}", run)
        for number, text in enumerate(texts, start=1)
        for run in _runs(text, size)
    ]
    found: list[list[Piece]] = []
    start = 0
    while start < len(pieces):
        end = _fill(pieces, start, size)
        found.append(pieces[start:end])
        start = end if end == len(pieces) else _step_back(pieces, start, end, size)
    return found


def _runs(text: str, size: int) -> list[str]:
    """A text whole, or cut at spaces where there are some."""
    if len(text) <= size:
        return [text] if text.strip() else []
    runs, start = [], 0
    while len(text) - start > size:
        space = text.rfind(" ", start + size // 2, start + size)
        end = space if space > 0 else start + size
        runs.append(text[start:end])
        start = end - size // 8
    return [*runs, text[start:]]


def _fill(pieces: Sequence[Piece], start: int, size: int) -> int:
    length, end = len(pieces[start].text), start + 1
    while end < len(pieces) and length + len(pieces[end].text) <= size:
        length += len(pieces[end].text)
        end += 1
    return end


def _step_back(pieces: Sequence[Piece], start: int, end: int, size: int) -> int:
    """Where the next window begins: later than this one, with its last pieces.

    They fill an eighth of a window at most, and leave room for the piece that is new.
    """
    room = min(size // 8, size - len(pieces[end].text))
    length, again = 0, end
    while again - 1 > start and length + len(pieces[again - 1].text) <= room:
        again -= 1
        length += len(pieces[again].text)
    return again
