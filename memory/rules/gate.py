"""Which of the claims that may be believed are served."""

from collections.abc import Collection, Iterable, Sequence


def chosen(ordered: Iterable[int], one_voice: Collection[int], k: int) -> list[int]:
    """At most `k` of some claims, in their order.

    Keeps true: those of one voice are never more than the others, as long as there
    is any other.
    """
    claims = list(ordered)
    others = sum(claim not in one_voice for claim in claims)
    allowed = k if others == 0 else min(k // 2, others)
    served: list[int] = []
    voiced = 0
    for claim in claims:
        voiced += claim in one_voice
        if claim not in one_voice or voiced <= allowed:
            served.append(claim)
    return served[:k]


def settled(ordered: Sequence[int], one_voice: Collection[int], k: int) -> bool:
    """Whether `chosen` serves the first `k`, whatever else comes behind them."""
    first = ordered[:k]
    voiced = sum(claim in one_voice for claim in first)
    return len(first) == k and voiced <= k // 2
