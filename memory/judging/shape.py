"""The shapes that a judge's replies must have: ids, quotes and words, no number."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from memory.classifier.relation import Kind


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ReadRelation(_Strict):
    """One relation that the text asserts of quantities, by their ids."""

    kind: Kind
    operands: list[str]
    result: str | None
    directions: list[Literal["up", "down"]]
    returns_to_start: bool
    quote: str
    cue: str


class ReadRelations(_Strict):
    """All relations of a sentence."""

    reasoning: str
    relations: list[ReadRelation]


class Inference(_Strict):
    """Whether a conclusion is warranted by its premise, both quoted."""

    reasoning: str
    premise: str
    conclusion: str
    answer: Literal["warranted", "unwarranted", "unknown"]


class TermUse(_Strict):
    """Whether a term is literal where the text relies on a law of its field."""

    reasoning: str
    quote: str
    answer: Literal["literal", "borrowed", "unknown"]
