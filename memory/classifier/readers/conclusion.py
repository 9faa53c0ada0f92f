"""Numbers that a text presents as following from the others, in no way it names."""

import re
from collections.abc import Iterator

from memory.classifier.derivation import MAX_OPERANDS
from memory.classifier.marks import marks
from memory.classifier.readers.cues import is_share
from memory.classifier.readers.physical import IN_ALL
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.unit_names import TIME
from memory.classifier.unit_scale import UnitRejected, scale_of

_HEDGE = (
    r"(?:(?:about|approximately|roughly|around|nearly|almost|only|just|exactly|an?|the"
    r"|total|some|as (?:much|many) as)\s){0,3}[$€£]?$"
)
# A word that draws a conclusion, then the clause that holds the number.
_DRAWN = re.compile(
    r"\b(?:so|hence|thus|therefore|ie|that is|that's|in other words|which"
    r" (?:means|gives|makes|leaves|works out|comes|adds up|amounts)|meaning|giving"
    r"|means"
    r"|enough (?:for|to)|making|leaving|yielding|for an?"
    r" (?:\w+\s)?(?:total|profit|margin|average|rate|lead))\b,?[^.;:?]{0,60}$",
    re.I,
)
# A verb that says what the numbers before it come to, next to the number.
_SAID = re.compile(
    r"\b(comes? to|came to|amount(?:s|ed|ing)? to|add(?:s|ed|ing)? up to|works? out"
    r" (?:at|to)|which is|equals?|makes?|gives?|leaves?|means|yields|becomes?"
    r"|compounds to"
    r"|(?:will|would|should|must) (?:be|take)|averag(?:es|ed"
    rf"|ing))\s(?:(?:an?\s)?[a-z]+\s(?:[a-z]+\s)?of\s)?{_HEDGE}",
    re.I,
)
_RESULTS = re.compile(
    r"\b(?:average|mean|total|sum|difference|factor|ratio|margin|lead|profit|loss"
    r"|balance|chance|probability|share|efficiency|yield|result)\b[^.;:,]{0,40}"
    rf"\b(?:is|was|are)\s{_HEDGE}",
    re.I,
)
# The same said in another way: ", or 14 %", ", a majority of 24".
_RESTATED = re.compile(
    rf"(?:,|\s[—–-])\s(?:or|(?:with\s|for\s)?an?\s(?:[\w-]+\s){{1,3}}of)\s{_HEDGE}"
    rf"|\b(?:has|have|is|at)\san?\s(?:[\w-]+\s){{1,3}}of\s{_HEDGE}",
    re.I,
)
# A share, or an amount of each, after a comma, a colon or a dash.
_APPOSED = re.compile(r"(?:,|:|\s[—–-])\s$")
# Verbs that also say what has nothing to do with the numbers before.
_VERB = re.compile(
    r"\b(?:holds?|takes?|costs?|earn(?:s|ed)?|produces?|occup(?:y|ies)|needs?|requires?"
    r"|lasts?|weighs?|has|have|uses?|consumes?|delivers?|handles?|pays?|paid|paying"
    r"|gets?|receives?|covers?|contains?|owes?|be|measures?|sells? for|trades? at"
    r"|tolerates?"
    r"|allows?|permits?|want|expect|order|gives|giving|is|carr(?:y|ies)|pumps?|fills?"
    r"|serves?|saves?|grows?|using|pass on|(?:done|finished|ready|over) in"
    r"|puts? [^.;,]{1,30}? at|runs? at|works? at|swallows?|leaving|leaves?|returned"
    r"|took"
    r"|used|needed|covered|produced|consumed|logs?"
    r"|carried|closes|gathers|buys|brings in|delivered)"
    rf"\s{_HEDGE}",
    re.I,
)
# What begins another clause, which tells more and concludes nothing.
_CLAUSE = re.compile(r"\b(?:and|that|who|while|but|when|whereas|as|plus)\b", re.I)
_JOINED = re.compile(r"^ and (?=each\b|[a-z]+ [$€£]?$|[a-z]+ (?:about|only) $)")
_EACH = re.compile(r"^\s?(?:\w+\s){0,2}(?:each|apiece|more|additional|extra)\b", re.I)
# The numbers that a result rests on, told after it.
_GROUNDS = re.compile(
    r"^(?:\s[a-z]+)?,?\s(?:given|based on|from|since|because|with)\b[^;:]{0,50}$", re.I
)
_COUNTED = re.compile(r"^\s(?:as|more|the)\b")
_UNTOLD = re.compile(
    r"\b(?:every"
    r"|both|pair|couple|round[- ]trip|each way|twins?|weekdays?|if|how|what|whether"
    r"|would have|could have|suppose"
    r"|assum\w+|let|calculate)\b",
    re.I,
)
# What may still be said of a number after it: the time over which it holds.
_OVER = re.compile(
    r"^[^,;:]{0,30}\b(?:over|after|in|for|within|by|during)\s(?:the\s)?$", re.I
)
_POINTED = re.compile(r"\b(?:the|these|those|all|first|last|other|each|every)\s$", re.I)


