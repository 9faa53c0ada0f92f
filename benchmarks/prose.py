"""Ordinary sentences found on the machine: docstrings and package descriptions."""

import ast
import re
import sysconfig
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_MARKUP = re.compile(
    r"[`|<>{}\[\]\\#]|::|https?://|>>>|={2,}|-{3,}|\w\(\w*\)|^\s*[$*-]"
)


def _docstrings() -> Iterator[str]:
    library = Path(sysconfig.get_paths()["stdlib"])
    for path in sorted(library.glob("*.py")) + sorted(library.glob("[a-z]*/*.py")):
        if "site-packages" in path.parts or "test" in path.parts:
            continue
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except (SyntaxError, UnicodeDecodeError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                yield ast.get_docstring(node) or ""


def _descriptions() -> Iterator[str]:
    for name in sorted({d.metadata["Name"] for d in metadata.distributions()}):
        yield metadata.distribution(name).read_text("METADATA") or ""


def _licences() -> Iterator[str]:
    for distribution in metadata.distributions():
        for file in distribution.files or ():
            if re.search(r"LICEN[SC]E|NOTICE|CHANGE|HISTORY|AUTHORS", file.name, re.I):
                path = Path(str(file.locate()))
                if path.is_file() and path.stat().st_size < 400_000:
                    yield path.read_text("utf-8", errors="replace")


def _sentences(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text):
        joined = re.sub(r"\s+", " ", paragraph).strip()
        for sentence in _SENTENCE.split(joined):
            words = sentence.split()
            plain = not _MARKUP.search(sentence)
            if plain and 6 <= len(words) <= 60 and sentence[-1:] in ".!?":
                yield sentence


def ordinary(limit: int = 6000) -> list[str]:
    """At most `limit` distinct sentences, those with digits first, in a fixed order."""
    seen = dict[str, None]()
    for source in (_docstrings(), _descriptions(), _licences()):
        for text in source:
            seen.update(dict.fromkeys(_sentences(text)))
    with_digits = sorted(s for s in seen if re.search(r"\d", s))
    without = sorted(s for s in seen if not re.search(r"\d", s))
    return (with_digits + without)[:limit]
