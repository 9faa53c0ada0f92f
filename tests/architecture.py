"""Checkers of the source's shape: each takes a source text and names what it breaks."""

import ast
import re
import statistics
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRODUCT = ("config", "curation", "tension", "memory")
type Function = ast.FunctionDef | ast.AsyncFunctionDef

VAGUE_CLASS = re.compile(r"(Manager|Helper|Helpers|Util|Utils|Service|Base)$")
VAGUE_MODULE = re.compile(r"(^|/)(common|core|helpers?|utils?|services?|base)(/|\.py$)")


def product_files() -> list[Path]:
    """The product's own modules; migrations are generated and left out."""
    found = (path for name in PRODUCT for path in (ROOT / name).rglob("*.py"))
    return sorted(path for path in found if "migrations" not in path.parts)


def test_files() -> list[Path]:
    """Everything under tests/."""
    return sorted((ROOT / "tests").rglob("*.py"))


def templates() -> list[Path]:
    """Every HTML template."""
    return sorted((ROOT / "templates").rglob("*.html"))


def named(path: Path) -> str:
    """The path as the repository knows it."""
    return path.relative_to(ROOT).as_posix()


def percentile_95(values: list[int]) -> float:
    """The 95th percentile, interpolated between the two nearest values."""
    if len(values) < 2:
        return float(max(values, default=0))
    return statistics.quantiles(values, n=20, method="inclusive")[18]


def functions(source: str) -> list[Function]:
    """Every function and method, nested ones too."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


def length(function: Function) -> int:
    """Lines from `def` to the end, docstring and blank lines included."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def lengths(sources: Iterable[str]) -> list[int]:
    """The length of each function of the sources."""
    return [length(function) for source in sources for function in functions(source)]


def unannotated(source: str) -> list[str]:
    """Functions with a parameter or a return value that has no type."""
    return [
        function.name
        for function in functions(source)
        if function.returns is None
        or any(argument.annotation is None for argument in typed_arguments(function))
    ]


def typed_arguments(function: Function) -> Iterator[ast.arg]:
    """The parameters that need a type: all but a leading self or cls."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    first = (
        positional[:1] if positional and positional[0].arg in {"self", "cls"} else []
    )
    yield from positional[len(first) :]
    yield from given.kwonlyargs
    yield from filter(None, (given.vararg, given.kwarg))


def local_imports(source: str) -> list[str]:
    """Functions that import inside themselves."""
    return [
        function.name
        for function in functions(source)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def star_imports(source: str) -> list[str]:
    """Modules whose every name is imported."""
    return [
        node.module or "."
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names)
    ]


def imported(source: str) -> set[str]:
    """The top-level names of all absolute imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def model_lookups(source: str) -> list[int]:
    """Lines that fetch a model by its name."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get_model"
    ]


def broad_handlers(source: str) -> list[int]:
    """Lines that catch everything."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ExceptHandler) and catches_all(node.type)
    ]


def catches_all(caught: ast.expr | None) -> bool:
    """True for a bare except, Exception and BaseException, in a tuple too."""
    if isinstance(caught, ast.Tuple):
        return any(catches_all(item) for item in caught.elts)
    wide = {"Exception", "BaseException"}
    return caught is None or (isinstance(caught, ast.Name) and caught.id in wide)


def vague_classes(source: str) -> list[str]:
    """Classes named for a role that says nothing."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and VAGUE_CLASS.search(node.name)
    ]


def without_opening(source: str) -> bool:
    """True if the module holds code and does not open with a sentence."""
    opening = (ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0]
    return bool(source.strip()) and not re.search(r"[.:]$", opening)


def skipped_tests(source: str) -> list[int]:
    """Lines that skip a test or expect it to fail."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr in {"skip", "skipif", "xfail", "importorskip"}
        and ast.unparse(node).startswith("pytest.")
    ]


def ignored_types(source: str) -> int:
    """How many comments switch the type checker off."""
    return len(re.findall(r"#\s*type:\s*" + "ignore", source))
