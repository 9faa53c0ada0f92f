"""The README's table of settings names every value that is read, and no other."""

import ast
import re

from tests.architecture import PRODUCT, ROOT, named

READERS = {"amount", "choice", "flag", "folder", "names", "number", "text", "url"}
README = (ROOT / "README.md").read_text(encoding="utf-8")


def names_read(source: str) -> set[str]:
    """The variables that a module reads through config.env."""
    return {
        node.args[0].value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in READERS
        and ast.unparse(node.func.value) == "env"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def documented(text: str) -> set[str]:
    """The names in the first column of the table of settings."""
    return set(re.findall(r"^\| `([A-Z_]+)` \|", text, re.MULTILINE))


def sources() -> dict[str, str]:
    paths = (path for part in PRODUCT for path in (ROOT / part).rglob("*.py"))
    return {named(path): path.read_text(encoding="utf-8") for path in paths}


def test_every_setting_is_documented_and_no_other() -> None:
    read = set[str]().union(*map(names_read, sources().values()))
    assert documented(README) == read


def test_the_environment_is_read_in_one_place() -> None:
    direct = re.compile(r"os\.(environ(\.get\b|\[)|getenv)")
    users = [name for name, text in sources().items() if direct.search(text)]
    assert users == ["config/env.py"]


def test_an_undocumented_setting_is_seen() -> None:
    source = 'x = env.number("PORT", 1, 1, 9)\ny = env.text("HOST")\nother.text("NO")'
    assert names_read(source) == {"PORT", "HOST"}
    assert documented("| `PORT` | 8000 |\n| other `HOST` |") == {"PORT"}
