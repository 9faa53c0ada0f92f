"""Names what a schema finds wrong, in this API's words."""

from collections.abc import Mapping, Sequence
from typing import Any

from memory.api.parsing import named
from memory.api.schemas.statement import BRANCH
from memory.rules.refused import Refused


def described(error: Mapping[str, Any], path: Sequence[str | int]) -> Refused:
    """What a schema finds wrong at a path, in this API's words."""
    context = error.get("ctx", {})
    path = [*path, context["field"]] if context.get("field") else [*path]
    field = named(tuple(each for each in path if not str(each).startswith(BRANCH)))
    if error["type"] == "refused":
        return Refused(context["code"], context["message"], field=field)
    return Refused(_code(error["type"], path), f"{error['msg']}.", field=field)


_TYPES: dict[str, str] = {
    "missing": "missing",
    "extra_forbidden": "extra_forbidden",
    "literal_error": "unknown_value",
    "enum": "unknown_value",
    "string_too_long": "too_long",
    "string_too_short": "blank",
    "too_long": "too_many",
    "too_short": "too_few",
    "greater_than": "range",
    "greater_than_equal": "range",
    "less_than": "range",
    "less_than_equal": "range",
    "int_parsing_size": "range",
}


def _code(kind: str, path: Sequence[Any]) -> str:
    """pydantic's error type as a code of this API."""
    if kind == "model_type" and not path:
        return "object_expected"
    return _TYPES.get(kind, "type")
