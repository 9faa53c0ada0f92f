"""Hear what happened in the memory: what it left open, and what is new in it."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from uuid import UUID

from django.db import transaction

from memory.models import Claim, Episode, Merge, StatusEvent, Workspace
from memory.steps.locks import share_workspace
from tension.models import Cursor
from tension.queries.events import Heard, next_events
from tension.queries.work import episodes_as_work
from tension.steps.causes import from_conflict, from_dispute, from_residue
from tension.steps.following import follow_claims
from tension.steps.locks import own_listening, own_meetings
from tension.steps.meetings import meet
from tension.steps.surroundings import claims_changed, nodes_merged

BATCH = 200
NAME = "tensions"
RAISING = {
    "residue_left": from_residue,
    "conflict_opened": from_conflict,
    "conflict_kept_open": from_conflict,
    "dispute_deferred": from_dispute,
}


@dataclass
class News:
    """The subjects of the events of one workspace, by what they are."""

    raising: list[Heard] = field(default_factory=list)
    claims: set[UUID] = field(default_factory=set)
    decisions: set[UUID] = field(default_factory=set)
    episodes: set[UUID] = field(default_factory=set)
    merges: set[UUID] = field(default_factory=set)


@transaction.atomic(durable=True)
def hear(*, now: datetime.datetime, limit: int = BATCH) -> int:
    """Take in the next events; gives how many there were.

    Keeps true: each event counts once, since the cursor moves in the same transaction;
    one listener at a time. What is found depends on the store as it is, not on the
    order in which it became so.
    """
    if not own_listening():
        return 0
    cursor, _ = Cursor.objects.get_or_create(name=NAME)
    events = next_events(cursor, limit)
    if events:
        for workspace, news in sorted(_by_workspace(events).items()):
            _take_in(Workspace.objects.get(pk=workspace), news, now)
        cursor.transaction, cursor.event = events[-1].transaction, events[-1].event
        cursor.save()
    return len(events)


def _by_workspace(events: Iterable[Heard]) -> dict[int, News]:
    found: dict[int, News] = {}
    for each in events:
        news = found.setdefault(each.workspace, News())
        match each.kind:
            case kind if kind in RAISING:
                news.raising.append(each)
            case "claim_derived":
                news.claims.add(each.subject)
            case "statuses_changed":
                news.decisions.add(each.subject)
            case "episode_distilled":
                news.episodes.add(each.subject)
            case "nodes_merged" | "nodes_parted":
                news.merges.add(each.subject)
    return {pk: news for pk, news in found.items() if news != News()}


def _take_in(workspace: Workspace, news: News, now: datetime.datetime) -> None:
    # An erasure waits for what is being copied here, or comes first and is seen.
    share_workspace(workspace)
    own_meetings(workspace.pk)
    for each in news.raising:
        RAISING[each.kind](workspace, each.subject)
    claims = _claims(workspace, news)
    if claims:
        claims_changed(workspace.pk, claims, now)
        follow_claims(workspace, claims, now)
    if merged := _merged(workspace, news.merges):
        nodes_merged(workspace.pk, merged, now)
    rows = Episode.objects.filter(workspace=workspace, uid__in=news.episodes)
    meet(workspace.pk, episodes_as_work(rows.values_list("pk", flat=True)), now)


def _claims(workspace: Workspace, news: News) -> set[int]:
    made = Claim.objects.filter(workspace=workspace, uid__in=news.claims)
    moved = StatusEvent.objects.filter(
        workspace=workspace, decision__uid__in=news.decisions
    )
    found = set(made.values_list("pk", flat=True))
    return found | set(moved.values_list("claim_id", flat=True))


def _merged(workspace: Workspace, merges: Collection[UUID]) -> set[int]:
    rows = Merge.objects.filter(workspace=workspace, uid__in=merges)
    return {node for pair in rows.values_list("node_id", "into_id") for node in pair}
