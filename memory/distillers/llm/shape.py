"""The shape a reply must have: nothing but claims and questions fits in it."""

from typing import Literal

from pydantic import BaseModel, ConfigDict


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Named(_Strict):
    """An entity as the model names it."""

    kind: str
    id: str


class Valued(_Strict):
    """A value; exactly one of number, date, text and flag is filled."""

    number: str | None
    unit: str | None
    date: str | None
    text: str | None
    flag: bool | None


class Quoted(_Strict):
    """A label of the window and words copied from it."""

    observation: str
    quote: str


class Claimed(_Strict):
    """One claim that the model proposes."""

    subject: Named
    predicate: str
    object: Named | None
    value: Valued | None
    type: Literal[
        "relation",
        "attribute",
        "quantity",
        "event",
        "causal",
        "preference",
        "summary",
    ]
    confidence: float
    supports: list[Quoted]


class Asked(_Strict):
    """Something that the observations leave open."""

    kind: Literal["question", "contradiction", "hypothesis", "abstraction"]
    text: str
    observation: str
    quote: str
    about: list[Named]


class Distilled(_Strict):
    """The whole reply; nothing else can be said in it."""

    reasoning: str
    claims: list[Claimed]
    open_questions: list[Asked]
