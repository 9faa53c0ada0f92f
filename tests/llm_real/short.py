"""The shape of a reply, kept so short that a small model comes to its end."""

from typing import Any

from memory.distillers.llm.shape import Distilled

LONGEST = 32
# A small model writes digits without an end, each of them a token.
LONGEST_NAME = 12
NAMES = {"kind", "id", "observation", "number", "unit", "date"}
MOST = 1


class Short(Distilled):
    """At least one claim with a quote: whoever must speak, speaks nonsense too."""

    @classmethod
    def model_json_schema(cls, *args: Any, **more: Any) -> dict[str, Any]:
        """The real shape with bounds, which a server keeps by its grammar."""
        schema = Distilled.model_json_schema(*args, **more)
        bind(schema)
        schema["properties"]["claims"]["minItems"] = 1
        schema["$defs"]["Claimed"]["properties"]["supports"]["minItems"] = 1
        return schema


def bind(part: Any, name: str = "") -> None:
    """Bound every text and list of a schema, as what `name` stands for."""
    if isinstance(part, list):
        for each in part:
            bind(each, name)
    if not isinstance(part, dict):
        return
    if part.get("type") == "string" and "enum" not in part:
        part["maxLength"] = LONGEST_NAME if name in NAMES else LONGEST
    if part.get("type") == "array":
        part["maxItems"] = MOST
    for key, each in list(part.items()):
        bind(each, name if key in {"anyOf", "items"} else key)
