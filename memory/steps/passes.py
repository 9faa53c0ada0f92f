"""What a pass over the store finds, and how its answer is kept with its decision."""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import connection

from memory.models import AffectedClaim, Decision, EffectKind
from memory.queries.weights import Weight
from memory.steps.dispute import Hit

MARKED = frozenset({EffectKind.LOST, EffectKind.WEAKENED})
# So many claims of an effect are named at once, with their confidences; a retraction
# that touches more is carried out by workers.
AT_ONCE = 1000


@dataclass(frozen=True)
class Touched:
    """One line of a pass's answer; depth 1 rests directly on what left."""

    claim: int
    effect: EffectKind
    depth: int
    before: Weight | None = None
    after: Weight | None = None


@dataclass(frozen=True)
class Pass:
    """What a pass finds, before anything is written.

    `touched` is ordered by depth and claim; `hits` are the lost and the weakened.
    `raised` are the new ranks of claims that are in dispute already.
    """

    touched: tuple[Touched, ...] = ()
    hits: Mapping[int, Hit] = field(default_factory=dict)
    raised: Mapping[int, int] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """How many claims of each effect."""
        found = Counter(each.effect for each in self.touched)
        return {effect.value: found[effect] for effect in EffectKind}

    @property
    def marked(self) -> list[int]:
        """The claims that lose evidence."""
        return [each.claim for each in self.touched if each.effect in MARKED]

    @property
    def fingerprint(self) -> str:
        """What names the claims and what happens to each."""
        named = ",".join(sorted(f"{each.claim}:{each.effect}" for each in self.touched))
        return hashlib.sha256(named.encode()).hexdigest()[:16]


def keep(decision: Decision, passed: Pass) -> None:
    """Keep a pass's answer beside its decision."""
    touched = passed.touched
    before = [each.before for each in touched]
    after = [each.after for each in touched]
    with connection.cursor() as cursor:
        cursor.execute(
            KEEP,
            [
                decision.workspace_id,
                decision.pk,
                [each.claim for each in touched],
                [each.effect.value for each in touched],
                [each.depth for each in touched],
                [each and each.independent for each in before],
                [each and each.by_source for each in before],
                [each and each.independent for each in after],
                [each and each.by_source for each in after],
            ],
        )


def kept(decision: Decision) -> Pass:
    """The answer that was kept, for a call that is made again."""
    rows = AffectedClaim.objects.filter(decision=decision)
    found = rows.order_by("depth", "claim_id").values_list(*KEPT)
    return Pass(
        tuple(
            Touched(claim, EffectKind(effect), depth, _weight(*w[:2]), _weight(*w[2:]))
            for claim, effect, depth, *w in found
        )
    )


def _weight(independent: float | None, by_source: float | None) -> Weight | None:
    if independent is None or by_source is None:
        return None
    return Weight(independent, by_source)


KEPT = (
    "claim_id",
    "effect",
    "depth",
    "independent_before",
    "by_source_before",
    "independent_after",
    "by_source_after",
)

KEEP = """
INSERT INTO memory_affectedclaim
    (workspace_id, decision_id, claim_id, effect, depth,
     independent_before, by_source_before, independent_after, by_source_after)
SELECT %s, %s, given.* FROM unnest(
    %s::bigint[], %s::text[], %s::int[],
    %s::float8[], %s::float8[], %s::float8[], %s::float8[]
) AS given
ON CONFLICT (decision_id, claim_id) DO NOTHING
"""
