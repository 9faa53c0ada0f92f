"""Retract an observation, a source revision, or everything that one said."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction

from memory.models import (
    Action,
    Actor,
    EpisodeKind,
    Retraction,
    RetractionKind,
    Source,
    Workspace,
)
from memory.rules.refused import Refused
from memory.steps.curated import write_episode
from memory.steps.leave import foresee, leave
from memory.steps.locks import own_observations, own_sources, own_workspace
from memory.steps.passes import Pass, kept
from memory.steps.retraction import write_retractions
from memory.steps.retraction_scope import (
    Said,
    Target,
    given_reason,
    known_kind,
    observations_of,
    scope_of,
    sources_of,
)
from memory.steps.status import Cause, decide

__all__ = ["Retracted", "Target", "retract"]


@dataclass(frozen=True)
class Retracted:
    """The records in force, none in a dry run, and what they touched.

    `created` is false when everything was retracted before.
    """

    retractions: tuple[Retraction, ...]
    passed: Pass
    created: bool

    @property
    def retraction(self) -> Retraction | None:
        """The record, or the first of several of one act."""
        return self.retractions[0] if self.retractions else None


def retract(  # noqa: PLR0913
    *,
    workspace: Workspace,
    target: Target,
    kind: str,
    reason: str,
    by: Actor,
    now: datetime.datetime,
    note: str = "",
    replacement: UUID | None = None,
    dry_run: bool = False,
    weighed: bool = True,
) -> Retracted:
    """Stop relying on evidence, and dispute what loses support by it.

    Keeps true: one transaction; nothing is deleted; a dry run gives exactly the same
    answer and writes nothing; a second call changes nothing and gives the first one's
    answer. Under a concern the evidence still resolves: what rests on it is disputed
    as if it were gone. Without `weighed` no confidences are worked out.
    """
    said = Said(known_kind(kind), given_reason(reason), note, replacement)
    if dry_run:
        return _answer(workspace, target, said, weighed)
    return _retract(workspace, target, said, by, now, weighed)


@transaction.atomic(durable=True)
def _retract(
    workspace: Workspace,
    target: Target,
    said: Said,
    by: Actor,
    now: datetime.datetime,
    weighed: bool,
) -> Retracted:
    own_workspace(workspace)
    own_sources(Source.objects.filter(pk__in=sources_of(workspace, target)))
    own_observations(observations_of(workspace, target))
    found = _answer(workspace, target, said, weighed)
    if found.retractions:
        return found
    decision = decide(
        workspace, action=Action.RETRACT, by=by, now=now, note=said.note or said.reason
    )
    scope = scope_of(workspace, target, said)
    rows = write_retractions(decision, said.kind, said.reason, scope)
    episode = write_episode(decision, EpisodeKind.RETRACTION, f"{said.kind.label}.")
    first = rows[0] if rows else None
    cause = Cause("retraction", first.uid if first else decision.uid, episode)
    leave(decision, cause, found.passed, retraction=first)
    return Retracted(tuple(rows), found.passed, created=True)


def _answer(
    workspace: Workspace, target: Target, said: Said, weighed: bool
) -> Retracted:
    """What is in force already, or what would happen."""
    scope = scope_of(workspace, target, said)
    if scope.observations or scope.derivations or scope.source is not None:
        return Retracted((), foresee(scope.seeds(), weighed=weighed), created=False)
    rows = _in_force(workspace, target, said.kind)
    if not rows:
        raise Refused("nothing_to_retract", "There is nothing of theirs to retract.")
    return Retracted(rows, kept(rows[0].decision), created=False)


def _in_force(
    workspace: Workspace, target: Target, kind: RetractionKind
) -> tuple[Retraction, ...]:
    rows = Retraction.objects.filter(workspace=workspace, kind=kind, reinstated_by=None)
    if target.source is not None:
        rows = rows.filter(source__node__uid=target.source)
    else:
        rows = rows.filter(observation__in=observations_of(workspace, target))
    return tuple(rows.select_related("decision").order_by("-decision_id", "id"))
