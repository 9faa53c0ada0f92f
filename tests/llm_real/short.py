"""The shape of a reply, kept so short that a small model comes to its end."""

from typing import Any

from memory.distillers.llm.shape import Distilled

LONGEST = 32
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


def bind(part: Any) -> None:
    """Bound every text and list of a schema."""
    if isinstance(part, list):
        for each in part:
            bind(each)
    if not isinstance(part, dict):
        return
    if part.get("type") == "string" and "enum" not in part:
        part["maxLength"] = LONGEST
    if part.get("type") == "array":
        part["maxItems"] = MOST
    for each in list(part.values()):
        bind(each)
