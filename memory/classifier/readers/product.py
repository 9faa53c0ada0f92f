"""Products and quotients: what each costs, rates over times, per-head amounts."""

import re
from collections.abc import Iterator
from itertools import combinations

from memory.classifier.nouns import head
from memory.classifier.readers.cues import CONCLUDES, EACH, STRONGLY, is_number
from memory.classifier.relation import Kind, Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_names import TIME
from memory.classifier.unit_scale import Dimensions, UnitRejected, scale_of, times

_EACH_AFTER = re.compile(
    r"^[^,.;]{0,24}?\b(?:each|apiece|a piece|per \w+|a head)\b", re.I
)
_EACH_BEFORE = re.compile(r"\b(?:each|every|one|a single|per)\s[\w\s-]{1,30}$", re.I)
_SPLIT = re.compile(
    r"\b(?:split|divided?|shared?|among|amongst|between|spread|distributed|allocat)",
    re.I,
)
_AVERAGING = re.compile(
    r"\b(?:averag\w+|mean|rate|speed|pressure|force|power|energy|current|voltage|density"
    r"|flow|throughput|area|volume|dose|consumption|in all|in total|altogether)\b"
    r"[^.;]{0,25}$",
    re.I,
)
_DELIVERS = re.compile(
    r"\b(?:covers?|covered|travels?|copies|copied|downloads?|transfers?|transferring"
    r"|handles?|moves?|moved|uses?|used|consumes?|delivers?|produces?|takes?|in|for|stores?"
    r"|pumps?|flows?|runs?|sends?|reads?|writes?)\s(?:about|an?)?\s?$",
    re.I,
)
_SUMS_UP = re.compile(
    r"\b(?:brought in|comes? to|came to|costs?|paid|pays?|total\w*(?: of)?|raised|earn\w*"
    r"|weighs?|amounts? to|worth|is|are|in all)\s(?:about|an?|over)?\s?[$€£]?$",
    re.I,
)
_IN_ALL = re.compile(r"^\s(?:in (?:all|total)|altogether|together|overall)\b", re.I)
_HEADS = frozenset(("person", "head", "capita", "inhabitant", "resident", "citizen"))


def _dimensions(s: Sentence, i: int) -> Dimensions | None:
    q = s.quantities[i]
    if q.is_range or q.kind == "ratio" or q.unit in ("degC", "degF", "dB", "pp"):
        return None
    try:
        return scale_of(q.unit).dimensions
    except UnitRejected:
        return None


def _concluded(s: Sentence, i: int) -> bool:
    gap = s.before(i)
    if re.search(r"[.;]", gap.replace("i.e.", "")) and not STRONGLY.search(gap):
        return False
    return bool(
        CONCLUDES.search(gap)
        or _AVERAGING.search(gap)
        or _DELIVERS.search(gap)
        or _IN_ALL.match(s.after(i))
    )


def _physical(s: Sentence) -> Iterator[Relation]:
    """Three measured quantities of which one has the dimensions of the others' product
    or quotient: 90 km/h, 1.5 h and 135 km."""
    known = [(i, d) for i in range(len(s.quantities)) if (d := _dimensions(s, i))]
    if len(known) != 3:
        return
    (a, da), (b, db), (c, dc) = known
    if da == db or db == dc or da == dc or not _concluded(s, c):
        return
    if s.quantities[c].span[1] - s.quantities[a].span[0] > 160:
        return
    forms: list[tuple[Kind, tuple[int, ...], Dimensions]] = [
        ("product", (a, b), times(da, db)),
        ("quotient", (a, b), times(da, db, -1)),
        ("quotient", (b, a), times(db, da, -1)),
    ]
    for kind, operands, dimensions in forms:
        if dimensions == dc:
            yield Relation(kind, operands, c)


def _is_count(s: Sentence, i: int) -> bool:
    q = s.quantities[i]
    return is_number(q) and q.unit == "1" and q.low > 0


def _each(s: Sentence) -> Iterator[Relation]:
    """A price or size of each, a count, and the total: any of them last."""
    n = len(s.quantities)
    if n != 3 or not EACH.search(s.text):
        return
    for each in range(n):
        after = _EACH_AFTER.match(s.after(each))
        single = after or s.quantities[each].per or _EACH_BEFORE.search(s.before(each))
        if single and is_number(s.quantities[each]):
            yield from _each_with(s, each)
            return


