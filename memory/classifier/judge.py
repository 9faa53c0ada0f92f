"""What a model may be asked: readings and judgements, never a number or a verdict on
arithmetic."""

from collections.abc import Sequence
from typing import Literal, Protocol

from memory.classifier.quantity import Quantity
from memory.classifier.relation import Relation

Span = tuple[int, int]
Warrant = Literal["warranted", "unwarranted", "unknown", "unanswered"]
Use = Literal["literal", "borrowed", "unknown", "unanswered"]


class Judge(Protocol):
    """A model behind the checks; it answers with spans and quantity numbers only.

    A question that it gives no usable answer to is `unanswered`: it was not checked.
    """

    def relations(
        self, text: str, quantities: Sequence[Quantity]
    ) -> Sequence[Relation]:
        """The relations `text` asserts of `quantities`, by their position."""
        ...

    def inference(self, text: str, premise: Span, conclusion: Span) -> Warrant:
        """Whether the conclusion is warranted by the premise."""
        ...

    def term(self, text: str, span: Span, field: str, law: str) -> Use:
        """Whether a term of `field` is literal where the text relies on `law`."""
        ...
