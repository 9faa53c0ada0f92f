"""Writes retractions and what belongs to them."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

from memory.models import (
    Decision,
    Observation,
    Retraction,
    RetractionKind,
    RetractionWords,
    Withdrawal,
)
from memory.queries.evidence import Seeds
from memory.steps.events import tell_of


@dataclass(frozen=True)
class Scope:
    """What a retraction takes away: observations, or a source, or what one said.

    `derivations` are withdrawn along with it; a concern withdraws nothing.
    """

    observations: tuple[int, ...] = ()
    source: int | None = None
    derivations: tuple[int, ...] = ()
    replacement: int | None = None

    def seeds(self) -> Seeds:
        """Where the leaving pass begins."""
        ids = set(self.observations)
        if self.source is not None:
            ids |= _drawn_from([self.source])
        return Seeds(
            observations=frozenset(ids), derivations=frozenset(self.derivations)
        )


def write_retractions(
    decision: Decision, kind: RetractionKind, reason: str, scope: Scope
) -> list[Retraction]:
    """One row a target, each with its reason beside it."""
    rows = [
        Retraction(
            workspace=decision.workspace,
            kind=kind,
            observation_id=observation,
            replacement_observation_id=scope.replacement,
            decision=decision,
        )
        for observation in scope.observations
    ]
    if scope.source is not None:
        rows = [
            Retraction(
                workspace=decision.workspace,
                kind=kind,
                source_id=scope.source,
                replacement_source_id=scope.replacement,
                decision=decision,
            )
        ]
    made = Retraction.objects.bulk_create(rows)
    RetractionWords.objects.bulk_create(
        RetractionWords(retraction=row, reason=reason) for row in made
    )
    withdraw(decision, scope.derivations)
    tell_of(decision.workspace, "retracted", [decision.uid], decision.at)
    return made


def withdraw(decision: Decision, derivations: Collection[int]) -> None:
    """Record that derivations no longer count."""
    Withdrawal.objects.bulk_create(
        Withdrawal(
            workspace=decision.workspace, derivation_id=derivation, decision=decision
        )
        for derivation in sorted(derivations)
    )


def reinstatable(decision: Decision) -> Seeds:
    """What comes back once everything that a decision took away is given back."""
    rows = Retraction.objects.filter(decision=decision, reinstated_by=None)
    derivations = Withdrawal.objects.filter(decision=decision, undone_by=None)
    return Seeds(
        observations=_reach(rows),
        derivations=frozenset(derivations.values_list("derivation", flat=True)),
    )


def give_back(written: Decision, undone: Decision) -> None:
    """Reinstate what a decision retracted, and count again what it withdrew."""
    Retraction.objects.filter(decision=undone, reinstated_by=None).update(
        reinstated_by=written
    )
    Withdrawal.objects.filter(decision=undone, undone_by=None).update(undone_by=written)


def given_back(undone: Decision) -> Seeds:
    """What a decision had given back."""
    derivations = Withdrawal.objects.filter(undone_by=undone)
    return Seeds(
        observations=_reach(Retraction.objects.filter(reinstated_by=undone)),
        derivations=frozenset(derivations.values_list("derivation", flat=True)),
    )


def take_again(written: Decision, undone: Decision) -> list[Retraction]:
    """Retract and withdraw again what a decision had given back."""
    old = list(Retraction.objects.filter(reinstated_by=undone).select_related("words"))
    made = Retraction.objects.bulk_create(
        Retraction(
            workspace=row.workspace,
            kind=row.kind,
            observation_id=row.observation_id,
            source_id=row.source_id,
            replacement_observation_id=row.replacement_observation_id,
            replacement_source_id=row.replacement_source_id,
            decision=written,
        )
        for row in old
    )
    RetractionWords.objects.bulk_create(
        RetractionWords(retraction=new, reason=row.words.reason)
        for new, row in zip(made, old, strict=True)
    )
    again = Withdrawal.objects.filter(undone_by=undone)
    withdraw(written, list(again.values_list("derivation", flat=True)))
    if made:
        tell_of(written.workspace, "retracted", [written.uid], written.at)
    return made


def _reach(retractions: QuerySet[Retraction]) -> frozenset[int]:
    """The observations that retractions name or whose source they name."""
    ends = list(retractions.values_list("observation_id", "source_id"))
    named = frozenset(observation for observation, _ in ends if observation)
    return named | _drawn_from([source for _, source in ends if source])


def _drawn_from(sources: Collection[int]) -> frozenset[int]:
    rows = Observation.objects.filter(source__in=sources)
    return frozenset(rows.values_list("pk", flat=True))
