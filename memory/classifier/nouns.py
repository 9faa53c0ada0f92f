"""The noun a quantity counts, read off the words after it without a parser."""

import re

from memory.classifier.wordlist import words

_STOP = frozenset(
    words(
        "behind beyond inside outside throughout toward towards upon via despite except"
        " onto beneath besides asks means shows needs remains gets wins loses ends"
        " starts begins helps tells saw set put remain whose amid alongside atop"
        " a an and are as at be been before between but by can could did do does down"
        " each every few for from had has have he her his how if in into is it its"
        " just last less like made make makes many may might more most much must my"
        " near next no nor not of off on once only or our out over per plus said say"
        " says she should since so some such than that the their them then there these"
        " they this those through till to together total under until up us use"
        " used uses using versus vs was we were what when where which while who will"
        " with within without would yet you your also after ago all altogether about"
        " above across again against among around because below came come comes cost"
        " costs during earlier ended even ever failed fell gave give gives go goes got"
        " grew hence here i.e i.e. e.g however including instead kept later left lost"
        " now overall own pays rose run runs same thus today took use versus voted"
        " weighs went whereas whose why works apiece both cover covers holds percent"
        " respectively apart onwards onward upwards"
    )
)
_WORD = re.compile(r"[\s-]([A-Za-z][A-Za-z'’-]{0,29})")
_CONTAINERS = frozenset(("pieces", "items", "kinds", "types", "members", "sorts"))
_CONTENT = re.compile(r"\sof\s([a-z]{3,20})\b")
_NOT_PLURAL = frozenset(words("is was has this its less plus ss us"))
_ES = frozenset(words("buses gases viruses lenses bonuses campuses choruses quizzes"))
# Group nouns stand for their members: what is counted is the member.
MEMBERS = {
    "people": "person",
    "staff": "employee",
    "men": "man",
    "women": "woman",
    "children": "child",
    "personnel": "employee",
    "mice": "mouse",
    "cattle": "cow",
    "feet": "foot",
    "teeth": "tooth",
    "fruit": "fruit",
    "crew": "crewmember",
}


def noun_at(text: str, at: int) -> str:
    """The noun phrase after position `at`: at most three words, or "" if none follows.

    It ends at a function word, a verb form in -ed, punctuation, or a plural.
    """
    words: list[str] = []
    while len(words) < 3:
        found = _WORD.match(text, at)
        word = found[1].strip("'’-") if found else ""
        low = word.lower()
        if not found or low in _STOP or _is_verb(text, low, found.end()):
            break
        held = _CONTENT.match(text, found.end()) if low in _CONTAINERS else None
        if held:
            return held[1]
        words.append(word)
        at = found.end()
        if low in MEMBERS or _plural(low):
            break
    return " ".join(words)


def _is_verb(text: str, word: str, end: int) -> bool:
    """A word in -ed or -ing, unless a plural follows it ("300 recorded songs")."""
    if len(word) < 5 or not word.endswith(("ed", "ing")):
        return False
    after = _WORD.match(text, end)
    return not (after and _plural(after[1].lower()))


def _plural(word: str) -> bool:
    return (
        word.endswith("s")
        and not word.endswith(("ss", "us", "is"))
        and word not in _NOT_PLURAL
    )


def singular(word: str) -> str:
    """The singular of an English noun by the regular rules and the group nouns."""
    low = word.lower()
    if low in MEMBERS:
        return MEMBERS[low]
    if low.endswith("men") and len(low) > 5:
        return low[:-2] + "an"
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    if low.endswith(("sses", "xes", "ches", "shes", "zzes")) or low in _ES:
        return low[:-2]
    return low[:-1] if _plural(low) else low


def head(noun: str) -> str:
    """The singular head of a noun phrase: "web users" is headed by "user"."""
    words = noun.split()
    return singular(words[-1]) if words else ""
