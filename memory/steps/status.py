"""The one way in which a claim's status changes, with its decision row."""

import datetime
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from memory.models import (
    Actor,
    Claim,
    ClaimStatus,
    Decision,
    DecisionNote,
    Episode,
    Workspace,
)
from memory.rules.lifecycle import Status, TransitionRefused, Trigger, after
from memory.rules.refused import Refused
from memory.steps.events import tell_of


@dataclass(frozen=True)
class Cause:
    """Why a status is what it is, as the API reports it."""

    kind: str
    uid: uuid.UUID
    episode: Episode | None = None


@dataclass(frozen=True)
class Move:
    """One claim's change: `counts` raises the version that people check against."""

    claim: int
    before: str
    after: Status
    version: int
    counts: bool = False


def decide(  # noqa: PLR0913
    workspace: Workspace,
    *,
    action: str,
    by: Actor,
    now: datetime.datetime,
    reason: str = "",
    note: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    undoes: Decision | None = None,
) -> Decision:
    """Write one decision; its free words lie beside it."""
    decision = Decision.objects.create(
        workspace=workspace,
        action=action,
        by_member=by.member,
        by_agent=by.agent,
        policy=by.policy,
        reason=reason,
        at=now,
        before=before or {},
        after=after or {},
        undoes=undoes,
    )
    if note:
        DecisionNote.objects.create(decision=decision, text=note)
    return decision


def next_status(state: ClaimStatus, trigger: Trigger) -> Status:
    """The status that follows; raises Refused where the table has no such step."""
    try:
        return after(Status(state.status), trigger)
    except TransitionRefused as no:
        raise Refused("wrong_status", f"{str(no).capitalize()}.") from no


def lock_states(claims: Collection[int]) -> dict[int, ClaimStatus]:
    """The status rows of some claims, locked in id order."""
    rows = ClaimStatus.objects.select_for_update().filter(claim_id__in=claims)
    return {row.claim_id: row for row in rows.order_by("claim_id")}


def move(decision: Decision, cause: Cause, moves: Sequence[Move]) -> None:
    """Set statuses and record each, in two statements whatever their number.

    Keeps true: the status of a claim is the `after` of its last status event.
    """
    if not moves:
        return
    ordered = sorted(moves, key=lambda each: each.claim)
    _mark(decision, cause, ordered)
    record(decision, ordered)


def record(decision: Decision, moves: Sequence[Move]) -> None:
    """Write the status events alone, for rows that were just made or marked."""
    with connection.cursor() as cursor:
        cursor.execute(
            RECORD,
            [
                decision.workspace_id,
                decision.pk,
                decision.at,
                [each.claim for each in moves],
                [each.before for each in moves],
                [each.after.value for each in moves],
                [each.version + each.counts for each in moves],
            ],
        )
    if any(each.before and each.before != each.after for each in moves):
        # One for all of them: a retraction may move very many.
        tell_of(decision.workspace, "statuses_changed", [decision.uid], decision.at)


RECORD = """
INSERT INTO memory_statusevent
    (workspace_id, decision_id, at, claim_id, before, after, version)
SELECT %s, %s, %s, move.claim_id, move.before, move.after, move.version
FROM unnest(%s::bigint[], %s::text[], %s::text[], %s::int[])
    AS move (claim_id, before, after, version)
"""


def start(decision: Decision, cause: Cause, statuses: Mapping[Claim, Status]) -> None:
    """Give new claims their first status."""
    if not statuses:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            START,
            [
                [claim.pk for claim in statuses],
                [status.value for status in statuses.values()],
                cause.kind,
                cause.uid,
                cause.episode.pk if cause.episode else None,
                decision.at,
                decision.workspace_id,
                decision.pk,
                decision.at,
            ],
        )


START = """
WITH given AS (
    SELECT * FROM unnest(%s::bigint[], %s::text[]) AS given (claim_id, status)
), started AS (
    INSERT INTO memory_claimstatus
        (claim_id, status, cause_kind, cause_uid, cause_episode_id, changed_at, version)
    SELECT given.claim_id, given.status, %s, %s, %s, %s, 1 FROM given
)
INSERT INTO memory_statusevent
    (workspace_id, decision_id, at, claim_id, before, after, version)
SELECT %s, %s, %s, given.claim_id, '', given.status, 1 FROM given
"""


MARK = """
UPDATE memory_claimstatus state
SET status = move.after, cause_kind = %s, cause_uid = %s, cause_episode_id = %s,
    changed_at = CASE WHEN state.status = move.after THEN changed_at ELSE %s END,
    version = version + move.counts
FROM unnest(%s::bigint[], %s::text[], %s::int[]) AS move (claim_id, after, counts)
WHERE state.claim_id = move.claim_id
"""


def _mark(decision: Decision, cause: Cause, moves: Sequence[Move]) -> None:
    episode = cause.episode.pk if cause.episode else None
    with connection.cursor() as cursor:
        cursor.execute(
            MARK,
            [
                cause.kind,
                cause.uid,
                episode,
                decision.at,
                [each.claim for each in moves],
                [each.after.value for each in moves],
                [int(each.counts) for each in moves],
            ],
        )
