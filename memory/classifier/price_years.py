"""Finds money of different price years that a sentence adds up or compares."""

import re
from collections.abc import Iterator

from memory.classifier.finding import Finding
from memory.classifier.sentence import Sentence

_YEAR = (
    r"\b(?P<year>(?:19|20)\d\d)[- ](?:constant )?(?:US )?"
    r"(?:dollars?|euros?|pounds?|prices|USD|EUR|GBP|money)\b"
)
_BACK = r"\b(?:dollars|euros|pounds|prices) of (?P<of>(?:19|20)\d\d)\b"
_PRICES = re.compile(f"{_YEAR}|{_BACK}", re.I)
_TOGETHER = re.compile(
    r"\b(?:total\w*|sum|together|combined|rose|risen|fell|fallen|grew|grown|increas\w+"
    r"|decreas\w+|dropp?\w*|declin\w+|doubl\w+|tripl\w+|differ\w+|more than|less than"
    r"|cheaper|dearer|times|half|twice|save[sd]?|saving)\b",
    re.I,
)
_ADJUSTED = re.compile(
    r"\b(?:adjust\w+|inflation|deflat\w+|convert\w+|real terms|indexed|equivalent"
    r"|same prices|not comparable)\b",
    re.I,
)
MONEY = frozenset(("USD", "EUR", "GBP", "AUD", "cent", "pence"))


def check(s: Sentence) -> Iterator[Finding]:
    """Amounts in the prices of two years put together without adjusting them.

    Whether prices moved between the years is not in the text: a suspicion.
    """
    found = list(_PRICES.finditer(s.text))
    years = list(dict.fromkeys(each["year"] or each["of"] for each in found))
    amounts = sum(q.unit in MONEY for q in s.quantities)
    joined = _TOGETHER.search(s.text) and not _ADJUSTED.search(s.text)
    if len(years) < 2 or amounts < 2 or not joined:
        return
    yield Finding(
        check="units",
        verdict="suspect",
        decided_by="code",
        span=(s.start + found[0].start(), s.start + found[-1].end()),
        message=(
            f"Amounts in prices of {years[0]} and of {years[1]} are put together;"
            " they would have to be in the prices of one year."
        ),
        reported=f"prices of {', '.join(years)}",
        rule="price year",
    )
