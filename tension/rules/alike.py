"""When two tensions say nearly the same: suggested for merging, never merged."""

import re
import unicodedata

ALIKE = 0.6
_WORD = re.compile(r"\w+(?:-\w+)*")
# Words that tell nothing about what a statement is about.
_EMPTY = frozenset(
    """
    a an and are as at be by did do does for has have how in is it of on or so that
    the this to was were what when which who why will with
    """.split()  # noqa: SIM905
)


def words(text: str) -> frozenset[str]:
    """The words that carry meaning, folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return frozenset(_WORD.findall(folded)) - _EMPTY


def likeness(one: str, other: str) -> float:
    """The share of words in common (Jaccard), in [0, 1]."""
    left, right = words(one), words(other)
    return len(left & right) / len(left | right) if left | right else 0.0


def alike(one: str, other: str) -> bool:
    """Whether two statements are near-identical."""
    return likeness(one, other) >= ALIKE
