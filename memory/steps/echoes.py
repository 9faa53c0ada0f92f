"""Finds candidates that rest on what the gate itself told, and keeps what was found."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from memory.models import (
    Claim,
    Echo,
    Episode,
    Observation,
    SourceKind,
    Support,
)
from memory.queries.told import told_before
from memory.rules.echo import Echoed, Heard, echo
from memory.rules.mark import marks
from memory.rules.validation import Accepted
from memory.steps.origin import Origin

# What an author says, rather than reads.
SAID = frozenset({SourceKind.CONVERSATION, SourceKind.TESTIMONY})

type Found = Mapping[int, Echoed]


@dataclass(frozen=True)
class Echoes:
    """Echoes among candidates: by position, and by claim, each by observation."""

    refused: Mapping[int, Found] = field(default_factory=dict)
    suspects: Mapping[UUID, Found] = field(default_factory=dict)

    @property
    def reasons(self) -> dict[int, str]:
        """Why candidates are refused, by position."""
        return {
            position: _reason(next(iter(found.values())))
            for position, found in self.refused.items()
        }


def find_echoes(episode: Episode, accepted: Sequence[Accepted]) -> Echoes:
    """Which candidates rest on an observation that repeats their claim as told.

    One statement as long as nothing was told of the claims.
    """
    spans = {span.observation: span.text for x in accepted for span in x.spans}
    carried = frozenset().union(*map(marks, spans.values()))
    told = told_before(episode, {each.uid for each in accepted}, carried)
    if not told:
        return Echoes()
    heard = _heard(spans)
    refused: dict[int, Found] = {}
    suspects: dict[UUID, Found] = {}
    for each in accepted:
        found = {
            span.observation: echoed
            for span in each.spans
            if (echoed := echo(heard[span.observation], told.get(each.uid, ())))
        }
        if any(echoed.refused for echoed in found.values()):
            sure = {pk: x for pk, x in found.items() if x.refused}
            refused[each.candidate.position] = sure
        elif found:
            suspects[each.uid] = {**suspects.get(each.uid, {}), **found}
    return Echoes(refused, suspects)


def keep_refused(origin: Origin, echoes: Echoes) -> None:
    """Keep which observations were refused as echoes."""
    _keep(
        origin,
        (
            (observation, echoed, None)
            for found in echoes.refused.values()
            for observation, echoed in found.items()
        ),
    )


def keep_suspects(origin: Origin, echoes: Echoes, claims: Mapping[UUID, Claim]) -> None:
    """Join each new derivation that may be an echo to the words that it repeats."""
    by_claim = {
        claims[uid].pk: found for uid, found in echoes.suspects.items() if uid in claims
    }
    if not by_claim:
        return
    rows = Support.objects.filter(
        derivation__episode=origin.episode, claim__in=by_claim
    )
    pairs = rows.values_list("claim_id", "observation_id", "derivation_id")
    _keep(
        origin,
        (
            (observation, by_claim[claim][observation], derivation)
            for claim, observation, derivation in pairs.order_by("id")
            if observation is not None and observation in by_claim[claim]
        ),
    )


def _keep(origin: Origin, found: Iterable[tuple[int, Echoed, int | None]]) -> None:
    rows = [
        Echo(
            workspace=origin.workspace,
            observation_id=observation,
            line_id=echoed.line,
            derivation_id=derivation,
            kind=echoed.kind,
            likeness=echoed.likeness,
            at=origin.now,
        )
        for observation, echoed, derivation in found
    ]
    Echo.objects.bulk_create(rows, ignore_conflicts=True)


def _heard(texts: Mapping[int, str]) -> dict[int, Heard]:
    rows = Observation.objects.filter(pk__in=texts).values_list(
        "pk", "recorded_at", "source__kind", "source__uri"
    )
    return {
        pk: Heard(texts[pk], own=kind in SAID or not uri, recorded_at=at)
        for pk, at, kind, uri in rows
    }


def _reason(echoed: Echoed) -> str:
    if echoed.kind == "mark":
        return (
            f"It carries the mark of receipt {echoed.receipt}, which told this claim."
        )
    return f"It only repeats what receipt {echoed.receipt} told of this claim."
