"""What every embedding model is to its callers, and which one the environment names."""

import functools
import logging
from collections.abc import Sequence
from typing import Protocol

from django.conf import settings

from memory.embedding.endpoint import Endpoint
from memory.embedding.hashed import Hashed
from memory.embedding.minilm import ModelMissing, load_minilm

log = logging.getLogger(__name__)


class Embedder(Protocol):
    """A model of fixed name and dimensions; vectors of two names are never compared.

    `degraded` says what is wrong with it, empty when nothing is. `embed` gives a
    vector for each text, in order, whole within `seconds`, or raises ModelFailed; it
    may leave this machine, so no transaction is open meanwhile.
    """

    @property
    def model(self) -> str: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def degraded(self) -> str: ...

    def embed(self, texts: Sequence[str], *, seconds: float) -> list[list[float]]: ...


def embedder() -> Embedder:
    """The endpoint's model if one is set, else the one on this machine."""
    if settings.OPENAI_BASE_URL and settings.WARRANT_EMBEDDING_MODEL:
        return Endpoint(
            settings.WARRANT_EMBEDDING_MODEL, settings.WARRANT_EMBEDDING_DIMENSIONS
        )
    return _on_this_machine()


@functools.cache
def _on_this_machine() -> Embedder:
    try:
        return load_minilm()
    except ModelMissing as fault:
        log.warning("texts are compared by their letters only: %s", fault)
        return Hashed(degraded=str(fault))
