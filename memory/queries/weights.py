"""The two confidences of many claims at once, for evidence as it is or will be."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import connection

from memory.queries.evidence import Evidence
from memory.rules.composition import Reading, compose


@dataclass(frozen=True)
class Weight:
    """What a claim's live derivations add up to; both in [0, 1]."""

    independent: float
    by_source: float


def weights(claims: Collection[int], evidence: Evidence) -> dict[int, Weight]:
    """Weigh claims whose closure is resolved in `evidence`, in one statement."""
    ids = [x for claim in claims for x in evidence.live_derivations(claim)]
    readings = _readings(ids, evidence)
    return {claim: _weight(claim, evidence, readings) for claim in claims}


def _weight(claim: int, evidence: Evidence, readings: Mapping[int, Reading]) -> Weight:
    composed = compose([readings[x] for x in evidence.live_derivations(claim)])
    return Weight(composed.independent, composed.by_source)


def _readings(derivations: Collection[int], evidence: Evidence) -> dict[int, Reading]:
    with connection.cursor() as cursor:
        cursor.execute(READINGS, [sorted(derivations)])
        rows = cursor.fetchall()
    return {
        id_: reading(id_, kappa, print_, one_voice, repeats, evidence)
        for id_, kappa, print_, one_voice, repeats in rows
    }


def reading(
    id_: int,
    kappa: float,
    print_: int | None,
    one_voice: bool,
    repeats: Iterable[int],
    evidence: Evidence,
) -> Reading:
    """A derivation as it weighs, with the voices that it rests on in the end."""
    sources = evidence.sources.get(id_, frozenset())
    return Reading(
        id=id_,
        kappa=kappa,
        voices=frozenset(str(evidence.voices[source]) for source in sources),
        fingerprints=frozenset() if print_ is None else frozenset({print_}),
        one_voice=one_voice,
        repeats=frozenset(repeats),
    )


# The derivations whose words, told by the gate, a derivation may only repeat.
REPEATS = """
ARRAY(SELECT line.derivation_id FROM memory_echo echo
      JOIN memory_receiptline line ON line.id = echo.line_id
      WHERE echo.derivation_id = derivation.id AND line.derivation_id IS NOT NULL)
"""

READINGS = f"""
SELECT derivation.id, derivation.kappa, words.fingerprint,
       coalesce(key.one_voice, false), {REPEATS}
FROM memory_derivation derivation
JOIN memory_derivationtext words ON words.derivation_id = derivation.id
JOIN memory_episode episode ON episode.id = derivation.episode_id
LEFT JOIN memory_apikey key ON key.id = episode.key_id
WHERE derivation.id = ANY(%s)
"""
