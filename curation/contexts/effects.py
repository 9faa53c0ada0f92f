"""What leaving or coming back does to claims: counts, depths and rows by effect."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from curation.contexts.words import Statement, statement
from memory.models import Claim, EffectKind
from memory.steps.passes import AT_ONCE, Pass, Touched

SHOWN = 25
# Which shape and colour an effect has, where it is not its own.
TONES = {"ended": "retired", "restored": "admissible", "kept": "reached"}
ABOUT = {
    EffectKind.LOST: "no live derivation left",
    EffectKind.WEAKENED: "another live derivation survives",
    EffectKind.REACHED: "unchanged: no reading of it dies by this",
    EffectKind.ENDED: "had ended before; nothing opens",
    EffectKind.RESTORED: "comes back to the status it had",
    EffectKind.KEPT: "stays as it is: something else hit it, or it was settled",
}


@dataclass(frozen=True)
class EffectRow:
    """One claim; confidences are one voice per source, none where nothing is live."""

    uid: UUID
    statement: Statement
    depth: int
    before: float | None
    after: float | None


@dataclass(frozen=True)
class Effect:
    """All claims of one effect, the first of them as rows."""

    name: str
    tone: str
    about: str
    count: int
    rows: list[EffectRow]

    @property
    def beyond(self) -> int:
        """How many are not shown."""
        return self.count - len(self.rows)


@dataclass(frozen=True)
class Depth:
    """How much lies how far from what leaves; shares of the widest row in percent."""

    depth: int
    lost: int
    weakened: int
    others: int
    lost_wide: str
    weakened_wide: str


@dataclass(frozen=True)
class Radius:
    """Everything that one act touches."""

    effects: list[Effect]
    depths: list[Depth]
    disputed: int
    total: int
    fingerprint: str
    everything: bool


def radius(passed: Pass, *, everything: bool = False) -> Radius:
    """The answer of a pass as a page shows it, in one statement.

    The first rows of each effect, or `everything` that is told at once.
    """
    counts = passed.counts
    by_effect = {
        kind: [each for each in passed.touched if each.effect == kind]
        for kind in EffectKind
    }
    limit = AT_ONCE if everything else SHOWN
    shown = {kind: rows[:limit] for kind, rows in by_effect.items()}
    claims = _claims([each.claim for rows in shown.values() for each in rows])
    return Radius(
        effects=[
            Effect(
                name=kind.value,
                tone=TONES.get(kind.value, kind.value),
                about=ABOUT[kind],
                count=counts[kind],
                rows=[_row(each, claims[each.claim]) for each in rows],
            )
            for kind, rows in shown.items()
            if rows or kind in {EffectKind.LOST, EffectKind.WEAKENED}
        ],
        depths=_depths(passed.touched),
        disputed=counts[EffectKind.LOST] + counts[EffectKind.WEAKENED],
        total=len(passed.touched),
        fingerprint=passed.fingerprint,
        everything=everything,
    )


def _claims(ids: Sequence[int]) -> dict[int, Claim]:
    rows = Claim.objects.select_related("subject", "object", "predicate")
    return rows.in_bulk(ids)


def _row(touched: Touched, claim: Claim) -> EffectRow:
    before, after = touched.before, touched.after
    return EffectRow(
        uid=claim.uid,
        statement=statement(claim),
        depth=touched.depth,
        before=before.by_source if before and before.independent else None,
        after=after.by_source if after and after.independent else None,
    )


def _depths(touched: Sequence[Touched]) -> list[Depth]:
    found = Counter((each.depth, each.effect) for each in touched)
    marked: dict[int, tuple[int, int]] = {
        depth: (found[depth, EffectKind.LOST], found[depth, EffectKind.WEAKENED])
        for depth in sorted({each.depth for each in touched})
    }
    widest = max((sum(pair) for pair in marked.values()), default=0) or 1
    whole = Counter(each.depth for each in touched)
    return [
        Depth(
            depth=depth,
            lost=lost,
            weakened=weakened,
            others=whole[depth] - lost - weakened,
            lost_wide=f"{lost / widest:.1%}",
            weakened_wide=f"{weakened / widest:.1%}",
        )
        for depth, (lost, weakened) in marked.items()
    ]
