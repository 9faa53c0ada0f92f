"""Shares: A of B as a percentage, a percentage of B as an amount, what is left."""

import re
from collections.abc import Iterator

from memory.classifier.readers.cues import (
    CONCLUDES,
    ENDS,
    STRONGLY,
    comparable,
    is_number,
    is_share,
)
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_DET = r"(?:the|its|all|a total of|these|those|our|their|about|some|every|his|her)?\s?"
_OF_GAP = re.compile(
    rf"^\s(?!instead|because|ahead)(?:[\w-]+\s){{0,2}}?(?:out\s)?of\s{_DET}(?:\w+\s)?$",
    re.I,
)
_ON_GAP = re.compile(r"^\s(?:[\w-]+\s){0,2}on\s(?:[\w-]+\s){0,2}(?:of\s)?$", re.I)
_ONE_IN = re.compile(r"^\s(?:in|out of)\s(?:every\s)?$", re.I)
_APART = re.compile(r",|^\s\w+\s$")
_EVERY = re.compile(r"\bof every\s$", re.I)
_EXPECT = re.compile(r"\b(?:so|hence|thus|therefore|expect)\b[^.;]{0,40}$", re.I)
_OF_START = re.compile(
    rf"(?:^|[.;:,(]\s?|\b(?:and|but|that|sample|group|total|cohort|pool)\s)(?:out of"
    rf"|of|among)\s{_DET}$",
    re.I,
)
_OF_THEM = re.compile(r"^\s(?:of (?:them|these|those|whom|which)|did\b|were\b)", re.I)
_SHARE_AFTER = re.compile(
    r"^\s(?:of (?:the total|all|them)|share|rate|margin)\b|^\s?[.,;)]|^$", re.I
)
_EXPLAINED = re.compile(
    r"^[^.;,]{0,40}(?:[(:]|,\s(?:since|because|as|with|from)\b[^.;,]{0,20})\s?$", re.I
)
_TAKES_UP = re.compile(
    r"\b(?:takes? up|makes? up|accounts? for|equals?|represents?|amounts? to|is|are)\s"
    r"(?:about|only|nearly|roughly)?\s?$",
    re.I,
)
_MARGIN = re.compile(
    r"(?:margin|share|rate|proportion|percentage|turnout)\b[^,;.]{0,20}$", re.I
)
_LEAVES = re.compile(
    r"\b(?:leaving|leaves|left with|remaining|remainder|rest)\b[\w\s]{0,14}$", re.I
)
_TAKEN = re.compile(
    r"\b(?:lost|lose|spent|used|sold|consumed|removed|cut|discount|off|deduct\w*|burnt"
    r"|without|minus|gave away|reject\w*|lost)\b",
    re.I,
)


def counted(s: Sentence) -> Iterator[tuple[int, int]]:
    """(part, whole) positions: "A of B", "of B, A", "B ... and A of them"."""
    for i in range(len(s.quantities) - 1):
        left, right, gap = s.quantities[i], s.quantities[i + 1], s.after(i)
        if gap.startswith(" of them") or not (is_number(left) and is_number(right)):
            continue
        if not comparable(left, right) and "1" not in (left.unit, right.unit):
            continue
        if (_OF_GAP.match(gap) or _ON_GAP.match(gap)) and left.low <= right.low:
            yield i, i + 1
        elif (
            _OF_START.search(s.before(i))
            and _APART.search(gap)
            and left.low >= right.low
        ) or (_OF_THEM.match(s.after(i + 1)) and "of" in s.after(i + 1)[:4]):
            yield i + 1, i


def _share_beside(s: Sentence, part: int, whole: int) -> Iterator[int]:
    first, last = min(part, whole), max(part, whole)
    if last + 1 < len(s.quantities) and is_share(s.quantities[last + 1]):
        before = s.before(last + 1)
        strong = STRONGLY.search(before) or _MARGIN.search(before)
        bare = before.rstrip().endswith((",", ":", ";")) or strong
        if strong or (bare and _SHARE_AFTER.match(s.after(last + 1))):
            yield last + 1
    if first and is_share(s.quantities[first - 1]):
        gap = s.before(first)
        if _EXPLAINED.match(gap) and _closed(s, gap, last):
            yield first - 1


