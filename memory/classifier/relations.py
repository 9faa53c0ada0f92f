"""All relations the readers find in a sentence."""

from collections.abc import Iterator, Sequence

from memory.classifier.equations import equations
from memory.classifier.readers import (
    Reader,
    average,
    balance,
    bounds,
    chance,
    change,
    conclusion,
    conversion,
    growth,
    mixture,
    multiple,
    operation,
    physical,
    price,
    product,
    remainder,
    repeated,
    share,
    statistic,
    taken,
    total,
)
from memory.classifier.relation import Relation, RelationReader, well_formed
from memory.classifier.sentence import Sentence

READERS: Sequence[Reader] = (
    change.read,
    share.read,
    price.read,
    total.read,
    remainder.read,
    product.read,
    physical.read,
    growth.read,
    multiple.read,
    statistic.read,
    operation.read,
    conversion.read,
    balance.read,
    taken.read,
    bounds.read,
    repeated.read,
    average.read,
    mixture.read,
    chance.read,
)


def find_relations(
    s: Sentence, reader: RelationReader | None = None
) -> Iterator[Relation]:
    """The well-formed relations of a sentence: by structure, else by a model if given.

    A model is asked only where structure shows none.
    """
    if not s.quantities or s.text.rstrip().endswith("?"):
        return
    written_out = [e.span for e in equations(s.text)]
    found: list[Relation] = [r for read in READERS for r in read(s)]
    if reader and len(s.quantities) > 1 and not found:
        found += reader.relations(s.text, s.quantities)
    if not found:
        found += conclusion.read(s)
    seen: set[tuple[str, tuple[int, ...], int | None]] = set()
    for relation in well_formed(found, s.quantities):
        key = (relation.kind, relation.operands, relation.result)
        inside = any(
            a - 1 <= s.quantities[i].span[0] < b
            for a, b in written_out
            for i in relation.places()
        )
        if key not in seen and not inside:
            seen.add(key)
            yield relation
