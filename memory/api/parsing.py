"""Reads request bodies strictly: what is ambiguous or unstorable is refused by name."""

import json
import unicodedata
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from email.message import Message
from typing import Any

from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from ninja.parser import Parser

from memory.rules.refused import Refused

MAX_DEPTH = 32
MAX_MEMBERS = 1000
# A double reaches 1.8e308; nothing further out is stored anywhere.
MAX_EXPONENT = 308
MAX_DIGITS = 400


class StrictParser(Parser):
    """JSON in UTF-8 and nothing else.

    Numbers with a point or exponent arrive as Decimal, so that a value keeps its
    digits. Raises Refused, with the path of the field at fault.
    """

    def parse_body(self, request: HttpRequest) -> Any:
        """The body's content."""
        require_media_type(request, "application/json")
        return parse(request.body)

    def parse_querydict(
        self,
        data: MultiValueDict[str, str],
        list_fields: list[str],
        request: HttpRequest,
    ) -> dict[str, Any]:
        """The query string's content; a name given twice is refused."""
        for name, values in data.lists():
            _check_text(name, "")
            for value in values:
                _check_text(value, name)
            if len(values) > 1 and name not in list_fields:
                raise Refused("duplicate_key", "The name is given twice.", field=name)
        return super().parse_querydict(data, list_fields, request)


def require_media_type(request: HttpRequest, *allowed: str) -> None:
    """Refuse a body of another media type, charset or content coding."""
    header = Message()
    header["Content-Type"] = request.headers.get("Content-Type", "")
    charset = header.get_param("charset", "utf-8")
    coding = request.headers.get("Content-Encoding", "identity")
    if header.get_content_type() not in allowed or coding.lower() != "identity":
        raise _unsupported(allowed[0])
    if not isinstance(charset, str) or charset.lower() not in {"utf-8", "utf8"}:
        raise _unsupported(allowed[0])


def _unsupported(wanted: str) -> Refused:
    return Refused(
        "unsupported_media_type",
        "The body's media type, charset or content coding is not supported.",
        hint=f"Send {wanted} in UTF-8, uncompressed.",
    )


def parse(body: bytes) -> Any:
    """A JSON text, checked throughout; raises Refused."""
    text = decode(body)
    try:
        data = json.loads(
            text,
            object_pairs_hook=_object,
            parse_float=_number,
            parse_constant=_number,
        )
    except (ValueError, RecursionError) as error:
        raise Refused("bad_json", "The body is not JSON.", hint=_place(error)) from None
    for value, path in _walk(data):
        _check(value, path)
    return data


def decode(body: bytes) -> str:
    """UTF-8 without a byte order mark; raises Refused."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = "\0"
    # JSON holds no raw NUL; UTF-16 holds little else.
    if "\0" in text or text.startswith("\N{BOM}"):
        raise Refused("encoding", "The body is not UTF-8 without a byte order mark.")
    return text


def _place(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno}, column {error.colno}."
    return "It is nested too deeply or holds too long a number."


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        shown = twice.encode(errors="replace").decode()[:200]
        raise Refused("duplicate_key", f"An object names “{shown}” twice.")
    return found


def _number(text: str) -> Decimal:
    try:
        return Decimal(text) if len(text) <= MAX_DIGITS else Decimal("NaN")
    except InvalidOperation:
        return Decimal("NaN")


def _walk(data: Any) -> Iterator[tuple[Any, tuple[str | int, ...]]]:
    """Every value with its path, without recursion."""
    waiting: list[tuple[Any, tuple[str | int, ...]]] = [(data, ())]
    while waiting:
        value, path = waiting.pop()
        yield value, path
        if isinstance(value, dict):
            waiting.extend((item, (*path, name)) for name, item in value.items())
        elif isinstance(value, list):
            waiting.extend((item, (*path, n)) for n, item in enumerate(value))


def _check(value: Any, path: tuple[str | int, ...]) -> None:
    match value:
        case str():
            _check_text(value, path)
        case Decimal():
            _check_number(value, path)
        case dict() | list() if len(path) >= MAX_DEPTH:
            raise Refused(
                "too_deep",
                f"The body is nested deeper than {MAX_DEPTH} levels.",
                field=named(path[:MAX_DEPTH]),
            )
        case dict():
            _check_names(value, path)


def _check_names(value: dict[str, Any], path: tuple[str | int, ...]) -> None:
    if len(value) > MAX_MEMBERS:
        raise Refused(
            "too_many",
            f"An object has more than {MAX_MEMBERS} members.",
            field=named(path),
        )
    for name in value:
        _check_text(name, path)


def _check_number(number: Decimal, path: tuple[str | int, ...]) -> None:
    if not number.is_finite() or abs(number.adjusted()) > MAX_EXPONENT:
        raise Refused(
            "finite_number",
            "A number must be finite and of reasonable size.",
            field=named(path),
        )


def _check_text(text: str, path: tuple[str | int, ...] | str) -> None:
    if text.isascii() and "\0" not in text:
        return
    if "\0" in text:
        raise Refused("nul_character", "Text holds no NUL.", field=named(path))
    if any(unicodedata.category(character) == "Cs" for character in text):
        raise Refused(
            "unicode", "Text holds no half of a surrogate pair.", field=named(path)
        )


def named(path: tuple[str | int, ...] | str) -> str:
    """A path as error replies name it: observations.3.text."""
    if isinstance(path, str):
        return path
    joined = ".".join(map(str, path))
    return joined.encode(errors="replace").decode().replace("\0", "?")[:400]