def _closed(s: Sentence, gap: str, last: int) -> bool:
    """After "(", the pair must also end there: "a third (31 of 94)"."""
    after = s.after(last)
    return "(" not in gap or re.match(r"^\s?(?:\w+\s?){0,2}\)", after) is not None


def _amounts_as_shares(s: Sentence) -> Iterator[Relation]:
    """ "her rent, 900 euros, takes up 30 % of her 3,000-euro salary"."""
    for i in range(len(s.quantities) - 2):
        part, share, whole = s.quantities[i : i + 3]
        amounts = is_number(part) and is_number(whole) and is_share(share)
        if not amounts or not _OF_GAP.match(s.after(i + 1)):
            continue
        named = part.unit != "1" or (part.noun and part.noun == whole.noun)
        if named and comparable(part, whole) and _TAKES_UP.search(s.after(i)):
            yield Relation("share", (i, i + 2), i + 1)


def _proportions(s: Sentence) -> Iterator[Relation]:
    """ "one in three (31 of 94)"; "of every 100, 15 ..., so of 600 we expect 90"."""
    for i in range(len(s.quantities) - 3):
        if not all(is_number(q) for q in s.quantities[i : i + 4]):
            continue
        one_in = (
            _ONE_IN.match(s.after(i)) and s.quantities[i].low < s.quantities[i + 1].low
        )
        if one_in and "(" in s.after(i + 1) and _OF_GAP.match(s.after(i + 2)):
            yield Relation("proportion", (i, i + 1, i + 2), i + 3)
        elif _EVERY.search(s.before(i)) and _EXPECT.search(s.before(i + 3)):
            yield Relation("proportion", (i + 1, i, i + 3), i + 2)


def _stated_share(s: Sentence) -> Iterator[Relation]:
    for part, whole in counted(s):
        for share in _share_beside(s, part, whole):
            yield Relation("share", (part, whole), share)


def _parts(s: Sentence) -> Iterator[Relation]:
    """ "25 % of 360 is 90"; "lost 15 % of its 200, leaving 170"."""
    for i in range(len(s.quantities) - 2):
        share, whole, amount = s.quantities[i : i + 3]
        if not (is_share(share) and is_number(whole) and is_number(amount)):
            continue
        if not (_OF_GAP.match(s.after(i)) or _ON_GAP.match(s.after(i))):
            continue
        gap = s.before(i + 2)
        if _LEAVES.search(gap) and _TAKEN.search(s.text[: share.span[0]]):
            yield Relation("rest", (i, i + 1), i + 2)
        elif _is_amount(s, i + 2):
            yield Relation("part", (i, i + 1), i + 2)


def _is_amount(s: Sentence, at: int) -> bool:
    gap = s.before(at).replace("i.e.", "ie")
    whole, amount = s.quantities[at - 1], s.quantities[at]
    if not comparable(whole, amount) and "1" not in (whole.unit, amount.unit):
        return False
    if re.search(r"[.;]|\b(?:and|but|while|from|with|after|in|by)\b", gap):
        return False
    apposed = re.match(r"^[\w\s-]{0,40},\s?(?:or\s|ie\s|about\s|that is,?\s)?$", gap)
    if apposed:
        return bool(re.match(r"^\s?[\w-]*\s?(?:[,.;)]|$)", s.after(at)))
    return bool(CONCLUDES.search(gap)) and len(gap) < 45


def _left_over(s: Sentence) -> Iterator[Relation]:
    """ "640 of the 800 seats were filled, leaving 160"."""
    for part, whole in counted(s):
        rest = max(part, whole) + 1
        if rest >= len(s.quantities) or not is_number(s.quantities[rest]):
            continue
        if _LEAVES.search(s.before(rest)) and not ENDS.match(s.after(rest)):
            yield Relation("difference", (whole, part), rest)


def read(s: Sentence) -> Iterator[Relation]:
    """All shares stated in a sentence."""
    yield from _stated_share(s)
    yield from _amounts_as_shares(s)
    yield from _proportions(s)
    yield from _parts(s)
    yield from _left_over(s)
