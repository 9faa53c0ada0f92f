"""A whole retraction, inside somebody's transaction, or what it would do."""

import datetime
from dataclasses import dataclass

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
from memory.steps.retraction import Scope, write_retractions
from memory.steps.retraction_scope import (
    Said,
    Target,
    observations_of,
    scope_of,
    sources_of,
)
from memory.steps.status import Cause, decide


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


def carry_out(
    workspace: Workspace,
    target: Target,
    said: Said,
    by: Actor,
    now: datetime.datetime,
    *,
    weigh: int | None = None,
    seen: str = "",
) -> Retracted:
    """Write a retraction, or give the answer of the one in force.

    Where `seen` is the fingerprint of a preview, raises Refused if something else
    would happen than what was previewed.
    """
    own_workspace(workspace)
    own_sources(Source.objects.filter(pk__in=sources_of(workspace, target)))
    own_observations(observations_of(workspace, target))
    scope = scope_of(workspace, target, said)
    found = _foretold(workspace, target, said, scope, weigh)
    if found.retractions:
        return found
    _require_seen(found.passed, seen)
    decision = decide(
        workspace, action=Action.RETRACT, by=by, now=now, note=said.note or said.reason
    )
    rows = write_retractions(decision, said.kind, said.reason, scope)
    episode = write_episode(decision, EpisodeKind.RETRACTION, f"{said.kind.label}.")
    first = rows[0] if rows else None
    cause = Cause("retraction", first.uid if first else decision.uid, episode)
    leave(decision, cause, found.passed, retraction=first)
    return Retracted(tuple(rows), found.passed, created=True)


def foretell(
    workspace: Workspace, target: Target, said: Said, weigh: int | None
) -> Retracted:
    """What is in force already, or what would happen."""
    scope = scope_of(workspace, target, said)
    return _foretold(workspace, target, said, scope, weigh)


def _foretold(
    workspace: Workspace, target: Target, said: Said, scope: Scope, weigh: int | None
) -> Retracted:
    if scope.observations or scope.derivations or scope.source is not None:
        return Retracted((), foresee(scope.seeds(), weigh=weigh), created=False)
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


def _require_seen(passed: Pass, seen: str) -> None:
    if seen and seen != passed.fingerprint:
        raise Refused(
            "set_changed",
            "Something else would happen than what was seen.",
            hint="Look at it again.",
        )
