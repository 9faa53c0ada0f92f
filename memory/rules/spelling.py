"""The spelling of external ids: every way to write one id folds into one."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from urllib.parse import unquote

NORMALISER_VERSION = 1
MAX_ID = 200
MAX_URI = 2000

_BIDI = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
# Marks that draw nothing although Unicode does not class them as format characters.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0]"
)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):\S+", re.ASCII)
RUNNING_SCHEMES = frozenset({"javascript", "vbscript", "data", "file", "blob"})
_DASHES_OF_OTHER_CLASSES = frozenset("\u2212\u2043\u02d7")


class IdentityRefused(ValueError):
    """An external id that cannot name anything; code says why in one word."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def normalise(kind: str, external_id: str) -> str:
    """Fold every spelling of one external id of this kind into one.

    Idempotent. At most 200 characters before and after. Raises IdentityRefused
    with code nul_character, unicode, control_character, blank or too_long.
    """
    return _bounded(_rule(kind), external_id, MAX_ID)


def normalise_kind(kind: str) -> str:
    """Fold a kind like any other name, so that Pump and pump are one kind."""
    return _bounded(_general, kind, MAX_ID)


def voice(uri: str) -> str:
    """Give all revisions of one URI one key: they are one voice.

    Raises IdentityRefused as normalise does, beyond 2,000 characters.
    """
    return _bounded(_url, uri, MAX_URI)


def is_address(uri: str) -> bool:
    """Whether it has a scheme, and not one that runs or reads."""
    found = _SCHEME.fullmatch(uri)
    return found is not None and found[1].lower() not in RUNNING_SCHEMES


# One distillation asks for the same few ids again and again.
@lru_cache(maxsize=2048)
def _bounded(rule: Callable[[str], str], text: str, longest: int) -> str:
    _refuse_long(text, longest)
    _refuse_characters(text)
    folded = _settled(rule, text)
    if not folded:
        raise IdentityRefused("blank", "an id needs a visible character")
    # Folding can lengthen a text, and decoding a link can reveal a control character.
    _refuse_long(folded, longest)
    _refuse_characters(folded)
    return folded


def _settled(rule: Callable[[str], str], text: str) -> str:
    while (folded := rule(text)) != text:
        text = folded
    return folded


def _refuse_long(text: str, longest: int) -> None:
    if len(text) > longest:
        raise IdentityRefused("too_long", f"an id has at most {longest} characters")


def _refuse_characters(text: str) -> None:
    if text.isascii() and text.isprintable():
        return
    for character in text:
        category = unicodedata.category(character)
        if character == "\0":
            raise IdentityRefused("nul_character", "an id holds no NUL")
        # An unassigned code point may fold differently in a later Unicode.
        if category in {"Cs", "Cn"}:
            raise IdentityRefused("unicode", "an id holds assigned characters only")
        if character in _BIDI or (category == "Cc" and not character.isspace()):
            raise IdentityRefused(
                "control_character", "an id holds no control characters"
            )


def _cleaned(text: str) -> str:
    if text.isascii():
        return " ".join(text.split())
    composed = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    kept = (c for c in composed if unicodedata.category(c) != "Cf")
    return " ".join("".join(kept).split())


def _dashed(text: str) -> str:
    if text.isascii():
        return text
    return "".join("-" if _is_dash(c) else c for c in text)


def _is_dash(character: str) -> bool:
    dash = unicodedata.category(character) == "Pd"
    return dash or character in _DASHES_OF_OTHER_CLASSES


def _general(text: str) -> str:
    return _dashed(_cleaned(_cleaned(text).casefold()))


def _doi(text: str) -> str:
    """Case does not count in a DOI (DOI Handbook 2.4); resolver links are stripped."""
    folded = _general(text)
    link = re.fullmatch(r"https?://(?:dx\.|www\.)?doi\.org/(10\..+)", folded)
    if link:
        return _general(unquote(link[1]))
    return re.sub(r"^doi: ?(?=10\.)", "", folded)


def _orcid(text: str) -> str:
    """Sixteen digits, the last may be x, in four groups."""
    folded = _general(text)
    bare = re.sub(r"^(?:https?://(?:www\.)?orcid\.org/|orcid: ?)", "", folded)
    digits = re.sub(r"[ -]", "", bare).rstrip("/")
    if not re.fullmatch(r"[0-9]{15}[0-9x]", digits):
        return folded
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))


def _email(text: str) -> str:
    """The whole address is folded: no known provider tells mailboxes by case."""
    folded = _general(text)
    bare = re.sub(r"^(?:<|mailto:)|>$", "", folded)
    return bare if re.fullmatch(r"[^@ ]+@[^@ ]+", bare) else folded


def _url(text: str) -> str:
    """Scheme and host are folded, path and query keep their case (RFC 3986, 6.2)."""
    cleaned = _cleaned(text)
    parts = re.fullmatch(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)(.*)", cleaned)
    if not parts:
        return cleaned
    scheme, authority, rest = parts[1].casefold(), parts[2], parts[3]
    login, at, host = authority.rpartition("@")
    default = {"http": ":80", "https": ":443"}.get(scheme, ":")
    host = host.casefold().removesuffix(default)
    if scheme in {"http", "https"} and not rest.startswith("/"):
        rest = "/" + rest
    return f"{scheme}://{login}{at}{host}{_escapes(rest)}"


def _escapes(path: str) -> str:
    return re.sub(r"%[0-9A-Fa-f]{2}", _escape, path)


def _escape(found: re.Match[str]) -> str:
    meant = chr(int(found[0][1:], 16))
    plain = meant.isascii() and (meant.isalnum() or meant in "-._~")
    return meant if plain else found[0].upper()


def _tag(text: str) -> str:
    """An equipment tag: space beside a dash is a typist's habit, a dash is not."""
    return re.sub(r" ?- ?", "-", _general(text))


RULES: Mapping[str, Callable[[str], str]] = {
    "doi": _doi,
    "orcid": _orcid,
    "url": _url,
    "email": _email,
    "tag": _tag,
}


@lru_cache(maxsize=256)
def _rule(kind: str) -> Callable[[str], str]:
    return RULES.get(_general(kind), _general)
