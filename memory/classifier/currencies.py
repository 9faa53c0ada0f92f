"""The currencies of ISO 4217: their codes, and the names people call them by.

A code that is also an ordinary word, a place or an acronym is never read in lower
case, and in capitals only beside an amount that looks like money.
"""

from functools import lru_cache
from importlib import resources
from itertools import product

from memory.classifier.wordlist import words

# Codes that texts use for something else, in capitals or in lower case.
AMBIGUOUS = frozenset(
    words(
        "ALL AMD ANG BAM BMD BOB BND CDF COP CUP CVE DEM DOP ERN ESP FIM FRF GEL GIP"
        " HTG IEP ILS INR IRR ITL KGS LAK LBP LSL MAD MDL MOP MUR NAD NIO PAB PEN PHP"
        " PTE PYG RON SAR SCR SDG SHP SLE SOS SRD SSP STN SZL TMT TOP TND TRY VES WST"
        " XAF ATS BEF GRD NLG BSD BTN CRC DJF FKP GMD"
    )
)
# Of the others, those that are words in lower case; and those read behind a number.
_CAPITALS_ONLY = frozenset(words("CAD KES NOK RUB"))
_BEHIND = frozenset(words("ILS INR"))
# Two names that are no codes but stand where codes do.
_LIKE_CODES = {"RMB": "CNY", "NIS": "ILS"}


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[str, list[str], list[str], list[str]], ...]:
    file = resources.files("memory.classifier") / "currencies.tsv"
    lines = file.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and line[0] != "#")
    return tuple((c, w.split(","), n.split(","), a.split(",")) for c, w, n, a in rows)


CODES = {code: code for code, _, _, _ in _rows()} | _LIKE_CODES
PLAIN_CODES = {code: name for code, name in CODES.items() if code not in AMBIGUOUS}
LOWER_CODES = frozenset(PLAIN_CODES) - _CAPITALS_ONLY


def currency_names() -> dict[str, str]:
    """What currencies are called behind a number, codes that are no words included."""
    table: dict[str, str] = {}
    for code, whose, names, alone in _rows():
        table |= {f"{owner} {name}": code for owner, name in product(whose, names)}
        table |= {name: code for name in alone if name}
    table |= PLAIN_CODES | {code: code for code in _BEHIND} | {"Rs": "INR"}
    return table | {code.lower(): CODES[code] for code in LOWER_CODES}
