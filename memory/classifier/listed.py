"""Numbers of a list, of which only the last one spells out the unit."""

import re
from dataclasses import replace

from memory.classifier.stated import Quantity

_PLAIN = ("absolute", "difference")
_LAST = re.compile(r"^,?\s(?:and|or|to)\s$|^\sof\s(?:the|a\stotal\sof|its|their)\s$")
# "two- and three-year terms", "four-, five- and six-cylinder engines".
_HANGING = re.compile(r"^-,?\s(?:(?:and|or|to)\s)?$")


def gap_of(text: str, left: Quantity, right: Quantity) -> str:
    """The words between two quantities, where they can belong together."""
    between = text[left.span[1] : right.span[0]]
    return between if len(between) <= 16 else "too far apart for one phrase"


def sharing(text: str, found: list[Quantity]) -> list[Quantity]:
    """Bare numbers of a list take the unit that only its last one spells out."""
    out, listed = found[-1:], False
    for left in found[-2::-1]:
        right = out[0]
        bare = left.unit == "1" and not left.noun and left.kind in _PLAIN
        gap = gap_of(text, left, right)
        if bare and _HANGING.match(gap) and not right.per:
            out.insert(
                0, replace(left, unit=right.unit, kind=right.kind, noun=right.noun)
            )
            continue
        joins = _LAST.match(gap) or (listed and gap == ", ")
        listed = bool(joins and bare and right.unit != "1" and not right.per)
        out.insert(
            0, replace(left, unit=right.unit, kind=right.kind) if listed else left
        )
    return out
