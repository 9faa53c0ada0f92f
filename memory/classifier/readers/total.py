"""Sums: summands with a stated total, a whole with its parts, what remains."""

import re
from collections.abc import Iterator

from memory.classifier.nouns import head
from memory.classifier.readers.cues import EACH, bare, comparable, is_number
from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

_TOTAL_BEFORE = re.compile(
    r"\b(?:total(?:s|ing|l?ed|ling)?(?:\s(?:of|is|was|to|=|at))?|sum(?:\s(?:of|is|to))?"
    r"|(?:together|altogether|in total|in all),?(?:\s(?!to\b|with\b)[a-z]{1,12}){1,3}"
    r"|altogether|combined|together|in all|add(?:s|ed|ing)? up to|summing to"
    r"|grand total(?:\sof)?"
    r"|brings? (?:the\s\w+\s)?to|(?<!to )makes?(?:\san?\s\w+\sof)?"
    r"|making(?:\sa total of)?"
    r"|employs|comes? to)"
    r"[,:]?\s(?:about|around|nearly|just|over|an?)?\s?[$€£]?$",
    re.I,
)
_TOTAL_AFTER = re.compile(
    r"^[^,.;()]{0,40}?\b(?:in total|altogether|in all|all told|combined|overall|total"
    r"|all in all|in the aggregate|together)\b(?! (?:of|with|by))",
    re.I,
)
_JOINS = re.compile(r"[,;+]|\band\b|\bplus\b|\bas well as\b|\balong with\b|&", re.I)
_BREAKS = re.compile(
    r"\b(?:of which|of whom|including|among them|from|between|than|times|if|until|by"
    r"|per"
    r"|out of|compared|versus|at)\b|[()]",
    re.I,
)
_CHANCES = re.compile(r"\b(?:probabilit|likelihood|chance)", re.I)
_PARTITION = re.compile(
    r"^[\w\s-]{0,40}(?::|\b(?:breaks? down into|consist(?:s|ing)? of|(?:is"
    r"|are) made up of"
    r"|compris(?:es?|ing)|(?:is |are )?(?:divided|split) into"
    r"|composed of))\s(?:about\s)?$",
    re.I,
)


def summable(
    s: Sentence, first: int, last: int, total: int, mixed: bool = False
) -> bool:
    """True when these quantities may be added to make the total: `mixed` admits
    other units beside its own."""
    goal = s.quantities[total]
    for i in range(first, last + 1):
        q = s.quantities[i]
        if not is_number(q) or q.role or q.qualifier in ("more than", "over"):
            return False
        alike = mixed or comparable(q, goal) or bare(q, goal)
        if not alike:
            return False
    return True


def _run_before(s: Sentence, total: int, mixed: bool) -> tuple[int, ...]:
    """The summands: the longest run before the total that is joined as a list."""
    first = total - 1
    while first > 0 and summable(s, first - 1, first - 1, total, mixed):
        gap = s.after(first - 1)
        if not _JOINS.search(gap) or _BREAKS.search(gap) or len(gap) > 80:
            break
        first -= 1
    return tuple(range(first, total))


def _said_before(s: Sentence, cue: str, total: int) -> bool:
    """A verb said of every item ("chairs make 6, stools make 2") or "the two"."""
    verb = re.search(r"\b(?:makes?|making|employs|comes?)\b", cue, re.I)
    earlier = s.text[: s.quantities[total - 1].span[1]]
    repeated = verb and re.search(rf"\b{verb[0]}\b", earlier, re.I)
    pointed = re.search(
        r"\b(?:the|these|all|first|last|next|past|those)\s$", s.before(total)
    )
    return bool(repeated or pointed)


def totals(s: Sentence, *, mixed: bool = False) -> Iterator[Relation]:
    """A stated total after its summands; `mixed` admits other units beside its own."""
    if _CHANCES.search(s.text):
        return
    for total in range(2, len(s.quantities)):
        goal = s.quantities[total]
        if not is_number(goal):
            continue
        said = _TOTAL_BEFORE.search(s.before(total)) or _TOTAL_AFTER.match(
            s.after(total)
        )
        if not said or _said_before(s, said[0], total):
            continue
        if EACH.search(s.text[: goal.span[1]]):
            continue
        summands = _run_before(s, total, mixed)
        whole = summable(s, summands[0], summands[-1], total, mixed)
        if (
            len(summands) >= 2
            and whole
            and _of_a_kind(s, summands, total)
            and not _BREAKS.search(s.before(total)[-40:])
        ):
            yield Relation("sum", summands, total)


def _of_a_kind(s: Sentence, summands: tuple[int, ...], total: int) -> bool:
    """False when the total counts what only some of the summands count."""
    goal = head(s.quantities[total].noun)
    named = {head(s.quantities[i].noun) for i in summands} - {""}
    return goal not in named or named == {goal}


def _partitions(s: Sentence) -> Iterator[Relation]:
    """ "14 bugs: 9 in the parser and 5 in the lexer"."""
    n = len(s.quantities)
    for whole in range(n - 2):
        if not _PARTITION.match(s.after(whole)) or not s.quantities[whole].noun:
            continue
        last = n - 1
        joined = all(_JOINS.search(s.after(i)) for i in range(whole + 1, last))
        named = all(re.match(r"^\s[a-z(]", s.after(i)) for i in range(whole + 1, n))
        if joined and named and re.search(r"\band\b", s.before(last)):
            largest = max(q.low for q in s.quantities[whole + 1 :])
            fits = s.quantities[whole].low >= largest
            if (
                fits
                and summable(s, whole + 1, last, whole)
                and is_number(s.quantities[whole])
            ):
                yield Relation("sum", tuple(range(whole + 1, n)), whole)


def read(s: Sentence) -> Iterator[Relation]:
    """All sums stated in a sentence."""
    yield from totals(s)
    yield from _partitions(s)
