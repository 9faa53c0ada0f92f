"""The API's own description of itself, for tests that must miss no route."""

from collections.abc import Iterator
from typing import Any

from config.api import api

DOCUMENT: dict[str, Any] = api.get_openapi_schema(path_prefix="/api/v1")


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path below the prefix, and description of every operation."""
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield method, path.removeprefix("/api/v1"), operation


def lists() -> list[str]:
    """The paths of all lists: what takes a cursor."""
    return [
        path
        for method, path, operation in operations()
        if method == "get"
        and any(each["name"] == "cursor" for each in operation.get("parameters", ()))
    ]
