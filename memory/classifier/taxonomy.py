"""Which things are kinds of which: evidence for an overlap, never against one."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from memory.classifier.nouns import head
from memory.classifier.plurals import singular
from memory.classifier.wordlist import words

# Everyday classes only; a workspace's own `broader` relations come beside them.
_CLASSES = {
    "person": (
        "man woman child adult user customer employee worker nurse doctor teacher"
        " student pupil patient player manager engineer visitor member passenger"
        " tourist voter driver soldier resident citizen respondent participant"
        " client guest buyer developer programmer scientist teenager pensioner boy"
        " girl applicant"
    ),
    "employee": (
        "nurse doctor teacher manager engineer clerk driver technician secretary"
        " accountant cook cleaner developer"
    ),
    "medical staff": "nurse doctor surgeon paramedic midwife",
    "animal": (
        "dog cat horse cow sheep pig bird fish chicken goat rabbit mouse lion duck"
        " hamster parrot donkey goose lion tiger elephant zebra bear wolf monkey"
        " giraffe camel deer fox snake turtle rat hen poodle"
    ),
    "dog": (
        "poodle terrier beagle labrador spaniel retriever bulldog dachshund collie"
    ),
    "bird": "duck goose chicken parrot sparrow eagle owl pigeon",
    "vehicle": ("car truck van bus motorcycle bike lorry tram tractor ambulance taxi"),
    "fruit": "apple pear banana orange cherry plum peach grape lemon mango",
    "vegetable": "carrot potato onion cabbage leek pea tomato",
    "device": "phone smartphone tablet laptop computer printer camera router",
    "computer": "laptop server desktop workstation",
    "phone": "smartphone handset",
    "machine": "compressor pump turbine lathe generator press",
    "building": "house school hospital church garage barn hotel office",
    "drink": "coffee tea beer wine juice",
    "document": "invoice letter report contract memo receipt",
    "issue": "bug defect",
    "tree": "oak pine birch beech maple spruce",
    "instrument": "violin piano guitar flute drum trumpet",
    "furniture": "chair table sofa desk bed",
    "flower": "rose tulip daisy lily",
    "visitor": "adult child tourist",
    "european country": "germany france italy spain poland",
}
_BROADER: dict[str, frozenset[str]] = {}
for _broad, _narrow in _CLASSES.items():
    for _word in words(_narrow):
        _BROADER[_word] = _BROADER.get(_word, frozenset()) | {_broad}


class Taxonomy:
    """Is-a over the built-in classes and whatever `broader` relations are handed in."""

    def __init__(self, broader: Mapping[str, frozenset[str]] | None = None) -> None:
        self._broader = dict(_BROADER)
        for narrow, wide in (broader or {}).items():
            key = singular(narrow)
            wider = frozenset(singular(w) for w in wide)
            self._broader[key] = self._broader.get(key, frozenset()) | wider

    def is_a(self, narrow: str, broad: str) -> bool:
        """True when a chain of at most six links leads from `narrow` to `broad`."""
        goal, seen, edge = broad, {narrow}, {narrow}
        for _ in range(6):
            edge = {w for n in edge for w in self._broader.get(n, ())} - seen
            if goal in edge:
                return True
            seen |= edge
        return False

    def takes_in(self, wide: str, narrow: str) -> bool:
        """True when what the noun `wide` counts includes what `narrow` counts."""
        one, other = wide.lower(), narrow.lower()
        if not one or not other:
            return False
        if head(one) == head(other) and other.endswith(one) and len(other) > len(one):
            return True
        return self.is_a(head(other), head(one)) or self.is_a(head(other), one)


def wordnet(directory: Path) -> dict[str, frozenset[str]]:
    """Broader nouns from the `data.noun` file of a WordNet database directory.

    Only the first (most frequent) sense of a noun is followed, by `index.noun`, and
    each step names the first word of the hypernym set.
    """
    offsets, hypernyms = dict[str, str](), dict[str, list[str]]()
    for line in _lines(directory / "data.noun"):
        fields = line.split()
        count = int(fields[3], 16)
        offsets[fields[0]] = fields[4].lower().replace("_", " ")
        pointers = fields[4 + 2 * count + 1 :]
        hypernyms[fields[0]] = [
            pointers[i + 1] for i in range(0, len(pointers) - 1) if pointers[i] == "@"
        ]
    broader = dict[str, frozenset[str]]()
    for line in _lines(directory / "index.noun"):
        fields = line.split()
        first = fields[-int(fields[2])]
        wider = (offsets.get(o, "") for o in hypernyms.get(first, ()))
        broader[fields[0].replace("_", " ")] = frozenset(filter(None, wider))
    return broader


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="ascii", errors="replace") as file:
        yield from (line for line in file if not line.startswith("  "))
