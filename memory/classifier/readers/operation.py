"""Operations told in words: divide by, multiply by, rescale to."""

import re
from collections.abc import Iterator

from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_BY = re.compile(r"\bdivided? (?:it |this )?by\b", re.I)
_MULTIPLY = re.compile(r"\bmultipl(?:y|ied) (?:it |this )?by\b", re.I)
_RESCALE = re.compile(r"\brescaled? (?:it |this )?to\b", re.I)
_GIVING = re.compile(
    r"\b(?:giving|gives?|yield(?:s|ing)|obtain(?:s|ing)?|result(?:s|ing)? in|get|find"
    r"|obtained|leads? to|to be)\s(?:about\s)?$|=\s?$",
    re.I,
)


def _scaling(s: Sentence, old: int) -> tuple[int, ...]:
    """1 where the factor multiplied what was measured, -1 where it divided it."""
    measured = s.before(old)
    if re.search(r"[\])\w]\s?\*\s?[\[(\w]|\btimes\b", measured):
        return (1,)
    return (-1,) if re.search(r"[\])]\s?/\s?[\[(]", measured) else ()


def read(s: Sentence) -> Iterator[Relation]:
    """ "reports 0.021, which we divide by 0.0394, giving 0.534", and rescaling."""
    n = len(s.quantities)
    for i in range(n - 2):
        gap, after = s.after(i), s.before(i + 2)
        if not _GIVING.search(after):
            continue
        if _RESCALE.search(gap) and i >= 1:
            yield Relation("rescale", (i - 1, i, i + 1), i + 2, signs=_scaling(s, i))
        elif _BY.search(gap):
            yield Relation("quotient", (i, i + 1), i + 2)
        elif _MULTIPLY.search(gap):
            yield Relation("product", (i, i + 1), i + 2)
