"""Finds credentials in text: well-known keys, private keys, tokens, passwords."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

# No more of a text is looked at; a text of the log is shorter.
LONGEST: Final = 1_000_000
# Bits a character: below it words of a language and identifiers, above it drawn keys.
RANDOM: Final = 3.2
# What stands where a credential would: a gap to be filled in, or a blanked one.
PLACEHOLDER: Final = re.compile(
    r"^[<\[{(%$*]|\*{3}|x{4}|\.{3}|…|^(?:your|my|the|some|example|sample|dummy|changeme"
    r"|redacted|hidden|none|null|true|false|env|process|os|self|settings|config"
    r"|passw(?:or)?d|pass|pw|secret|token|key)(?:\b|_)",
    re.IGNORECASE,
)
# The formats of well-known issuers' keys.
KEYS: Final = (
    r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}",
    r"gh[pousr]_[0-9A-Za-z]{36,}",
    r"github_pat_[0-9A-Za-z_]{40,}",
    r"glpat-[0-9A-Za-z_-]{20,}",
    r"xox[abeprs]-[0-9A-Za-z-]{10,}",
    r"AIza[0-9A-Za-z_-]{35}",
    r"ya29\.[0-9A-Za-z_-]{20,}",
    r"sk-[0-9A-Za-z_-]{20,}",
    r"[rs]k_(?:live|test)_[0-9A-Za-z]{16,}",
    r"whsec_[0-9A-Za-z+/=]{24,}",
    r"SG\.[0-9A-Za-z_-]{16,}\.[0-9A-Za-z_-]{16,}",
    r"hf_[0-9A-Za-z]{30,}",
    r"npm_[0-9A-Za-z]{36}",
    r"pypi-[0-9A-Za-z_-]{50,}",
    r"dop_v1_[0-9a-f]{64}",
    r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    r"wk_[0-9A-Za-z_-]{30,}",
)
KEY_HINTS: Final = (
    *("akia", "asia", "abia", "acca", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "_pat_"),
    *("glpat-", "xox", "aiza", "ya29.", "sk-", "k_live_", "k_test_", "whsec_", "sg."),
    *("hf_", "npm_", "pypi-", "dop_v1_", "shpat_", "shpca_", "shppa_", "shpss_", "wk_"),
)
NAMED_KEY: Final = (
    r"(?:api|access|secret|private|account|auth|signing|encryption)[_ -]?key"
)
VALUE: Final = (
    r"""["'`]?[ ]?(?:=>|:=|[=:]|[ ]is[ ])[ ]*"""
    r"""(?:"([^"\n]{4,200})"|'([^'\n]{4,200})'|([^\s"'`,;<>]{4,200}))"""
)


def credentials_in(*texts: str) -> tuple[str, ...]:
    """The kinds of credentials that the texts hold, in order; empty for none.

    Kinds: api_key, password, private_key, token. It prefers overlooking a weak
    password to crying wolf over an identifier: an assigned value has to look drawn.
    """
    return tuple(sorted({kind for text in texts for kind in _kinds(text[:LONGEST])}))


def credentials_within(value: object) -> tuple[str, ...]:
    """The same for every string inside a JSON value."""
    return credentials_in(*_strings(value))


def _strings(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as members:
                waiting.extend(members.values())
            case list() | tuple() as items:
                waiting.extend(items)


def _kinds(text: str) -> Iterator[str]:
    lowered = text.lower()
    for shape in SHAPES:
        if any(hint in lowered for hint in shape.hints) and shape.is_in(text):
            yield shape.kind


def _anything(value: str) -> bool:
    return True


def _is_filled(value: str) -> bool:
    return not PLACEHOLDER.search(value)


def _is_password(value: str) -> bool:
    """Letters with digits or signs between them, as no word of a sentence has."""
    if PLACEHOLDER.search(value) or " " in value or len(value) < 6:
        return False
    return any(map(str.isalpha, value)) and any(
        not each.isalpha() and each not in "-_'’.()" for each in value
    )


def _is_drawn(value: str) -> bool:
    """Whether it is long and as uneven as only something drawn at random is."""
    if PLACEHOLDER.search(value) or len(value) < 16 or " " in value:
        return False
    if not any(map(str.isdigit, value)) or not any(map(str.isalpha, value)):
        return False
    return _entropy(value) >= RANDOM


def _entropy(value: str) -> float:
    """Shannon's, in bits a character."""
    counts = Counter(value).values()
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts)


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of credential is written.

    Without one of `hints`, sought faster than any pattern, it is not there. The
    pattern is linear: no repetition inside another.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]
    judge: Callable[[str], bool] = _anything

    def is_in(self, text: str) -> bool:
        """Whether something in the text has the pattern and is no placeholder."""
        found = self.pattern.finditer(text)
        return any(self.judge(each[each.lastindex or 0].rstrip(".)")) for each in found)


SHAPES: Final = (
    Shape(
        "private_key",
        ("private key",),
        re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY"),
    ),
    Shape(
        "api_key",
        KEY_HINTS,
        re.compile(rf"(?<![0-9A-Za-z_-])(?:{'|'.join(KEYS)})(?![0-9A-Za-z])"),
    ),
    Shape(
        "token",
        ("eyj",),
        re.compile(r"(?<![0-9A-Za-z_-])eyJ[0-9A-Za-z_-]{8,}\.eyJ[0-9A-Za-z_-]{8,}"),
    ),
    Shape(
        "token",
        ("bearer ", "basic ", "token "),
        re.compile(r"(?i)\b(?:bearer|basic|token) +([0-9A-Za-z._~+/=-]{16,400})"),
        _is_drawn,
    ),
    Shape(
        "token",
        ("secret", "token", "credential", "key"),
        re.compile(rf"(?i)(?:secret|token|credential|{NAMED_KEY}){VALUE}"),
        _is_drawn,
    ),
    # An address that its signature opens to whoever holds it.
    Shape(
        "token",
        ("sig=", "signature="),
        re.compile(r"(?i)[?&](?:[a-z-]{0,20}signature|sig)=([^\s&#\"'<>]{16,400})"),
        _is_drawn,
    ),
    Shape(
        "password",
        ("pass", "pwd"),
        re.compile(rf"(?i)(?:pass(?:word|wd|phrase)|(?<![a-z])pwd){VALUE}"),
        _is_password,
    ),
    Shape(
        "password",
        ("://",),
        re.compile(r"(?i)\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{0,80}:([^\s/@]{3,200})@"),
        _is_filled,
    ),
)