def _untold(text: str) -> bool:
    """True where a premise may be no number: a condition, "both", dates, a clock."""
    dates = sum(kind == "date" for _, _, kind in marks(text))
    return dates > 1 or bool(_UNTOLD.search(text))


def _last(s: Sentence, i: int) -> bool:
    """True when no number follows but a time."""
    later = s.quantities[i + 1 :]
    over = bool(later) and later[0].unit in TIME and _OVER.search(s.after(i))
    return not later or (len(later) == 1 and bool(over))


def _cued(s: Sentence, i: int) -> bool:
    gap = s.before(i).replace("i.e.", "ie")
    if _POINTED.search(gap):
        return False
    if _DRAWN.search(gap) or _RESULTS.search(gap) or _RESTATED.search(gap):
        return True
    if IN_ALL.match(s.after(i)) and s.after(i - 1).strip() != "and":
        return True
    clause = _CLAUSE.search(_JOINED.sub("", gap))
    if _VERB.search(gap) and not clause and _of_another_kind(s, i):
        return True
    said = _SAID.search(gap)
    if said and said[1].lower() not in s.text[: s.quantities[i - 1].span[1]].lower():
        return True
    return _derived(s, i) and bool(_APPOSED.search(gap))


def _of_another_kind(s: Sentence, i: int) -> bool:
    """A measure that no sum of the others could be, or a share of amounts."""
    q, others = s.quantities[i], s.quantities[:i] + s.quantities[i + 1 :]
    try:
        own = scale_of(q.unit).dimensions
        kinds = [scale_of(other.unit).dimensions for other in others]
    except UnitRejected:
        return False
    if len(others) > 3 or q.unit == "pp" or _EACH.match(s.after(i)):
        return False
    if is_share(q):
        return len(others) == 2 and kinds[0] == kinds[1] != ()
    if len(others) == 2 and sum(is_share(other) for other in others) == 1:
        return own != () and own in kinds
    joined = s.before(i).startswith(" and ")
    if len(others) == 2 and own in kinds and () in kinds and own != ():
        # So many of so much each.
        return not joined
    if own == () and q.unit == "1":
        return () not in kinds and not joined
    return own not in kinds and not (joined and () in kinds)


def _derived(s: Sentence, i: int) -> bool:
    """A share or an amount of each beside plain amounts, not one share of a list."""
    q, others = s.quantities[i], s.quantities[:i] + s.quantities[i + 1 :]
    share = q.unit in ("%", "pp") and any(other.unit != "%" for other in others)
    times = q.noun == "times" and not _COUNTED.match(s.after(i))
    return share or times or bool(q.per)


def read(s: Sentence) -> Iterator[Relation]:
    """A cued number after the numbers that it is drawn from."""
    n = len(s.quantities)
    if not 3 <= n <= MAX_OPERANDS + 1 or _untold(s.text):
        return
    for i in (n - 1, n - 2):
        if _cued(s, i) and _last(s, i):
            yield Relation("follows", tuple(k for k in range(n) if k != i), i)
            return
    if n <= 4 and _RESULTS.search(s.before(0)) and _GROUNDS.match(s.after(0)):
        yield Relation("follows", tuple(range(1, n)), 0)
