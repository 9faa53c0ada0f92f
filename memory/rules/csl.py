"""Reads references in CSL-JSON, the exchange format of bibliographies.

The names of its fields are those of the Citation Style Language 1.0.2 data schema.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.rules.refused import Refused
from memory.rules.spelling import IdentityRefused, is_address, normalise, voice

LONGEST_TITLE = 400


@dataclass(frozen=True)
class Reference:
    """A published source: where it is, what it says it is, and when it appeared.

    `as_of` is a year, a month or a day in ISO form, empty where none is given.
    """

    uri: str
    title: str
    as_of: str = ""


def read_reference(item: Mapping[str, Any]) -> Reference:
    """One item of a bibliography; raises Refused, with the field at fault.

    The address is that of the DOI, else the URL: without either, nothing would tell
    two references apart. The title is preceded by who wrote it.
    """
    title = _text(item, "title")
    if not title:
        raise Refused("missing", "The reference has no title.", field="title")
    author = _authors(item.get("author"))
    named = f"{author}: {title}" if author else title
    return Reference(_uri(item), named[:LONGEST_TITLE], _issued(item.get("issued")))


def _uri(item: Mapping[str, Any]) -> str:
    doi = _text(item, "DOI")
    uri = doi or _text(item, "URL")
    if not uri:
        raise Refused("missing", "The reference has neither DOI nor URL.", field="DOI")
    refused = Refused("bad_uri", "This is no address.", field="DOI" if doi else "URL")
    try:
        uri = f"https://doi.org/{normalise('doi', doi)}" if doi else uri
        voice(uri)
    except IdentityRefused:
        raise refused from None
    if not is_address(uri):
        raise refused
    return uri


def _text(item: Mapping[str, Any], name: str) -> str:
    found = item.get(name, "")
    if not isinstance(found, str):
        raise Refused("type", "This is no text.", field=name)
    return " ".join(found.split())


def _authors(people: object) -> str:
    """The first author, and that there are more."""
    if not isinstance(people, list) or not people:
        return ""
    first = people[0] if isinstance(people[0], dict) else {}
    name = first.get("family") or first.get("literal") or first.get("given") or ""
    name = name if isinstance(name, str) else ""
    return f"{name} et al." if name and len(people) > 1 else name


def _issued(issued: object) -> str:
    parts = issued.get("date-parts") if isinstance(issued, dict) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list):
        return ""
    return "-".join(_padded(first[:3]))


def _padded(parts: Sequence[object]) -> list[str]:
    """Year, month and day, as far as they are whole numbers in range."""
    found: list[str] = []
    for part, (width, most) in zip(parts, ((4, 9999), (2, 12), (2, 31)), strict=False):
        number = str(part)
        fits = number.isascii() and number.isdigit() and 1 <= int(number[:6]) <= most
        if not fits:
            break
        found.append(number.zfill(width))
    return found
