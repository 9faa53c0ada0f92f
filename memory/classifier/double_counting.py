"""The double counting check finds what is counted more than once."""

import re
from collections.abc import Iterator
from decimal import Decimal

from memory.classifier.chances import added_chances
from memory.classifier.facts import Facts
from memory.classifier.finding import DecidedBy, Finding, Verdict, shown
from memory.classifier.overlaps import (
    overlapping_bands,
    percent,
    share_slack,
    shares_of_one_whole,
)
from memory.classifier.readers.total import totals
from memory.classifier.recounted import recounted
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence
from memory.classifier.taxonomy import Taxonomy
from memory.classifier.voices import same_voice

_INCLUDED = re.compile(
    r"\b(?:including|of which|of whom|among (?:them|which)|counting)\b[^.;]{0,12}$",
    re.I,
)
_SO_TOTAL = re.compile(
    r"\b(?:so|total|in all|altogether|overall|making|together)\b[^.;]{0,24}$", re.I
)
_TOTAL_AFTER = re.compile(
    r"^[^.;,]{0,30}?\b(?:in all|in total|altogether|overall|together)\b", re.I
)
_WHOLE_LABEL = re.compile(
    r"\b(?:subtotal|total|in all|first half|second half|half[- ]year|full year"
    r"|whole year"
    r"|combined|overall|together)\b",
    re.I,
)
_HALF = re.compile(r"\b(?:H[12]|FY\d*|half|total)\s(?:was\s|of\s)?[$€£]?$", re.I)


def _finding(
    s: Sentence,
    places: tuple[int, ...],
    verdict: Verdict,
    message: str,
    computed: str,
    rule: str,
    decided_by: DecidedBy = "code",
) -> Finding:
    return Finding(
        check="double_counting",
        verdict=verdict,
        decided_by=decided_by,
        span=s.absolute(*places),
        message=message,
        reported=s.written(places[-1]),
        computed=computed,
        rule=rule,
    )


def _bands(s: Sentence) -> Iterator[Finding]:
    places = overlapping_bands(s)
    if places:
        message = (
            f"{s.written(places[0])} and {s.written(places[1])} share values, so one"
            " item can be counted in both; the bands would have to be disjoint."
        )
        yield _finding(s, places, "suspect", message, "", "bands", "rule")


def _shares(s: Sentence) -> Iterator[Finding]:
    places = shares_of_one_whole(s)
    values = [s.quantities[i] for i in places]
    total = sum((percent(q) for q in values), Decimal(0))
    slack = sum((share_slack(q) for q in values), Decimal(0))
    if places and total > 100 + slack:
        message = f"The shares of one whole add up to {shown(total)} %, above 100 %."
        yield _finding(
            s, places, "contradicted", message, f"{shown(total)} %", "shares"
        )


def _whole_of(s: Sentence, relation: Relation) -> int | None:
    """The summand that equals the sum of the others, if there is one."""
    values = [s.quantities[i].low for i in relation.operands]
    for i, value in zip(relation.operands, values, strict=True):
        if len(values) > 2 and value * 2 == sum(values):
            return i
    return None


def _label(s: Sentence, i: int) -> str:
    return s.after(i)[:40]


def _sums(s: Sentence, taxonomy: Taxonomy) -> Iterator[Finding]:
    for relation in totals(s):
        if relation.result is None:
            continue
        stated = s.quantities[relation.result].low
        if stated != sum(s.quantities[i].low for i in relation.operands):
            continue
        whole = _whole_of(s, relation)
        nested = _nested(s, relation, taxonomy)
        if whole is not None and (nested == whole or _named_whole(s, whole)):
            yield _whole_finding(s, relation, whole, "contradicted", "code")
        elif nested is not None:
            yield _whole_finding(s, relation, nested, "suspect", "rule")


def _named_whole(s: Sentence, whole: int) -> bool:
    apposed = re.match(r"^[^,;]{0,30}[,:]\s?$", s.after(whole))
    label = _WHOLE_LABEL.search(_label(s, whole)) or _HALF.search(s.before(whole)[-12:])
    return bool(label) or bool(apposed and whole == 0 and s.quantities[whole].noun)


def _nested(s: Sentence, relation: Relation, taxonomy: Taxonomy) -> int | None:
    for wide in relation.operands:
        others = [i for i in relation.operands if i != wide]
        if all(
            taxonomy.takes_in(s.quantities[wide].noun, s.quantities[narrow].noun)
            for narrow in others
        ):
            return wide
    return None


def _whole_finding(
    s: Sentence, relation: Relation, whole: int, verdict: Verdict, by: DecidedBy
) -> Finding:
    parts = relation.operands
    message = (
        f"{s.written(whole)} already holds the other summands and is added to them."
    )
    rest = sum(s.quantities[i].low for i in parts if i != whole)
    computed = shown(max(s.quantities[whole].low, Decimal(rest)))
    return _finding(s, relation.places(), verdict, message, computed, "whole", by)


def _included(s: Sentence) -> Iterator[Finding]:
    """ "50 animals, including 30 dogs, so 80 in all"."""
    for part in range(1, len(s.quantities) - 1):
        whole, total = part - 1, len(s.quantities) - 1
        if not _INCLUDED.search(s.before(part)) or total <= part:
            continue
        said = _SO_TOTAL.search(s.before(total)) or _TOTAL_AFTER.match(s.after(total))
        earlier = [s.quantities[i].low for i in range(part)]
        stated = s.quantities[total].low
        doubled = any(stated == value + s.quantities[part].low for value in earlier)
        doubled = doubled or stated == sum(earlier)
        nested = (
            part >= 2 and stated == sum(earlier) and s.quantities[part].low in earlier
        )
        plain = stated == s.quantities[whole].low + s.quantities[part].low
        if said and doubled and (plain or nested):
            message = f"{s.written(part)} is included in what it is added to."
            places = (whole, part, total)
            yield _finding(s, places, "contradicted", message, "", "included")


def _recounted(s: Sentence) -> Iterator[Finding]:
    for found in recounted(s):
        message = f"{s.written(found.twice)} is in the total twice."
        yield _finding(s, found.places, "suspect", message, "", found.rule, "rule")


def _chances(s: Sentence) -> Iterator[Finding]:
    added = added_chances(s)
    if added is None:
        return
    stated, computed = (shown(x) for x in (added.stated, added.independent))
    message = (
        f"A probability of {stated} is above 1: events that can happen together"
        f" were added; if independent the result is {computed}."
    )
    yield _finding(s, added.places, "contradicted", message, computed, "probability")


def check(s: Sentence, facts: Facts, taxonomy: Taxonomy) -> Iterator[Finding]:
    """Findings on what a sentence counts more than once."""
    if s.quantities:
        yield from _bands(s)
        yield from _shares(s)
        yield from _sums(s, taxonomy)
        yield from _included(s)
        yield from _recounted(s)
        yield from _chances(s)
    yield from same_voice(s, facts)
