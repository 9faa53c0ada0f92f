"""All relations the readers find in a sentence."""

from collections.abc import Iterator, Sequence

from memory.classifier.readers import (
    Reader,
    change,
    conversion,
    growth,
    product,
    share,
    statistic,
    total,
)
from memory.classifier.relation import Relation, RelationReader, well_formed
from memory.classifier.sentence import Sentence

READERS: Sequence[Reader] = (
    change.read,
    share.read,
    total.read,
    product.read,
    growth.read,
    statistic.read,
    conversion.read,
)


def find_relations(
    s: Sentence, reader: RelationReader | None = None
) -> Iterator[Relation]:
    """The well-formed relations of a sentence, by structure and, if given, by a model."""
    if not s.quantities:
        return
    found: list[Relation] = [r for read in READERS for r in read(s)]
    if reader and len(s.quantities) > 1:
        found += reader.relations(s.text, s.quantities)
    seen: set[tuple[str, tuple[int, ...], int | None]] = set()
    for relation in well_formed(found, s.quantities):
        key = (relation.kind, relation.operands, relation.result)
        if key not in seen:
            seen.add(key)
            yield relation
