"""Retract an observation, a source revision, or everything that one said."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from memory.models import (
    Action,
    Actor,
    Agent,
    ApiKey,
    Derivation,
    EpisodeKind,
    Observation,
    Retraction,
    RetractionKind,
    Source,
    Withdrawal,
    Workspace,
)
from memory.rules.refused import Missing, Refused
from memory.steps.curated import write_episode
from memory.steps.leave import Pass, foresee, kept, leave
from memory.steps.locks import own_observations, own_sources, own_workspace
from memory.steps.retraction import Scope, write_retractions
from memory.steps.status import Cause, decide


@dataclass(frozen=True)
class Target:
    """What is to be retracted: exactly one of the first four.

    An observation or one revision of a source by uid, or everything that an agent
    or a key said, by its uid, since a time of recording (None: ever).
    """

    observation: UUID | None = None
    source: UUID | None = None
    agent: UUID | None = None
    key: UUID | None = None
    since: datetime.datetime | None = None


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
    said = _Said(_kind(kind), _reason(reason), note, replacement)
    if dry_run:
        return _answer(workspace, target, said, weighed)
    return _retract(workspace, target, said, by, now, weighed)


@dataclass(frozen=True)
class _Said:
    kind: RetractionKind
    reason: str
    note: str
    replacement: UUID | None


@transaction.atomic(durable=True)
def _retract(
    workspace: Workspace,
    target: Target,
    said: _Said,
    by: Actor,
    now: datetime.datetime,
    weighed: bool,
) -> Retracted:
    own_workspace(workspace)
    own_sources(Source.objects.filter(pk__in=_sources(workspace, target)))
    own_observations(_observations(workspace, target))
    found = _answer(workspace, target, said, weighed)
    if found.retractions:
        return found
    decision = decide(
        workspace, action=Action.RETRACT, by=by, now=now, note=said.note or said.reason
    )
    scope = _scope(workspace, target, said)
    rows = write_retractions(decision, said.kind, said.reason, scope)
    episode = write_episode(decision, EpisodeKind.RETRACTION, f"{said.kind.label}.")
    first = rows[0] if rows else None
    cause = Cause("retraction", first.uid if first else decision.uid, episode)
    leave(decision, cause, found.passed, retraction=first)
    return Retracted(tuple(rows), found.passed, created=True)


def _answer(
    workspace: Workspace, target: Target, said: _Said, weighed: bool
) -> Retracted:
    """What is in force already, or what would happen."""
    scope = _scope(workspace, target, said)
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
        rows = rows.filter(observation__in=_observations(workspace, target))
    return tuple(rows.select_related("decision").order_by("-decision_id", "id"))


def _scope(workspace: Workspace, target: Target, said: _Said) -> Scope:
    """What is not yet retracted of a target; raises Missing."""
    in_force = Q(retractions__kind=said.kind, retractions__reinstated_by=None)
    if target.source is not None:
        pks = _sources(workspace, target)
        replacement = _other_source(workspace, pks[0], said)
        if Source.objects.filter(in_force, pk__in=pks).exists():
            return Scope()
        return Scope(source=pks[0], replacement=replacement)
    _require_author(workspace, target)
    rows = _observations(workspace, target)
    known = list(rows.values_list("pk", flat=True))
    if target.observation is not None and not known:
        raise Missing("observation")
    replacement = _other_observation(workspace, known, said)
    done = set(rows.filter(in_force).values_list("pk", flat=True))
    return Scope(
        observations=tuple(pk for pk in known if pk not in done),
        derivations=_derivations(workspace, target, said),
        replacement=replacement,
    )


def _require_author(workspace: Workspace, target: Target) -> None:
    if target.agent is not None:
        agents = Agent.objects.filter(workspace=workspace, uid=target.agent)
        if not agents.exists():
            raise Missing("agent")
    if target.key is not None:
        keys = ApiKey.objects.filter(workspace=workspace, uid=target.key)
        if not keys.exists():
            raise Missing("key")


def _sources(workspace: Workspace, target: Target) -> list[int]:
    if target.source is None:
        return []
    rows = Source.objects.filter(workspace=workspace, node__uid=target.source)
    found = list(rows.values_list("pk", flat=True))
    if not found:
        raise Missing("source")
    return found


def _observations(workspace: Workspace, target: Target) -> QuerySet[Observation]:
    rows = Observation.objects.filter(workspace=workspace).order_by("pk")
    if target.observation is not None:
        return rows.filter(uid=target.observation)
    if target.source is not None:
        return rows.none()
    return rows.filter(_theirs("episode", target))


def _derivations(workspace: Workspace, target: Target, said: _Said) -> tuple[int, ...]:
    """What an agent or key concluded, from whatever evidence."""
    personal = target.agent is not None or target.key is not None
    if said.kind == RetractionKind.CONCERN or not personal:
        return ()
    rows = Derivation.objects.filter(_theirs("episode", target), workspace=workspace)
    withdrawn = Withdrawal.objects.filter(undone_by=None)
    left = rows.exclude(pk__in=withdrawn.values("derivation")).order_by("pk")
    return tuple(left.values_list("pk", flat=True))


def _theirs(episode: str, target: Target) -> Q:
    if target.agent is not None:
        theirs = Q(**{f"{episode}__agent__uid": target.agent})
    elif target.key is not None:
        theirs = Q(**{f"{episode}__key__uid": target.key})
    else:
        raise Refused("target_required", "A retraction names what it retracts.")
    since = Q() if target.since is None else Q(recorded_at__gte=target.since)
    return theirs & since


def _kind(kind: str) -> RetractionKind:
    if kind not in RetractionKind.values:
        raise Refused(
            "unknown_kind",
            "There is no such kind of retraction.",
            field="kind",
            hint=f"One of {', '.join(RetractionKind.values)}.",
        )
    return RetractionKind(kind)


def _reason(reason: str) -> str:
    if not reason.strip():
        raise Refused("reason_required", "A retraction says why.", field="reason")
    return reason.strip()


def _other_source(workspace: Workspace, retracted: int, said: _Said) -> int | None:
    if not _needs_replacement(said):
        return None
    rows = Source.objects.filter(workspace=workspace, node__uid=str(said.replacement))
    found = rows.exclude(pk=retracted).values_list("pk", flat=True).first()
    return _required(found)


def _other_observation(
    workspace: Workspace, retracted: list[int], said: _Said
) -> int | None:
    if not _needs_replacement(said):
        return None
    rows = Observation.objects.filter(workspace=workspace, uid=str(said.replacement))
    found = rows.exclude(pk__in=retracted).values_list("pk", flat=True).first()
    return _required(found)


def _needs_replacement(said: _Said) -> bool:
    needed = said.kind == RetractionKind.CORRECTION
    if needed != (said.replacement is not None):
        raise Refused(
            "replacement_required" if needed else "replacement_refused",
            "A correction, and nothing else, names what takes its place.",
            field="replacement",
        )
    return needed


def _required(found: int | None) -> int:
    if found is None:
        raise Refused(
            "unknown_replacement",
            "The replacement names nothing else in this workspace.",
            field="replacement",
        )
    return found
