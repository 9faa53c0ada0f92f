"""The embedding model of an OpenAI-compatible server."""

from collections.abc import Sequence
from dataclasses import dataclass

from memory import llm

# Below the 8,191 tokens that such models read, also in scripts of many tokens.
LONGEST = 8000


@dataclass(frozen=True)
class Endpoint:
    """A model by the name under which the server knows it."""

    model: str
    dimensions: int
    degraded: str = ""

    def embed(self, texts: Sequence[str], *, seconds: float) -> list[list[float]]:
        """One vector a text, of the first LONGEST characters; or ModelFailed."""
        return llm.embed(
            [text[:LONGEST] for text in texts],
            model=self.model,
            dimensions=self.dimensions,
            seconds=seconds,
        )
