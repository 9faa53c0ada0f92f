"""Values that a text puts inside or outside an interval."""

import re
from collections.abc import Iterator

from memory.classifier.quantity import Quantity
from memory.classifier.readers.cues import comparable, is_number
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_INSIDE = re.compile(
    r"\b(?:within|inside|in range|in (?:tolerance|specification|spec)|conform\w*"
    r"|compl(?:y|ies)|meets?)\b",
    re.I,
)
_OUTSIDE = re.compile(
    r"\b(?:outside|beyond|out of|not|n't|fails?|failed|exceed\w*|except|unless|un\w+ed"
    r"|nor|neither|almost|nearly)\b",
    re.I,
)


def _is_plain(value: Quantity) -> bool:
    return not value.is_range and (is_number(value) or value.unit == "%")


def read(s: Sentence) -> Iterator[Relation]:
    """ "asks for 40 to 45, so 43 is within specification"."""
    if len(s.quantities) != 2:
        return
    interval, value = s.quantities
    spread = interval.is_range or interval.uncertainty is not None
    if not spread or not _is_plain(value) or not comparable(interval, value):
        return
    said = s.after(0) + s.after(1)
    inside = _INSIDE.search(s.after(1)) or _INSIDE.search(s.after(0)[-40:])
    if inside and not _OUTSIDE.search(said):
        yield Relation("within", (0,), 1)
