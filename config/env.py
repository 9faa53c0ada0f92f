"""Typed readers of environment values: a malformed value stops the start by name."""

import os
import re
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlsplit

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})


class BadSetting(SystemExit):
    """Ends the process with one line: the variable, and what would be right."""

    def __init__(self, name: str, expected: str) -> None:
        super().__init__(f"warrant: {name} is malformed: expected {expected}")


def text(name: str, default: str = "") -> str:
    """The value without surrounding space; an empty value counts as unset."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    """A yes or no."""
    value = text(name).lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise BadSetting(name, "1 or 0 (also true, false, yes, no, on, off)")
    return value in TRUE


def number(name: str, default: int, low: int, high: int) -> int:
    """A whole number between low and high, both included, in ASCII digits."""
    value = text(name)
    if not value:
        return default
    digits = value.isascii() and value.isdigit() and len(value) <= len(str(high))
    if not digits or not low <= int(value) <= high:
        raise BadSetting(name, f"a whole number from {low} to {high}")
    return int(value)


def amount(name: str) -> Decimal:
    """A sum of money, zero when unset: digits with at most six after a point."""
    value = text(name, "0")
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", value, re.ASCII):
        raise BadSetting(name, "an amount such as 0.25")
    return Decimal(value)


def names(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A comma-separated list; empty items are dropped."""
    items = [item.strip() for item in text(name).split(",")]
    return [item for item in items if item] or list(default)


def url(name: str, schemes: tuple[str, ...], default: str = "") -> str:
    """An address with one of the schemes; it may hold a password: never echoed."""
    value = text(name)
    if not value:
        return default
    example = f"an address that starts with {' or '.join(f'{s}://' for s in schemes)}"
    try:
        parts = urlsplit(value)
        known = parts.scheme in schemes and (parts.port is None or parts.port > 0)
    except ValueError:
        raise BadSetting(name, example) from None
    if not known or not (parts.netloc or parts.path.strip("/")):
        raise BadSetting(name, example)
    return value


def choice(name: str, allowed: tuple[str, ...], default: str) -> str:
    """One of the allowed words, in any case."""
    value = text(name, default).upper()
    if value not in allowed:
        raise BadSetting(name, f"one of {', '.join(allowed)}")
    return value


def folder(name: str, default: Path) -> Path:
    """An absolute folder path; a relative value counts from the working folder."""
    path = Path(text(name, str(default))).expanduser().absolute()
    if path.exists() and not path.is_dir():
        raise BadSetting(name, "a folder, and a file of that name is in the way")
    return path
