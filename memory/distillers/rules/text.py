"""Tokens and sentences with their offsets, in time linear in the text."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from memory.distillers.rules.words import (
    ABBREVIATIONS,
    BEFORE_A_NUMBER,
    COORDINATORS,
    DETERMINERS,
    PREPOSITIONS,
    PRONOUNS,
)

MAX_SENTENCE_TOKENS = 120
"""A longer run without a full stop is a table or a dump, and is not read."""

WRAPPED_LINE = 60
"""From this length on, a line without a full stop may go on in the next line."""

_TOKEN = re.compile(
    r"(?:[a-z]\.){2,3}"
    r"|\w+(?:(?:[-./'’_&+\u2010-\u2013]|(?<=\d)[,:](?=\d))\w+)*"
    r"|\S",
    re.IGNORECASE,
)

_SUFFIX = re.compile(r"(?:['’]s|n['’]t)$", re.IGNORECASE)

_BEFORE_A_NAME = PREPOSITIONS | COORDINATORS

_OPENERS = frozenset("\"'“‘([`*_#>-•–—")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, an identifier or one other sign; `low` is for looking up."""

    text: str
    start: int
    end: int
    low: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence's tokens; `start:end` are its offsets in the observation."""

    tokens: tuple[Token, ...]

    @property
    def start(self) -> int:
        """Where the first token begins."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where the last token ends."""
        return self.tokens[-1].end

    @property
    def is_question(self) -> bool:
        """Whether it ends in a question mark, closing quotes aside."""
        signs = [t.text for t in self.tokens[-3:] if not t.text[0].isalnum()]
        return "?" in signs


def tokens_of(text: str) -> Iterator[Token]:
    """Split into tokens; "isn't" and "Titan's" give two tokens each."""
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        suffix = _SUFFIX.search(text[max(start, end - 3) : end])
        cut = end - len(suffix.group()) if suffix else end
        if start < cut < end:
            yield _token(text, start, cut)
            start = cut
        yield _token(text, start, end)


def _token(text: str, start: int, end: int) -> Token:
    piece = text[start:end]
    return Token(piece, start, end, piece.lower())


def sentences_of(text: str) -> Iterator[Sentence]:
    """Split at full stops, blank lines, list items and lines that end early."""
    current: list[Token] = []
    tokens = list(tokens_of(text))
    for token, after in pairwise([*tokens, None]):
        assert token is not None
        current.append(token)
        if after is None or _ends_here(text, current, after):
            if len(current) <= MAX_SENTENCE_TOKENS:
                yield Sentence(tuple(current))
            current = []


def _ends_here(text: str, current: Sequence[Token], after: Token) -> bool:
    gap = text[current[-1].end : after.start]
    if "\n" in gap:
        return _line_ends_sentence(text, gap, current, after)
    return bool(gap) and _full_stop(current, after) and _may_begin(after)


def _line_ends_sentence(
    text: str, gap: str, current: Sequence[Token], after: Token
) -> bool:
    if gap.count("\n") > 1 or after.text in _OPENERS or after.text[0].isdigit():
        return True
    if after.text[0].islower():
        return False
    line = current[-1].end - text.rfind("\n", 0, current[-1].end) - 1
    return _full_stop(current, after) or line < WRAPPED_LINE


def _full_stop(current: Sequence[Token], after: Token) -> bool:
    last = current[-1]
    if last.text in {")", '"', "”", "'", "’"} and len(current) > 1:
        last = current[-2]
        return last.text in {".", "!", "?"}
    if last.text in {"!", "?", "…"} or _dotted_end(last, after):
        return True
    return last.text == "." and not _abbreviated(current, after)


def _dotted_end(last: Token, after: Token) -> bool:
    """ "In 40 A.D. The tower …": a dotted abbreviation may end a sentence too."""
    return (
        last.text.endswith(".")
        and len(last.text) > 1
        and (
            after.text[0].isupper()
            and after.low in DETERMINERS | PRONOUNS | PREPOSITIONS
        )
    )


def _abbreviated(current: Sequence[Token], after: Token) -> bool:
    if len(current) < 2:
        return False
    before = current[-2]
    if before.low in ABBREVIATIONS and not before.text[1:].isupper():
        return True
    if before.low in BEFORE_A_NUMBER:
        return after.text[0].isdigit()
    return len(before.text) == 1 and before.text.isupper() and _initial(current[:-2])


def _initial(before: Sequence[Token]) -> bool:
    if not before:
        return True
    return before[-1].text in {".", ",", "("} or before[-1].low in _BEFORE_A_NAME


def _may_begin(token: Token) -> bool:
    """An identifier may begin a sentence although it is written in lower case."""
    return not (token.text.islower() and token.text.isalpha())
