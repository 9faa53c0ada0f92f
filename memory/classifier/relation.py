"""What a text asserts of its quantities: relations over quantity numbers, no values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from memory.classifier.quantity import Quantity

Kind = Literal[
    "sum",
    "difference",
    "product",
    "quotient",
    "share",
    "part",
    "rest",
    "change",
    "percent_change",
    "times",
    "times_less",
    "raised",
    "lowered",
    "chain",
    "recovery",
    "compound",
    "mean",
    "round_trip",
    "contains",
    "ratio_share",
    "odds",
    "probability",
    "correlation",
    "whole_number_mean",
    "same",
    "rescale",
    "proportion",
    "follows",
    "balance",
    "rest_of_all",
    "within",
    "middle",
    "weighted",
    "mixture",
    "ratio_part",
    "repeated",
    "halved",
    "both_chances",
]

# How many operands each kind takes: (least, most).
ARITY: dict[str, tuple[int, int]] = {
    "sum": (2, 40),
    "difference": (2, 40),
    "product": (2, 6),
    "quotient": (2, 2),
    "share": (2, 2),
    "part": (2, 2),
    "rest": (2, 2),
    "change": (2, 2),
    "percent_change": (2, 2),
    "times": (2, 2),
    "times_less": (2, 2),
    "raised": (2, 2),
    "lowered": (2, 2),
    "chain": (1, 6),
    "recovery": (1, 1),
    "compound": (2, 3),
    "mean": (2, 40),
    "round_trip": (2, 2),
    "contains": (1, 3),
    "ratio_share": (1, 1),
    "odds": (1, 1),
    "probability": (0, 0),
    "correlation": (0, 0),
    "whole_number_mean": (1, 1),
    "same": (1, 1),
    "rescale": (3, 3),
    "proportion": (3, 3),
    "follows": (2, 4),
    "balance": (3, 7),
    "rest_of_all": (2, 8),
    "within": (1, 1),
    "middle": (1, 1),
    "weighted": (4, 4),
    "mixture": (3, 3),
    "ratio_part": (2, 2),
    "repeated": (3, 3),
    "halved": (1, 1),
    "both_chances": (2, 2),
}


@dataclass(frozen=True)
class Relation:
    """An asserted relation: operands and result are positions in the quantity list.

    `signs` gives the direction of each percentage in a chain; `back` says that the
    text claims a return to the start instead of naming a result.
    """

    kind: Kind
    operands: tuple[int, ...]
    result: int | None
    signs: tuple[int, ...] = ()
    back: bool = False

    def places(self) -> tuple[int, ...]:
        """All quantities the relation speaks of."""
        return self.operands + (() if self.result is None else (self.result,))


class RelationReader(Protocol):
    """Finds relations in a sentence; it names quantities and never gives a number."""

    def relations(
        self, text: str, quantities: Sequence[Quantity]
    ) -> Sequence[Relation]:
        """The relations `text` asserts of `quantities`."""
        ...


def well_formed(
    relations: Sequence[Relation], quantities: Sequence[Quantity]
) -> Iterator[Relation]:
    """Those relations whose kind, arity and quantity numbers are right.

    Whatever a model proposes passes here first; the rest is dropped.
    """
    known = range(len(quantities))
    for relation in relations:
        least, most = ARITY.get(relation.kind, (1, 0))
        named = all(i in known for i in relation.places())
        distinct = len(set(relation.places())) == len(relation.places()) > 0
        arity = least <= len(relation.operands) <= most
        if arity and named and distinct and _computable(relation, quantities):
            yield relation


def _computable(relation: Relation, quantities: Sequence[Quantity]) -> bool:
    """Whether everything is there that the rule of its kind computes with."""
    match relation.kind:
        case "chain" | "balance":
            return len(relation.signs) == len(relation.operands)
        case "ratio_part" if len(relation.signs) != 1:
            return False
        case "ratio_share" | "odds" | "ratio_part":
            return len(quantities[relation.operands[0]].parts) == 2
    return True
