"""The mark that the gate leaves on every text it hands out, and how it is found."""

import re
import unicodedata
from uuid import UUID

_MARK = re.compile(r"warrant[\s:#]{0,3}([0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12})")
_WRITTEN = re.compile(r"\[?\s*" + _MARK.pattern + r"\s*\]?", re.IGNORECASE)


def mark(receipt: UUID) -> str:
    """The words that say which passage through the gate a text came from."""
    return f"[warrant:{receipt.hex}]"


def marked(text: str, receipt: UUID) -> str:
    """A text with its mark, as an agent is given it."""
    return f"{text} {mark(receipt)}"


def marks(text: str) -> frozenset[UUID]:
    """The passages whose mark a text carries, however it was respelled or spaced."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    seen = "".join(c for c in folded if unicodedata.category(c) != "Cf")
    return frozenset(UUID(found) for found in _MARK.findall(seen))


def unmarked(text: str) -> str:
    """A text without the gate's marks."""
    return _WRITTEN.sub(" ", text)
