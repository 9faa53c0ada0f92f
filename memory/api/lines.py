"""Reads a body of JSON lines one by one, so that it is never held whole."""

from collections.abc import Iterator

from django.conf import settings
from django.http import HttpRequest
from pydantic import BaseModel, ValidationError

from memory.api.invalid import described
from memory.api.parsing import parse, require_media_type
from memory.rules.refused import Refused

MEDIA_TYPE = "application/x-ndjson"
MOST_LINES = 20_000
MOST_BYTES = 200_000_000


def read_lines[Item: BaseModel](
    request: HttpRequest, shape: type[Item]
) -> Iterator[tuple[int, Item | Refused]]:
    """Each line's number, from 0, with what it holds or what is wrong with it.

    A line may be as long as the body of any other call; blank ones are left out.
    Raises Refused for a body of another media type, without a line or too large.
    """
    require_media_type(request, MEDIA_TYPE)
    found = False
    for position, line in enumerate(_raw(request)):
        if position >= MOST_LINES:
            raise Refused("too_many", f"A body has at most {MOST_LINES} lines.")
        if line.strip():
            found = True
            yield position, _read(line, shape)
    if not found:
        raise Refused("bad_json", "The body is empty.")


def _raw(request: HttpRequest) -> Iterator[bytes]:
    longest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    size = 0
    while line := request.readline(longest + 1):
        size += len(line)
        if len(line) > longest:
            raise Refused("too_large", f"A line has at most {longest} bytes.")
        if size > MOST_BYTES:
            raise Refused("too_large", f"A body has at most {MOST_BYTES} bytes.")
        yield line


def _read[Item: BaseModel](line: bytes, shape: type[Item]) -> Item | Refused:
    try:
        return shape.model_validate(parse(line))
    except Refused as no:
        return no
    except ValidationError as wrong:
        first = wrong.errors(include_url=False)[0]
        return described(first, first["loc"])
