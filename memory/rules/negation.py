"""Whether a sentence says something of two things, or denies it.

English only, by rule: a denial reaches from its word to the last of the things, and
ends where a new statement begins. Where the rule cannot tell it takes the denial.
"""

import re
from collections.abc import Iterable, Sequence

# Far enough for a sentence; a longer one is cut, and read as it then stands.
REACH = 500

_BOUNDARY = re.compile(r"(?<=[.!?])[\"”’)]*\s+(?=[\"“‘(]*[A-Z0-9])|\n\s*\n|\n(?=[-*•])")
_DENIAL = re.compile(
    r"""
    \b(?:not|never|cannot|none|neither|nor|nobody|nothing)\b
    | \b(?:untrue|false|wrong|incorrect)\s+that\b
    | n't\b | n’t\b
    | \bno\b(?!\.?\s*\d|\.\s)
    | \bden(?:y|ies|ied)\s+(?:that|\w+ing)\b
    | \b(?:unable|fail(?:s|ed|ing)?|refus(?:e|es|ed)|ceas(?:e|es|ed))\s+to\b
    | \bceas(?:es|ed)\b
    """,
    re.VERBOSE,
)
_LACK = re.compile(
    r"""
    \b(?:without|except|unable|unlike|absent|missing|inactive|impossible|incompatible
      |lack(?:s|ed|ing)?|stop(?:s|ped)?|fail(?:s|ed|ure)?|disconnected|decommissioned
      |removed|isolated|ceas\w+|refus\w+|non-?\w+
      |un(?!it|ion|der|til|iform|iv|ique|less)\w{3,})\b
    """,
    re.VERBOSE,
)
# Words that hold a denial and deny nothing.
_IDLE = re.compile(
    r"\bnot (?:only|just|merely|solely|until|before|least)\b|\bno doubt\b"
    r"|\bnothing but\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|longer|higher|lower) than\b"
    r"|\bno sooner\b|\bwhether or not\b|\bnot to mention\b"
)
_ASIDE = re.compile(
    r",\s*(?:which|who|whom|that|whose|where|although|though|while|because|since|as|if"
    r"|when|not)\b[^,;:]*(?:,|$)"
)
_TURN = re.compile(r"\b(?:but|and|while|whereas|although|though|yet|however)\b|[;:—]")
_AFTERWARDS = re.compile(r"\W*(?:no longer|any ?more|at all)\b")
_SMALL = frozenset({"", "a", "an", "the", "also", "to", "both", "pump", "line"})


def sentence_around(text: str, start: int, end: int) -> str:
    """Widen a quoted span to its whole sentences, so that no denial is cut away."""
    before = text[max(0, start - REACH) : start]
    after = text[end : end + REACH]
    opened = [found.end() for found in _BOUNDARY.finditer(before + text[start:end][:1])]
    inside = [at for at in opened if at <= len(before)]
    ended = _BOUNDARY.search(text[max(start, end - 1) : end] + after)
    tail = after if ended is None else after[: max(0, ended.start() - 1)]
    return before[inside[-1] if inside else 0 :] + text[start:end] + tail


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [piece for piece in _BOUNDARY.split(text) if piece.strip()]


def denies(sentence: str, things: Sequence[Iterable[int]]) -> bool:
    """Whether a denial reaches what the sentence says of the things.

    The sentence is casefolded; each thing is given as the places where it stands,
    a thing without any is left out. With none at all the whole sentence counts.
    """
    places = [sorted(thing) for thing in things]
    kept = [place for thing in places for place in thing]
    bare = _without_asides(_blank(_IDLE, sentence), kept)
    ends = [thing[0] for thing in places if thing]
    end = max(ends) if ends else len(bare)
    if any(_reaches(bare[found.end() : end]) for found in _DENIAL.finditer(bare[:end])):
        return True
    return bool(ends) and _denied_afterwards(bare[end:])


def mentions_denial(text: str) -> bool:
    """Whether a casefolded text has a word that could carry a negated statement."""
    return bool(_DENIAL.search(_blank(_IDLE, text)) or _LACK.search(text))


def _reaches(between: str) -> bool:
    """A new statement after the denial ends it; a mere "and" in a list does not."""
    for found in _TURN.finditer(between):
        rest = between[found.end() :].split()
        listed = found[0] in {"and", ":"} and all(word in _SMALL for word in rest)
        if not listed:
            return False
    return True


def _denied_afterwards(rest: str) -> bool:
    word = re.match(r"\S*", rest)
    return bool(_AFTERWARDS.match(rest[word.end() if word else 0 :]))


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Blank out what matches; every other place stays where it is."""
    return pattern.sub(lambda found: " " * len(found[0]), text)


def _without_asides(sentence: str, kept: Sequence[int]) -> str:
    def blank(found: re.Match[str]) -> str:
        holds = any(found.start() <= place < found.end() for place in kept)
        return found[0] if holds else " " * len(found[0])

    return _ASIDE.sub(blank, sentence)
