"""Ids that look alike and may name one thing: suggested to a person, never merged."""

import re
from functools import lru_cache

# By the shape of the capital and by the shape of the small letter: ids are folded,
# but a person wrote and reads either.
_CAPITALS = str.maketrans(
    "авеёікмнорстухјѕαβεζηικμνορτυχ", "abeeikmhopctyxjsabezhikmnoptyx"
)
_SMALLS = str.maketrans("аеёіорсухјѕԁһԛԝпαγινορσυω", "aeeiopcyxjsdhqwnayivopouw")
_SEPARATORS = re.compile(r"[ \-_./\\:,·|#]+")
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])-(?=[0-9])")
_SAME_SHAPE = frozenset(map(frozenset, ("o0", "l1", "i1")))
_SHORTEST = 4
_LONGEST_CODE = 3


def look_alikes(a: str, b: str) -> frozenset[str]:
    """Say why two normalised ids of one kind may be one: empty when not alike.

    mixed_script: letters of other alphabets that look the same; separators:
    they differ only in separators, where those do not part two digits; one_edit:
    one letter typed wrong, left out, doubled or swapped. Symmetric. Siblings
    are no duplicates: what changes a digit, or a letter of a code of at most
    three letters in an id with digits (P-101A and P-101B, PT-101 and FT-101),
    is no slip, except letters drawn like a digit (O and 0, l and 1).
    """
    if a == b:
        return frozenset()
    if skeleton_keys(a) & skeleton_keys(b):
        reasons = set()
        if _bare(a) != _bare(b):
            reasons.add("mixed_script")
        if not _drawn(a) & _drawn(b):
            reasons.add("separators")
        return frozenset(reasons)
    return frozenset({"one_edit"}) if _one_slip(a, b) else frozenset()


# A search asks for the same few words again and again.
@lru_cache(maxsize=2048)
def skeleton_keys(normalised: str) -> frozenset[str]:
    """Give one or two index keys of a normalised id.

    Two ids are alike by script or by separators exactly when they share a key,
    so candidates are found by equality. One edit apart is not found this way.
    """
    return frozenset(_bare(drawn) or drawn for drawn in _drawn(normalised))


def _drawn(normalised: str) -> frozenset[str]:
    return frozenset(normalised.translate(t) for t in (_CAPITALS, _SMALLS))


def _bare(text: str) -> str:
    """Drop separators; one between digits stays, as 1-01 and 10-1 are not 101."""
    parted = _BETWEEN_DIGITS.sub("\0", _SEPARATORS.sub("-", text))
    return parted.replace("-", "").replace("\0", "-")


def _one_slip(a: str, b: str) -> bool:
    start, changed_a, changed_b = _difference(a, b)
    if min(len(a), len(b)) < _SHORTEST or not _is_edit(changed_a, changed_b):
        return False
    changed = set(changed_a + changed_b)
    if frozenset(changed) in _SAME_SHAPE and len(changed_a) == len(changed_b) == 1:
        return True
    if not all(map(str.isalpha, changed)):
        return False
    if not any(map(str.isdigit, a + b)):
        return True
    runs = (_run(a, start, changed_a), _run(b, start, changed_b))
    return min(runs) > _LONGEST_CODE


def _difference(a: str, b: str) -> tuple[int, str, str]:
    """Strip what two texts share at both ends; give where and what remains."""
    shorter = min(len(a), len(b))
    start = 0
    while start < shorter and a[start] == b[start]:
        start += 1
    end = 0
    while end < shorter - start and a[-1 - end] == b[-1 - end]:
        end += 1
    return start, a[start : len(a) - end], b[start : len(b) - end]


def _is_edit(removed: str, added: str) -> bool:
    swapped = len(removed) == 2 and removed == added[::-1]
    return swapped or max(len(removed), len(added)) == 1


def _run(text: str, start: int, changed: str) -> int:
    """Count the letters of the word that an edit falls in."""
    before, behind = text[:start], text[start + len(changed) :]
    left = re.search(r"[^\W\d_]*$", before)
    right = re.match(r"[^\W\d_]*", behind)
    sides = sum(len(found[0]) for found in (left, right) if found)
    return sides + len(changed)
