"""The notions that words stand for: one name for words of one meaning."""

import re
from collections.abc import Iterator
from importlib.resources import files

WORD = re.compile(r"[^\W_](?:[\w./-]*[^\W_])?")
_DROPPED = "-"
_ENDINGS = (
    ("ies", "y"),
    ("es", ""),
    ("s", ""),
    ("ied", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
    ("ly", ""),
)


def _table() -> dict[str, str]:
    """Word by word its notion, a notion a line; dropped words stand behind a dash."""
    found: dict[str, str] = {}
    table = files("memory.rules").joinpath("concepts.tsv").read_text("utf-8")
    for line in table.splitlines():
        notion, words = line.split("\t")
        found.update(dict.fromkeys(words.split(), notion))
    return found


_NOTIONS = _table()


def identifies(word: str) -> bool:
    """Whether a word names a single thing: it has a digit, or capitals inside."""
    return any(map(str.isdigit, word)) or sum(map(str.isupper, word)) > 1


def notion(word: str) -> str:
    """The name of what a folded word stands for; empty for what says nothing.

    Words that say nothing are function words, first persons and loaded words.
    """
    for form in forms(word):
        if form in _NOTIONS:
            found = _NOTIONS[form]
            return "" if found == _DROPPED else found
    return word


def forms(word: str) -> Iterator[str]:
    """A folded word, and what it may be an inflection of."""
    yield word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word.removesuffix(ending) + instead
            yield stem
            if len(stem) > 3 and stem[-1] == stem[-2]:
                yield stem[:-1]
