"""The source keeps its bars of size and style; the checkers see what breaks them."""

import statistics
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import architecture as shape

# The only places where everything may be caught: where a process meets the outside.
PROCESS_BOUNDARIES = frozenset({"memory/jobs/distil.py", "memory/jobs/rounds.py"})


def read(paths: list[Path]) -> dict[str, str]:
    return {shape.named(path): path.read_text(encoding="utf-8") for path in paths}


PRODUCT = read(shape.product_files())
TESTS = read(shape.test_files())
EVERYTHING = PRODUCT | TESTS


def offenders(sources: dict[str, str], check: Callable[[str], object]) -> list[str]:
    return [f"{name}: {check(text)}" for name, text in sources.items() if check(text)]


def test_functions_are_short() -> None:
    found = shape.lengths(PRODUCT.values())
    assert statistics.median(found) <= 7
    assert shape.percentile_95(found) <= 30
    assert max(found) <= 50


def test_files_are_short() -> None:
    found = [len(text.splitlines()) for text in PRODUCT.values() if text]
    assert shape.percentile_95(found) <= 200
    assert max(found) <= 300


def test_test_files_are_short() -> None:
    found = [len(text.splitlines()) for text in TESTS.values() if text]
    assert shape.percentile_95(found) <= 200
    assert max(found) <= 300


def test_test_functions_are_short() -> None:
    assert shape.percentile_95(shape.lengths(TESTS.values())) <= 20


def test_templates_are_short() -> None:
    found = [len(text.splitlines()) for text in read(shape.templates()).values()]
    assert shape.percentile_95(found) <= 120


def test_everything_is_annotated() -> None:
    assert not offenders(EVERYTHING, shape.unannotated)


def test_imports_stand_at_the_top() -> None:
    assert not offenders(EVERYTHING, shape.local_imports)


def test_imports_name_what_they_take() -> None:
    assert not offenders(EVERYTHING, shape.star_imports)


def test_one_module_speaks_to_the_model() -> None:
    users = [name for name, text in PRODUCT.items() if "openai" in shape.imported(text)]
    assert users in ([], ["memory/llm.py"])


def test_models_are_imported_by_name() -> None:
    assert not offenders(PRODUCT, shape.model_lookups)


def test_errors_are_caught_by_name() -> None:
    inside = {n: text for n, text in EVERYTHING.items() if n not in PROCESS_BOUNDARIES}
    assert not offenders(inside, shape.broad_handlers)


def test_process_boundaries_catch_once() -> None:
    for name in PROCESS_BOUNDARIES:
        assert len(shape.broad_handlers(PRODUCT[name])) == 1, name


def test_names_are_words_of_the_domain() -> None:
    assert not offenders(EVERYTHING, shape.vague_classes)
    assert not [name for name in PRODUCT if shape.VAGUE_MODULE.search(name)]


def test_modules_open_with_a_sentence() -> None:
    assert not [
        name for name, text in EVERYTHING.items() if shape.without_opening(text)
    ]


def test_no_test_is_skipped() -> None:
    assert not offenders(TESTS, shape.skipped_tests)


def test_the_type_checker_is_seldom_switched_off() -> None:
    assert sum(shape.ignored_types(text) for text in EVERYTHING.values()) <= 3


BREACHES: list[tuple[Callable[[str], object], str, object]] = [
    (shape.unannotated, "def f(a) -> int: ...", ["f"]),
    (shape.unannotated, "def f(a: int): ...", ["f"]),
    (shape.unannotated, "def f(*, k) -> int: ...", ["f"]),
    (shape.unannotated, "async def f(*a) -> int: ...", ["f"]),
    (shape.unannotated, "def f(a: int, **k) -> int: ...", ["f"]),
    (shape.local_imports, "def f() -> None:\n  if 1:\n    import os", ["f"]),
    (shape.local_imports, "async def f() -> None:\n  from os import path", ["f"]),
    (shape.star_imports, "from os import *", ["os"]),
    (shape.model_lookups, "x = apps.get_model('memory', 'Claim')", [1]),
    (shape.broad_handlers, "try: pass\nexcept Exception: pass", [2]),
    (shape.broad_handlers, "try: pass\nexcept (OSError, BaseException): pass", [2]),
    (shape.broad_handlers, "try: pass\nexcept: pass", [2]),
    (shape.vague_classes, "class ClaimManager: ...", ["ClaimManager"]),
    (shape.vague_classes, "class Base: ...", ["Base"]),
    (shape.without_opening, "x = 1", True),
    (shape.without_opening, '"""No full stop"""', True),
    (shape.skipped_tests, "@pytest.mark.skip\ndef test(): ...", [1]),
    (shape.skipped_tests, "def test():\n  pytest.importorskip('x')", [2]),
    (shape.ignored_types, "x = 1  # type: " + "ignore[misc]", 1),
]


@pytest.mark.parametrize(("check", "source", "found"), BREACHES)
def test_checker_sees_a_breach(
    check: Callable[[str], object], source: str, found: object
) -> None:
    assert check(source) == found


SOUND = '''"""A module."""
import os
class Claim:
    def text(self, *parts: str, **more: int) -> str:
        """Joined."""
        try:
            return os.sep.join(parts)
        except (OSError, ValueError):
            return ""
'''


@pytest.mark.parametrize("check", dict.fromkeys(breach[0] for breach in BREACHES))
def test_checker_lets_sound_code_pass(check: Callable[[str], object]) -> None:
    assert not check(SOUND)


def test_checker_sees_every_import_of_a_package() -> None:
    source = "import openai.types as t\nfrom openai import OpenAI\nfrom . import celery"
    assert shape.imported(source) == {"openai"}


def test_checker_measures_functions_with_all_their_lines() -> None:
    assert shape.lengths([SOUND]) == [6]
    nested = "def f() -> None:\n  def g() -> None:\n    pass\n  return g()"
    assert shape.lengths([nested]) == [4, 2]


def test_checker_computes_the_percentile() -> None:
    assert shape.percentile_95(list(range(1, 102))) == 96.0
    assert shape.percentile_95([1] * 18 + [100, 100]) == 100.0


@pytest.mark.parametrize("name", ["memory/utils.py", "memory/core/x.py", "a/base.py"])
def test_checker_sees_a_vague_module(name: str) -> None:
    assert shape.VAGUE_MODULE.search(name)
