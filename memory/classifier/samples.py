"""What samples allow: Wilson intervals and groups compared group by group."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal

_Z = 1.96
_GROUPS = re.compile(
    r"(?P<name>[A-Z]\w{0,15})\s[a-z]+\s(?P<a>\d{1,6}) of (?P<b>\d{1,6}) (?P<g>[a-z]+)"
    r" and (?P<c>\d{1,6}) of (?P<d>\d{1,6}) (?P<h>[a-z]+)"
)
_EACH_GROUP = re.compile(
    r"\bso (?P<name>[A-Z]\w{0,15}) is (?:better|higher) in (?:each|both|every)\b"
)


def wilson(k: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of k successes in n trials (0 <= k <= n, n > 0).

    E. B. Wilson, JASA 22 (1927) 209-212.
    """
    share, z2 = k / n, _Z * _Z
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return middle - half, middle + half


def simpson(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Claims "better in each group" that the counts given for the groups refute."""
    claim, arms = _EACH_GROUP.search(text), list(_GROUPS.finditer(text))
    if not claim or len(arms) != 2 or claim["name"] not in {a["name"] for a in arms}:
        return
    if min(int(arm[key]) for arm in arms for key in "bd") == 0:
        return
    mine, other = sorted(arms, key=lambda a: a["name"] != claim["name"])
    better = [
        Decimal(mine[k]) / int(mine[n]) > Decimal(other[k]) / int(other[n])
        for k, n in (("a", "b"), ("c", "d"))
    ]
    if not all(better):
        yield (
            claim.span(),
            f"{other['name']} is better in {2 - sum(better)} of 2 groups",
        )
