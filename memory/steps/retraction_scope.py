"""What a retraction names, and what of it is not yet retracted."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self
from uuid import UUID

from django.db.models import Q, QuerySet

from memory.models import (
    Agent,
    ApiKey,
    Derivation,
    Observation,
    RetractionKind,
    Source,
    Withdrawal,
    Workspace,
)
from memory.rules.refused import Missing, Refused
from memory.steps.retraction import Scope

NAMED = ("observation", "source", "agent", "key")


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

    def named(self) -> dict[str, str | None]:
        """As JSON, equal for equal ones."""
        since = self.since.isoformat() if self.since else None
        uids = {name: getattr(self, name) for name in NAMED}
        return {k: str(v) if v else None for k, v in uids.items()} | {"since": since}

    @classmethod
    def of(cls, named: Mapping[str, str | None]) -> Self:
        """From its JSON."""
        since = named["since"]
        uids = {name: UUID(uid) if (uid := named[name]) else None for name in NAMED}
        at = datetime.datetime.fromisoformat(since) if since else None
        return cls(**uids, since=at)


@dataclass(frozen=True)
class Said:
    """Why, in the caller's words, and what takes its place."""

    kind: RetractionKind
    reason: str
    note: str
    replacement: UUID | None


def scope_of(workspace: Workspace, target: Target, said: Said) -> Scope:
    """What is not yet retracted of a target, with its replacement; raises Missing."""
    found = left_of(workspace, target, said.kind)
    if target.source is not None:
        pks = sources_of(workspace, target)
        return replace(found, replacement=_other_source(workspace, pks[0], said))
    known = list(observations_of(workspace, target).values_list("pk", flat=True))
    return replace(found, replacement=_other_observation(workspace, known, said))


def left_of(workspace: Workspace, target: Target, kind: RetractionKind) -> Scope:
    """What is not yet retracted of a target; raises Missing."""
    in_force = Q(retractions__kind=kind, retractions__reinstated_by=None)
    if target.source is not None:
        (pk,) = sources_of(workspace, target)
        done = Source.objects.filter(in_force, pk=pk).exists()
        return Scope() if done else Scope(source=pk)
    _require_author(workspace, target)
    rows = observations_of(workspace, target)
    known = list(rows.values_list("pk", flat=True))
    if target.observation is not None and not known:
        raise Missing("observation")
    gone = set(rows.filter(in_force).values_list("pk", flat=True))
    return Scope(
        observations=tuple(pk for pk in known if pk not in gone),
        derivations=_derivations(workspace, target, kind),
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


def sources_of(workspace: Workspace, target: Target) -> list[int]:
    """The source that is named, none for another target; raises Missing."""
    if target.source is None:
        return []
    rows = Source.objects.filter(workspace=workspace, node__uid=target.source)
    found = list(rows.values_list("pk", flat=True))
    if not found:
        raise Missing("source")
    return found


def observations_of(workspace: Workspace, target: Target) -> QuerySet[Observation]:
    """The observations that are named, none for a source."""
    rows = Observation.objects.filter(workspace=workspace).order_by("pk")
    if target.observation is not None:
        return rows.filter(uid=target.observation)
    if target.source is not None:
        return rows.none()
    return rows.filter(_theirs("episode", target))


def _derivations(
    workspace: Workspace, target: Target, kind: RetractionKind
) -> tuple[int, ...]:
    """What an agent or key concluded, from whatever evidence."""
    personal = target.agent is not None or target.key is not None
    if kind == RetractionKind.CONCERN or not personal:
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


def known_kind(kind: str) -> RetractionKind:
    """The kind of that name; raises Refused."""
    if kind not in RetractionKind.values:
        raise Refused(
            "unknown_kind",
            "There is no such kind of retraction.",
            field="kind",
            hint=f"One of {', '.join(RetractionKind.values)}.",
        )
    return RetractionKind(kind)


def given_reason(reason: str) -> str:
    """The reason, which is not empty; raises Refused."""
    if not reason.strip():
        raise Refused("reason_required", "A retraction says why.", field="reason")
    return reason.strip()


def _other_source(workspace: Workspace, retracted: int, said: Said) -> int | None:
    if not _needs_replacement(said):
        return None
    rows = Source.objects.filter(workspace=workspace, node__uid=str(said.replacement))
    found = rows.exclude(pk=retracted).values_list("pk", flat=True).first()
    return _required(found)


def _other_observation(
    workspace: Workspace, retracted: list[int], said: Said
) -> int | None:
    if not _needs_replacement(said):
        return None
    rows = Observation.objects.filter(workspace=workspace, uid=str(said.replacement))
    found = rows.exclude(pk__in=retracted).values_list("pk", flat=True).first()
    return _required(found)


def _needs_replacement(said: Said) -> bool:
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
