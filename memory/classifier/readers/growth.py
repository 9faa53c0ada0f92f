"""Growth: successive percentages, recovery of a loss, compounding."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import NAMED_CHANGE, is_share
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_UP = re.compile(
    r"\b(?:rose|rise[sn]?|rising|grew|grow[sn]?|increas\w+|gain\w*|climb\w*|jump\w*"
    r"|rais\w+|up|higher|recover\w*|added|hike\w*|went up|surg\w+|improv\w+)\b",
    re.I,
)
_DOWN = re.compile(
    r"\b(?:fell|fall\w*|drop\w*|declin\w+|decreas\w+|lost|los[et]s?|losing|cut\w*"
    r"|reduc\w+|down|lower\w*|shrank|shrink\w*|slash\w+|slump\w*|plung\w+"
    r"|discount\w*)\b",
    re.I,
)
_NOUN_UP = re.compile(r"(?:rise|increase|gain|growth|raise|hike|jump)s?$", re.I)
_NOUN_DOWN = re.compile(r"(?:fall|drop|decrease|loss|cut|decline|reduction)s?$", re.I)
_BACK = re.compile(
    r"\b(?:back (?:where|to (?:where|the (?:start|original|same|level)|its (?:start"
    r"|orig"
    r"|level|former)|square one))|the same (?:price |level |amount )?as before"
    r"|unchanged"
    r"|no net (?:change|effect)|cancel(?:s|led)? (?:each other )?out|broke even"
    r"|break even|back at (?:the|its) (?:start|original)|where (?:it|they|we|he"
    r"|she) (?:began"
    r"|started|were|was)|at the (?:same|original) (?:price|level|value))",
    re.I,
)
_OVERALL = re.compile(
    r"\b(?:overall|in all|in total|total|combined|net|cumulative|altogether|together"
    r"|add up to|amounts? to|compound)\b",
    re.I,
)
_SUCCESSIVE = re.compile(
    r"\b(two|three|four)\s(?:successive|consecutive|annual|straight)\b", re.I
)
_TIMES = {"two": 2, "three": 3, "four": 4}
_NEED = re.compile(
    r"\b(?:must|needs?(?: to)?|has to|have to|needed|requires?|takes?)\b", re.I
)
_RECOVER = re.compile(
    r"\b(?:get back|recover|break even|return to|back to|regain|make up|be whole)\b",
    re.I,
)
_YEARLY = re.compile(
    r"^\s?(?:(?:a|per|each|every)\s(?:year|month|annum)|annually|yearly|annual|interest"
    r"|growth|compound|compounded)\b",
    re.I,
)
_YEARLY_UNITS = frozenset(("%", "%/year", "%/month"))
_GROWS = re.compile(
    r"\b(?:grows?|grew|becomes?|turns? into|is worth|amounts?|increases?|reach(?:es)?"
    r"|accumulates?|yields?)\b[^.;]{0,20}$",
    re.I,
)
_DOUBLES = re.compile(r"^\s(?:in|after|within|every)\s", re.I)
_COMPARED = re.compile(
    r"^\s(?:lower|higher|less|more|smaller|larger|up|down|below|above|greater)\b", re.I
)


def _sign(s: Sentence, i: int) -> int:
    before, after = s.before(i)[-40:], s.after(i)[:24]
    named = NAMED_CHANGE.match(after)
    if named and (_NOUN_UP.match(named[1]) or _NOUN_DOWN.match(named[1])):
        return 1 if _NOUN_UP.match(named[1]) else -1
    up = [m.start() for m in _UP.finditer(before)]
    down = [m.start() for m in _DOWN.finditer(before)]
    if up or down:
        return 1 if max(up, default=-1) > max(down, default=-1) else -1
    if _UP.search(after):
        return 1
    return -1 if _DOWN.search(after) else 0


def _chains(s: Sentence) -> Iterator[Relation]:
    shares = [i for i, q in enumerate(s.quantities) if q.unit == "%"]
    repeated = _SUCCESSIVE.search(s.text)
    counts = 1 if repeated else 0
    if len(shares) != len([q for q in s.quantities if q.noun != "times"]) - counts:
        return
    if repeated and len(shares) == 2 and _OVERALL.search(s.before(shares[1])):
        sign = _sign(s, shares[0]) or (1 if _UP.search(s.text) else -1)
        signs = (sign,) * _TIMES[repeated[1].lower()]
        yield Relation("chain", (shares[0],), shares[1], signs=signs)
        return
    yield from _chain_of(s, shares)


def _chain_of(s: Sentence, shares: list[int]) -> Iterator[Relation]:
    if len(shares) < 2:
        return
    last_end = s.quantities[shares[-1]].span[1]
    if _BACK.search(s.text[last_end:]):
        signs = tuple(_sign(s, i) for i in shares)
        if all(signs) and len(shares) <= 6:
            yield Relation("chain", tuple(shares), None, signs=signs, back=True)
    elif len(shares) == 3 and _OVERALL.search(s.before(shares[2])):
        first = _sign(s, shares[0])
        signs = (first, _sign(s, shares[1]) or first)
        if all(signs):
            yield Relation("chain", tuple(shares[:2]), shares[2], signs=signs)


def _recoveries(s: Sentence) -> Iterator[Relation]:
    if len(s.quantities) == 2 and all(is_share(q) for q in s.quantities):
        falls = _sign(s, 0) < 0 or bool(_DOWN.search(s.before(0)))
        if falls and _NEED.search(s.before(1)) and _RECOVER.search(s.after(1)):
            yield Relation("recovery", (0,), 1)


def _compounds(s: Sentence) -> Iterator[Relation]:
    n = len(s.quantities)
    for rate in range(n):
        if s.quantities[rate].unit not in _YEARLY_UNITS or not _is_yearly(s, rate):
            continue
        years = [i for i, q in enumerate(s.quantities) if q.unit in ("year", "month")]
        factors = [i for i, q in enumerate(s.quantities) if q.noun == "times"]
        money = [i for i in range(n) if i not in (rate, *years, *factors)]
        if len(years) != 1:
            continue
        sign = (-1,) if _DOWN.search(s.before(rate)) else (1,)
        if len(factors) == 1 and not money and _DOUBLES.match(s.after(factors[0])):
            yield Relation("compound", (rate, years[0]), factors[0], signs=sign)
        elif len(money) == 1 and not factors and _grown(s, rate, money[0]):
            yield Relation("compound", (rate, years[0]), money[0], signs=sign)
        elif len(money) == 2 and not factors and _GROWS.search(s.before(money[1])):
            yield Relation("compound", (rate, years[0], money[0]), money[1], signs=sign)


def _grown(s: Sentence, rate: int, result: int) -> bool:
    """A percentage over all the years, after the yearly one."""
    after = s.after(result)[:24]
    total = _OVERALL.search(s.before(result)) or _OVERALL.search(after)
    total = total or _COMPARED.match(after)
    return result > rate and s.quantities[result].unit == "%" and bool(total)


def _is_yearly(s: Sentence, rate: int) -> bool:
    unit = s.quantities[rate].unit
    return unit != "%" or bool(_YEARLY.match(s.after(rate)))


def read(s: Sentence) -> Iterator[Relation]:
    """All growth relations stated in a sentence."""
    if any(is_share(q) or q.unit in _YEARLY_UNITS for q in s.quantities):
        yield from _chains(s)
        yield from _recoveries(s)
        yield from _compounds(s)