def _each_with(s: Sentence, each: int) -> Iterator[Relation]:
    unit = s.quantities[each].unit
    others = [i for i in range(3) if i != each]
    if each == 2:
        yield from _divided(s, others)
        return
    counts = [i for i in others if _is_count(s, i)]
    if others[1] != 2 or not counts or not _concluded_or_total(s, 2):
        return
    count = counts[0] if counts[0] != 2 else others[0]
    if count != 2 and _same_sort(unit, s.quantities[2].unit) and _is_count(s, count):
        yield Relation("product", (each, count), 2)


def _same_sort(left: str, right: str) -> bool:
    try:
        return scale_of(left).dimensions == scale_of(right).dimensions
    except UnitRejected:
        return False


def _concluded_or_total(s: Sentence, i: int) -> bool:
    gap = s.before(i)
    said = STRONGLY.search(gap) or _SUMS_UP.search(gap) or _IN_ALL.match(s.after(i))
    return bool(said)


def _divided(s: Sentence, others: list[int]) -> Iterator[Relation]:
    """The last quantity is per head: total over count, by noun or by unit."""
    result = s.quantities[2]
    if not all(is_number(s.quantities[i]) for i in others):
        return
    if result.per:
        per = head(result.per)
        below = [i for i in others if _counts_heads(s, i, per)]
        above = [i for i in others if i not in below]
        if len(below) == len(above) == 1:
            yield Relation("quotient", (above[0], below[0]), 2)
    elif _SPLIT.search(s.text) and s.quantities[others[0]].unit == result.unit:
        if _is_count(s, others[1]):
            yield Relation("quotient", (others[0], others[1]), 2)


def _counts_heads(s: Sentence, i: int, per: str) -> bool:
    noun = head(s.quantities[i].noun)
    return _is_count(s, i) and (noun == per or {noun, per} <= _HEADS)


def _per_unit(s: Sentence) -> Iterator[Relation]:
    """ "an 18-hole course takes 4.5 hours, i.e. 15 minutes a hole"."""
    for result in range(2, len(s.quantities)):
        q = s.quantities[result]
        after = re.match(r"^\s(?:an?|per|each)\s([a-z]{3,15})\b", s.after(result))
        per = q.per or (after[1] if after else "")
        if not per or per in TIME or len(s.quantities) > 4:
            continue
        for count, top in combinations(range(result), 2):
            for below, above in ((count, top), (top, count)):
                named = head(s.quantities[below].noun.split(" ")[0]) == head(per)
                named = named or _counts_heads(s, below, head(per))
                if named and _is_count(s, below) and is_number(s.quantities[above]):
                    yield Relation("quotient", (above, below), result)


def _per_head_first(s: Sentence) -> Iterator[Relation]:
    """ "Per head, a budget of 45 million dollars for 300,000 inhabitants is $150"."""
    if not re.match(
        r"\s*(?:per|for each) (?:head|person|capita|inhabitant)\b", s.text, re.I
    ):
        return
    if len(s.quantities) == 3 and _is_count(s, 1) and _concluded(s, 2):
        if s.quantities[0].unit == s.quantities[2].unit:
            yield Relation("quotient", (0, 1), 2)


def _rates(s: Sentence) -> Iterator[Relation]:
    """ "1,260 patients a week, or 180 a day": one rate over two times."""
    for i in range(len(s.quantities) - 1):
        left, right = s.quantities[i], s.quantities[i + 1]
        if left.unit == right.unit or not left.unit.startswith("1/"):
            continue
        same = not right.noun or head(left.noun) == head(right.noun)
        if (
            right.unit.startswith("1/") and same and CONCLUDES.search(s.before(i + 1))
        ) or (
            right.unit.startswith("1/") and same and _DELIVERS.search(s.before(i + 1))
        ):
            yield Relation("same", (i,), i + 1)


def _lots(s: Sentence) -> Iterator[Relation]:
    """ "8 machines make 40 parts an hour each, 320 parts an hour together"."""
    if len(s.quantities) != 3:
        return
    count, each, total = s.quantities
    if _is_count(s, 0) and _EACH_AFTER.match(s.after(1)) and each.unit == total.unit:
        if _concluded_or_total(s, 2):
            yield Relation("product", (0, 1), 2)


def read(s: Sentence) -> Iterator[Relation]:
    """All products and quotients stated in a sentence, without repetition."""
    seen: set[tuple[tuple[int, ...], int | None]] = set()
    for reader in (_physical, _each, _per_unit, _per_head_first, _rates, _lots):
        for relation in reader(s):
            key = (tuple(sorted(relation.operands)), relation.result)
            if key not in seen:
                seen.add(key)
                yield relation
