"""Readers of asserted relations: one module a family, each from cues and roles."""

from collections.abc import Callable, Iterator

from memory.classifier.relation import Relation
from memory.classifier.sentence import Sentence

Reader = Callable[[Sentence], Iterator[Relation]]
