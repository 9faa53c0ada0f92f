"""Probabilities of two independent events together."""

import re
from collections.abc import Iterator

from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_LIKELY = re.compile(r"\b(?:chance|probabilit\w+|likelihood|risk)\b", re.I)
_APART = re.compile(r"\bindependent(?:ly)?\b", re.I)
_BOTH = re.compile(r"\b(?:both|neither|either|at least one|one or the other)\b", re.I)
_CALLED = re.compile(r"\b(?:is|of|at|be|as|has|was)\s(?:about\s)?$", re.I)


def _shares(s: Sentence) -> bool:
    """All plain chances: percentages, or numbers from 0 to 1."""
    return all(
        not (q.is_range or q.qualifier)
        and (q.unit == "%" or (q.unit == "1" and not q.noun and 0 <= q.low <= 1))
        for q in s.quantities
    )


def read(s: Sentence) -> Iterator[Relation]:
    """ "independently 30 % and 40 %; the chance of both is 12 %"."""
    if (
        len(s.quantities) != 3
        or not _LIKELY.search(s.text)
        or not _APART.search(s.text)
    ):
        return
    units = {q.unit for q in s.quantities}
    told = _BOTH.search(s.before(2)) and _CALLED.search(s.before(2))
    if told and len(units) == 1 and _shares(s):
        yield Relation("both_chances", (0, 1), 2)
