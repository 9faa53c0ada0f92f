"""What a model's reading of an episode took, as it is told."""

from dataclasses import asdict
from typing import Self

from pydantic import BaseModel

from memory.queries.usage import Usage


class ToldUsage(BaseModel):
    """What reading with a model took over all runs; null is not known.

    `kept_back` observations were not shown to it, for the credentials in them.
    Without a model there is no run, and nothing was used.
    """

    model: str = ""
    prompt_version: str = ""
    reply_hashes: list[str] = []
    kept_back: int = 0
    runs: int = 0
    tokens_in: int | None = 0
    tokens_out: int | None = 0
    cost: float | None = None

    @classmethod
    def of(cls, usage: Usage | None) -> Self:
        """From the runs of an episode; the cost is in the money of the prices set."""
        if usage is None:
            return cls()
        cost = None if usage.cost is None else float(usage.cost)
        return cls(**{**asdict(usage), "cost": cost})
