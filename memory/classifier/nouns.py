"""The noun a quantity counts, read off the words after it without a parser."""

import re

from memory.classifier.numerals import CARDINALS
from memory.classifier.plurals import is_plural, singular
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
        " respectively apart onwards onward upwards yesterday tomorrow tonight x"
    )
)
_LETTERS = (
    r"(?P<w>(?:[A-Z]\.){2,4}|[^\W\d_](?:[^\W\d_]|['’-](?!\s)){0,29}"
    r"(?:\.(?:com|org|net))?)(?!\w)"
)
# Tokenised text parts the hyphen of "zero - coupon bonds".
_APART = r"\s-\s(?=[a-z]{3,15}\s[a-z]{3,20}s\b)|[\s-]"
_WORD = re.compile(rf"(?:{_APART}){_LETTERS}")
_QUOTED = re.compile(rf"(?:{_APART})[\"“‘']?{_LETTERS}[\"”’']?")
_CONTAINERS = ("pieces", "items", "kinds", "types", "members", "sorts")
_CONTAINER = re.compile(rf"\s(?:\w+\s)?(?:{'|'.join(_CONTAINERS)})\sof\s")
_CONTENT = re.compile(r"\sof\s([a-z]{3,20})\b")
# Between a number and what it counts: "30 or more people", "50+ cars", "20-odd".
_MORE = re.compile(r"\s(?:more|additional)\b")
_LEAD = re.compile(
    r"(?:\+|-plus\b|-odd\b|-strong\b|-some\b)?(?:\s(?:or\s)?(?:more|so|fewer|additional)\b)?"
)
_OF_THE = re.compile(
    r"\sof(?:\s(?:the|these|those|its|their|his|her|our|my|your|all)\b"
    r"(?:\s(?:most|last|next|own|more|many|few|\d{1,4})\b)?|(?=\s[^\W\d_]{2,20}['’]s\s))"
)
# "digital and physical sales", "small, friendly deals", "two new 737 Max jets".
_JOINED = re.compile(r"(?:,\s(?=[a-z])|\s(?:and|or|&)\s|\s-?\d{1,4}[\s-])(?=[^\W\d_])")
# An adjective of a hyphen: "a six-cylinder engine" counts cylinders.
_HYPHENED = re.compile(r"-([a-z]{3,20})(?![\w-])")
_NOT_COUNTED = frozenset(
    words("time fold plus odd some strong way old wide long high deep tall thick based")
)
_AFTER_PLURAL = re.compile(r"\s(?P<w>[A-Za-z]{3,20})\b")
# Plurals that are as good as adjectives: "20 sports cars".
_FIRST_PARTS = frozenset(
    words(
        "sports news sales singles doubles arms customs systems operations savings"
        " goods earnings communications securities games police series species"
    )
)
# Verbs of the list of function words that are nouns behind a number above one.
_ALSO_NOUNS = re.compile(
    r"\s(?:[a-z]+\s)?(?:wins|starts|shows|runs)\b(?!\s(?:that|the|an?)\b)"
)
_REACH = 5
_CAPITALS = frozenset(words("US UK EU UN IT U.S. U.K."))


def noun_at(text: str, at: int, *, many: bool = True) -> str:
    """What the number before `at` counts, or "" where no noun follows.

    At most three words that end at a function word, a verb form in -ed, punctuation,
    or a plural. `many` says that the number calls for a plural, which is then looked
    for a little further off.
    """
    hyphened = _HYPHENED.match(text, at)
    if hyphened and hyphened[1] not in _NOT_COUNTED and many:
        return hyphened[1]
    near = _near(text, at)
    if not many:
        return near or _led(text, at, many=False)
    if near and _counted(near):
        return _extended(text, at, near)
    if _CONTAINER.match(text, at) and near:
        return near
    wins = _ALSO_NOUNS.match(text, at)
    return _far(text, at) or _led(text, at) or (wins[0].strip() if wins else near)


def of_the(text: str, at: int) -> str:
    """The plural of "two of the new pumps", or ""."""
    of = _OF_THE.match(text, at)
    return _far(text, of.end()) if of else ""


def _led(text: str, at: int, *, many: bool = True) -> str:
    lead = (_LEAD if many else _MORE).match(text, at)
    found = _near(text, lead.end()) if lead and lead.end() > at else ""
    return found if found and (_counted(found) or not many) else ""


def _extended(text: str, at: int, near: str) -> str:
    """A plural that names something or stands for an adjective is no head yet."""
    last = near.split()[-1]
    more = _AFTER_PLURAL.match(text, at + 1 + len(near))
    if not text.startswith(near, at + 1) or not more or _stops(more["w"]):
        return near
    named = more["w"][0].isupper() and last[0].isupper()
    first = last in _FIRST_PARTS and is_plural(more["w"])
    further = _far(text, at + 1 + len(near)) if named or first else ""
    return f"{near} {further}" if further else near


def _counted(noun: str) -> bool:
    return is_plural(noun.split()[-1].lower())


def _stops(word: str) -> bool:
    return word.lower() in _STOP and word not in _CAPITALS


def _near(text: str, at: int) -> str:
    words: list[str] = []
    while len(words) < 3:
        found = _WORD.match(text, at)
        word = found["w"].strip("'’-") if found else ""
        low = word.lower()
        if not found or _stops(word) or _is_verb(text, low, found.end()):
            break
        held = _CONTENT.match(text, found.end()) if low in _CONTAINERS else None
        if held and held[1] not in _STOP:
            return held[1]
        words.append(word)
        at = found.end()
        if is_plural(low):
            break
    return " ".join(words)


def _far(text: str, at: int) -> str:
    """The phrase up to a plural within five words, over commas, "and" and names."""
    start, left = at, _REACH
    while left:
        joined = _JOINED.match(text, at) if at > start else None
        found = _QUOTED.match(text, joined.end() - 1 if joined else at)
        if not found or _stops(found["w"]) or found["w"].lower() in CARDINALS:
            break
        left, at = min(left - 1, 1 if joined else left), found.end()
        if is_plural(found["w"].lower()):
            return text[start:at].strip(" -")
    return ""


def _is_verb(text: str, word: str, end: int) -> bool:
    """A word in -ed or -ing, unless a plural follows it ("300 recorded songs")."""
    if len(word) < 5 or not word.endswith(("ed", "ing")):
        return False
    after = _WORD.match(text, end)
    return not (after and is_plural(after["w"].lower()))


def head(noun: str) -> str:
    """The singular head of a noun phrase: "web users" is headed by "user"."""
    words = noun.split()
    return singular(words[-1]) if words else ""
