"""Keeps collisions in line with the graph: written, led another way, withdrawn."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from django.db.models import Min, QuerySet

from memory.models import Actor, Claim, Episode, Node, Workspace
from memory.steps.events import tell_of
from tension.models import (
    Act,
    Anchor,
    Collision,
    CollisionState,
    Surfacing,
    Tension,
    TriggerKind,
)
from tension.queries.meetings import Meeting, meetings
from tension.queries.work import Piece, claims_as_work, episodes_as_work
from tension.rules.states import UNRESOLVED, State
from tension.steps.history import change

WAKING = Actor(policy="new material")
MOVED = ["path", "claims", "degree", "distance", "state"]


def meet(
    workspace: int,
    pieces: Sequence[Piece],
    now: datetime.datetime,
    *,
    tensions: Collection[int] | None = None,
) -> list[Meeting]:
    """Write a collision for each tension that a piece of work is news to and meets.

    Gives all that was met, news or not. Keeps true: one collision a tension and piece,
    with the shortest path of now; a tension that was snoozed until new material is open
    again. Needs the lock on the workspace's meetings.
    """
    found = meetings(workspace, _nodes(pieces), tensions=tensions)
    if not found:
        return []
    news = _news(found, pieces)
    known = _known(news, pieces)
    first = _first_surfacings({each.tension for each in news})
    new = []
    for each in news:
        piece = pieces[each.piece]
        row = known.get((each.tension, piece.kind, piece.uid))
        if row is None:
            new.append(_row(workspace, each, piece, first, now))
        elif row.state in {CollisionState.NEW, CollisionState.WITHDRAWN}:
            _lead(row, each)
    Collision.objects.bulk_create(new, ignore_conflicts=True)
    if new:
        where = Workspace.objects.get(pk=workspace)
        tell_of(where, "collision_found", [row.uid for row in new], now)
    if work := {x.tension_id for x in new if x.trigger_kind != TriggerKind.GATE}:
        _wake(work, now)
    return found


def recheck(workspace: int, suspects: QuerySet[Collision]) -> None:
    """Withdraw new collisions whose connection is gone; lead others another way."""
    unresolved = {"tension__state__in": UNRESOLVED}
    rows = list(suspects.filter(state=CollisionState.NEW, **unresolved))
    if not rows:
        return
    pieces = _triggers(rows)
    found = {
        (each.tension, pieces[each.piece].kind, pieces[each.piece].uid): each
        for each in meetings(
            workspace, _nodes(pieces), tensions={row.tension_id for row in rows}
        )
    }
    for row in rows:
        meeting = found.get((row.tension_id, row.trigger_kind, row.trigger_uid))
        if meeting is not None:
            _lead(row, meeting)
        else:
            row.state = CollisionState.WITHDRAWN
            row.save(update_fields=["state"])


def _nodes(pieces: Sequence[Piece]) -> list[tuple[int, int]]:
    return [(i, node) for i, piece in enumerate(pieces) for node in piece.nodes]


def _news(found: Iterable[Meeting], pieces: Sequence[Piece]) -> list[Meeting]:
    """Without what the tension came from or is about itself, and what is older."""
    found = list(found)
    rows = Tension.objects.in_bulk({each.tension for each in found})
    claims = {piece.claim for piece in pieces} - {None}
    about = Anchor.objects.filter(tension__in=rows, claim__in=claims)
    own = set(about.values_list("tension_id", "claim_id")) if claims else set()
    return [
        each
        for each in found
        if is_news(rows[each.tension], pieces[each.piece])
        and (each.tension, pieces[each.piece].claim) not in own
    ]


def is_news(tension: Tension, piece: Piece) -> bool:
    """Whether work is still new to a tension, and not where it came from."""
    own = tension.episode_id is not None and tension.episode_id == piece.episode
    known = piece.until is not None and piece.until <= tension.raised_at
    newer = piece.at >= tension.raised_at
    return not own and piece.at >= tension.since and (newer or not known)


def _known(
    news: Sequence[Meeting], pieces: Sequence[Piece]
) -> Mapping[tuple[int, str, UUID], Collision]:
    uids = {pieces[each.piece].uid for each in news}
    rows = Collision.objects.filter(tension__in={each.tension for each in news})
    rows = rows.filter(trigger_uid__in=uids)
    return {(row.tension_id, row.trigger_kind, row.trigger_uid): row for row in rows}


def _first_surfacings(tensions: Collection[int]) -> dict[int, datetime.datetime]:
    rows = Surfacing.objects.filter(tension__in=tensions).values("tension")
    return dict(rows.annotate(first=Min("at")).values_list("tension", "first"))


def _row(
    workspace: int,
    met: Meeting,
    piece: Piece,
    first: Mapping[int, datetime.datetime],
    now: datetime.datetime,
) -> Collision:
    surfaced = first.get(met.tension)
    return Collision(
        workspace_id=workspace,
        tension_id=met.tension,
        trigger_kind=piece.kind,
        trigger_uid=piece.uid,
        context=piece.context,
        path=list(met.path),
        claims=list(met.claims),
        distance=met.distance,
        degree=met.degree,
        surfaced_before=surfaced is not None and surfaced < piece.at,
        found_at=now,
    )


def _lead(row: Collision, met: Meeting) -> None:
    now = (list(met.path), list(met.claims), CollisionState.NEW.value)
    if (row.path, row.claims, row.state) == now:
        return
    row.path, row.claims, row.state = now
    row.degree, row.distance = met.degree, met.distance
    row.save(update_fields=MOVED)


def _triggers(rows: Sequence[Collision]) -> list[Piece]:
    """The work of some collisions, as far as it is still active."""
    claims = Claim.objects.filter(uid__in=_uids(rows, TriggerKind.CLAIM))
    episodes = Episode.objects.filter(uid__in=_uids(rows, TriggerKind.EPISODE))
    asked = Node.objects.filter(uid__in=_uids(rows, TriggerKind.GATE))
    here = {"workspace": rows[0].workspace_id}
    at = {row.trigger_uid: row.found_at for row in rows}
    return [
        *claims_as_work(claims.filter(**here).values_list("pk", flat=True)),
        *episodes_as_work(episodes.filter(**here).values_list("pk", flat=True)),
        *(
            Piece(TriggerKind.GATE, node.uid, (node.pk,), at[node.uid], None, None)
            for node in asked.filter(**here)
        ),
    ]


def _uids(rows: Iterable[Collision], kind: str) -> list[UUID]:
    return [row.trigger_uid for row in rows if row.trigger_kind == kind]


def _wake(tensions: Collection[int], now: datetime.datetime) -> None:
    rows = Tension.objects.select_for_update().filter(
        pk__in=tensions, state=State.snoozed, until_material=True
    )
    for row in rows.order_by("pk"):
        change(row, Act.WAKE, WAKING, now, fields=AWAKE)


AWAKE = {"state": State.open.value, "snoozed_until": None, "until_material": False}
