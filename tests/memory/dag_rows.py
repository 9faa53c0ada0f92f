"""Writes the rows of a whole evidence graph in bulk."""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from memory.models import (
    Claim,
    ClaimStatus,
    Decision,
    Derivation,
    DerivationText,
    Episode,
    EpisodeSource,
    Node,
    Observation,
    ObservationText,
    Predicate,
    Source,
    StatusEvent,
    Support,
    Workspace,
)
from memory.rules.lifecycle import Status


@dataclass(frozen=True)
class Step:
    """One derivation by number: the claim, observations and premises it joins."""

    claim: int
    observations: frozenset[int]
    premises: frozenset[int]


def write_observations(
    episode: Episode, count: int, sources: int, now: datetime.datetime
) -> list[Observation]:
    nodes = Node.objects.bulk_create(
        Node(
            workspace=episode.workspace,
            uid=_uid(episode.pk, "source", place),
            kind="source",
            external_id=f"{episode.pk}/{place}",
            recorded_at=now,
        )
        for place in range(sources)
    )
    drawn = Source.objects.bulk_create(
        Source(
            workspace=episode.workspace,
            node=node,
            kind="document",
            voice=node.uid,
            recorded_at=now,
        )
        for node in nodes
    )
    EpisodeSource.objects.bulk_create(
        EpisodeSource(
            workspace=episode.workspace, episode=episode, source=x, ref=f"s{x.pk}"
        )
        for x in drawn
    )
    rows = Observation.objects.bulk_create(
        Observation(
            workspace=episode.workspace,
            episode=episode,
            source=drawn[place % sources],
            ref=f"made {place}",
            observed_at=now,
            recorded_at=now,
            commitment=b"x" * 32,
        )
        for place in range(count)
    )
    ObservationText.objects.bulk_create(
        ObservationText(observation=row, text="It says so.") for row in rows
    )
    return rows


def write_claims(
    workspace: Workspace, count: int, decision: Decision, status: Status
) -> list[Claim]:
    node = Node.objects.create(
        workspace=workspace,
        uid=_uid(decision.pk, "thing", 0),
        kind="thing",
        external_id=f"thing {decision.pk}",
        recorded_at=decision.at,
    )
    predicate = Predicate.objects.get(workspace=workspace, name="also_known_as")
    rows = Claim.objects.bulk_create(
        Claim(
            workspace=workspace,
            uid=_uid(decision.pk, "claim", place),
            type="attribute",
            subject=node,
            predicate=predicate,
            value_kind="text",
            value_text=f"{place}",
            recorded_at=decision.at,
        )
        for place in range(count)
    )
    ClaimStatus.objects.bulk_create(
        ClaimStatus(
            claim=row, status=status, cause_kind="episode", changed_at=decision.at
        )
        for row in rows
    )
    StatusEvent.objects.bulk_create(
        StatusEvent(
            workspace=workspace,
            claim=row,
            decision=decision,
            after=status,
            version=1,
            at=decision.at,
        )
        for row in rows
    )
    return rows


def write_derivations(
    episode: Episode,
    plan: Sequence[Step],
    claims: Sequence[Claim],
    now: datetime.datetime,
) -> list[Derivation]:
    rows = Derivation.objects.bulk_create(
        Derivation(
            workspace=episode.workspace,
            claim=claims[step.claim],
            episode=episode,
            kappa=0.5 + (place % 5) / 10,
            method="declared",
            recorded_at=now,
            commitment=b"x" * 32,
        )
        for place, step in enumerate(plan)
    )
    DerivationText.objects.bulk_create(
        DerivationText(derivation=row, text=f"reading {row.pk}") for row in rows
    )
    return rows


def write_supports(
    plan: Sequence[Step],
    claims: Sequence[Claim],
    observations: Sequence[Observation],
    derivations: Sequence[Derivation],
) -> None:
    rows = []
    for step, derivation in zip(plan, derivations, strict=True):
        shared = {
            "workspace_id": derivation.workspace_id,
            "derivation": derivation,
            "claim": claims[step.claim],
        }
        rows += [
            Support(**shared, observation=observations[x], span_start=0, span_end=2)
            for x in sorted(step.observations)
        ]
        rows += [Support(**shared, premise=claims[x]) for x in sorted(step.premises)]
    Support.objects.bulk_create(rows)


def _uid(owner: int, kind: str, place: int) -> uuid.UUID:
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{owner}/{kind}/{place}")
