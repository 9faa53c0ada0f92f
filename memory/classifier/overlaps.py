"""Bands that overlap and shares that belong to one whole."""

import re
from decimal import Decimal
from itertools import pairwise

from memory.classifier.quantity import Quantity
from memory.classifier.readers.cues import is_share
from memory.classifier.sentence import Sentence

_BANDS = re.compile(
    r"\b(?:ages?|aged|brackets?|bands?|groups?|grades?|categor\w+|buckets?|tiers?"
    r"|class(?:es)?"
    r"|respondents|customers|participants|patients|users|people|cohorts?|segments?"
    r"|bins?|class(?:ed|ified)|scor(?:e[sd]?|ing)|split|fall into|divided|excess(?:es)?"
    r")\b",
    re.I,
)
_MULTIPLE = re.compile(
    r"\b(?:multiple|more than one|select(?:ed)? (?:all|several)|could (?:choose"
    r"|select|tick"
    r"|name|give)|tick(?:ed)? all|overlap\w*|several answers|not add up|exceeds? 100"
    r"|may not sum|as well|also|compared|versus|than in|respectively|year[- ]on"
    r"|at least)\b",
    re.I,
)
_OPINION = re.compile(
    r"\b(?:support\w*|agree\w*|sa(?:y|id|ys)|think|thought|believ\w+|want\w*|lik(?:e"
    r"|ed)"
    r"|own(?:s|ed)?|report\w*|had|has|have|left|done|complete\w*|felt|feel|prefer\w*|if|saves?|saved"
    r"|could|know\w*|heard|suffer\w*|symptom\w*"
    r"|experienc\w+|rate[sd]?|use|used|using|accuracy|recall|precision|improv\w+"
    r"|increas\w+"
    r"|rose|fell|grew|up|down|gain\w*|lost|higher|lower|faster|slower|reduc\w+"
    r"|efficien\w+"
    r"|probability|chance|confidence|discount|interest|growth|inflation)\b",
    re.I,
)
_WHOLE = re.compile(
    r"\b(?:of (?:all|the|its|our|their|total|every)?\s?\w+|shares?|split\w*|breakdown"
    r"|break"
    r"|composition|compris\w+|consist\w*|accounts? for|accounted|go(?:es)? to|caused"
    r"|commut\w+"
    r"|made up|make up|divid\w+|spend\w*|spent|market|voted|chose|consumption"
    r"|expenditure"
    r"|budget|donors|workforce|audience|portfolio|allocat\w+|distribut\w+|mix|grade)\b",
    re.I,
)
_OPPOSITES = (
    ("women", "men"),
    ("female", "male"),
    ("local", "foreign"),
    ("urban", "rural"),
    ("yes", "no"),
    ("for", "against"),
    ("domestic", "foreign"),
    ("public", "private"),
    ("chose a", "chose b"),
    ("boys", "girls"),
    ("full-time", "part-time"),
    ("passed", "failed"),
    ("owners", "renters"),
    ("rural", "city"),
    ("smokers", "non-smokers"),
    ("employed", "unemployed"),
    ("online", "offline"),
)
_OF_WHAT = re.compile(
    r"^\s(?:of\s)?(?:the|his|her|its|their|all|our|my|it)\b\s?([\w\s]{0,16})"
)
_JOINED = re.compile(r"[,;]|\band\b|\bwhile\b|\bwith\b", re.I)


def _countable(q: Quantity) -> bool:
    return q.low == q.low.to_integral_value() and q.high == q.high.to_integral_value()


def overlapping_bands(s: Sentence) -> tuple[int, ...]:
    """Positions of two neighbouring whole-number bands that share a value, or ()."""
    bands = [i for i, q in enumerate(s.quantities) if q.is_range and _countable(q)]
    if len(bands) < 2 or not _BANDS.search(s.text):
        return ()
    ordered = sorted(bands, key=lambda i: (s.quantities[i].low, s.quantities[i].high))
    ascending = ordered == bands or ordered == bands[::-1]
    if not ascending or len({s.quantities[i].unit for i in bands}) > 2:
        return ()
    for left, right in pairwise(ordered):
        one, other = s.quantities[left], s.quantities[right]
        if one.low < other.low <= one.high < other.high:
            return (min(left, right), max(left, right))
    return ()


def _is_part(s: Sentence, i: int) -> bool:
    q = s.quantities[i]
    compared = re.match(r"^\s(?:as|that)\b", s.after(i)) or s.before(i).endswith("in ")
    return is_share(q) and not q.is_range and not compared


def _different_wholes(s: Sentence, places: list[int]) -> bool:
    """ "20 % of the boys, 70 % of the girls": shares of different things."""
    found = [(i, m[1]) for i in places if (m := _OF_WHAT.match(s.after(i)))]
    # An empty match is followed by a number: a whole of its own.
    return len({whole or i for i, whole in found}) > 1


def shares_of_one_whole(s: Sentence) -> tuple[int, ...]:
    """Positions of the shares that a sentence presents as parts of one whole, or ()."""
    places = [i for i in range(len(s.quantities)) if _is_part(s, i)]
    if len(places) < 2 or _different_wholes(s, places):
        return ()
    if _MULTIPLE.search(s.text) or _OPINION.search(s.text):
        return ()
    if any(s.quantities[i].role or s.quantities[i].low > 100 for i in places):
        return ()
    text = s.text.lower()
    for left, right in pairwise(places):
        between = s.text[s.quantities[left].span[1] : s.quantities[right].span[0]]
        if not _JOINED.search(between) or len(between) > 60:
            return ()
    if _restates_the_rest(s, places):
        return ()
    if len(places) == 2:
        opposed = any(_both(text, a, b) for a, b in _OPPOSITES)
        return tuple(places) if opposed else ()
    return tuple(places) if _is_list(s, places) or _WHOLE.search(s.text) else ()


def _restates_the_rest(s: Sentence, places: list[int]) -> bool:
    """ "30 % full, 25 % more, now 55 %": the last is the total of the others."""
    values = [percent(s.quantities[i]) for i in places]
    slack = sum(share_slack(s.quantities[i]) for i in places)
    return len(places) > 2 and abs(sum(values[:-1]) - values[-1]) <= slack


def _is_list(s: Sentence, places: list[int]) -> bool:
    """A colon before, "and" before the last, or the same preposition after each."""
    first, last = s.quantities[places[0]].span[0], s.quantities[places[-1]].span[0]
    to_each = all(s.after(i).startswith(" to ") for i in places)
    return (
        ":" in s.text[:first]
        or bool(re.search(r"\band\b", s.text[first:last]))
        or to_each
    )


def _both(text: str, left: str, right: str) -> bool:
    return all(re.search(rf"\b{re.escape(w)}\b", text) for w in (left, right))


def percent(q: Quantity) -> Decimal:
    """A share in percent, whether written as a percentage or a fraction."""
    return q.low if q.unit == "%" else q.low * 100


def share_slack(q: Quantity) -> Decimal:
    """How much of a percent the share may be off, by its rounding and qualifier."""
    loose = Decimal("0.1") if q.qualifier else Decimal(0)
    written = q.precision if q.unit == "%" else q.precision * 100
    return written + percent(q) * loose
