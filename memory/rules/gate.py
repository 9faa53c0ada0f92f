"""What of the lenses' finds is told, and in which order."""

from collections.abc import Collection, Iterable, Mapping, Sequence

# Of reciprocal rank fusion (Cormack, 2009): how much the first places are worth.
FLATTEN = 60


def fuse(brought: Mapping[str, Sequence[int]]) -> dict[int, tuple[str, ...]]:
    """The claims of all lenses, best first, each with the lenses that brought it.

    By the sum of reciprocal ranks; of equals the newer claim comes first.
    """
    score: dict[int, float] = {}
    lenses: dict[int, list[str]] = {}
    for lens, claims in brought.items():
        for rank, claim in enumerate(dict.fromkeys(claims), 1):
            score[claim] = score.get(claim, 0.0) + 1 / (FLATTEN + rank)
            lenses.setdefault(claim, []).append(lens)
    order = sorted(score, key=lambda claim: (-score[claim], -claim))
    return {claim: tuple(lenses[claim]) for claim in order}


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
