"""How much the offline distiller trusts its own reading."""

CEILING = 0.6
"""No rule reading is trusted further, however plain the sentence."""

FLOOR = 0.05

HEDGED = 0.5

ATTRIBUTED = 0.75

BY_PRONOUN = 0.75

UNKNOWN_PREDICATE = 0.85

GENERIC_SUBJECT = 0.9

INDIRECT = 0.9

LOOSE = 0.95


def kappa_of(
    *,
    hedged: bool,
    attributed: bool,
    by_pronoun: bool,
    known: bool,
    generic: bool,
    indirect: bool,
    loose: bool,
) -> float:
    """The ceiling times one factor for each weakness, never under the floor.

    The factors are a judgement, not learned: `hedged` (may, probably, appears),
    `attributed` (said by somebody), `by_pronoun` (the antecedent was guessed),
    `known` false (the predicate was derived from the wording), `generic` (the
    subject is a common noun), `indirect` (a relative clause, a shared subject or a
    modal), `loose` (about, up to).
    """
    kappa = CEILING
    for weak, factor in (
        (hedged, HEDGED),
        (attributed, ATTRIBUTED),
        (by_pronoun, BY_PRONOUN),
        (not known, UNKNOWN_PREDICATE),
        (generic, GENERIC_SUBJECT),
        (indirect, INDIRECT),
        (loose, LOOSE),
    ):
        kappa *= factor if weak else 1.0
    return round(max(kappa, FLOOR), 3)
