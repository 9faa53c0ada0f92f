"""Surface tensions: bring them back into a context, and keep that they were."""

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from memory.models import Node, Workspace
from tension.models import INBOX, Surfacing, Tension, TriggerKind
from tension.queries.meetings import Meeting
from tension.queries.waiting import period_of, waiting
from tension.queries.work import Piece
from tension.rules.fairness import chosen
from tension.steps.locks import own_meetings, own_surfacing
from tension.steps.meetings import meet


@dataclass(frozen=True)
class Shown:
    """A tension that was brought back, and why."""

    tension: Tension
    why: str


@transaction.atomic(durable=True)
def surface_round(*, workspace: Workspace, now: datetime.datetime) -> list[Shown]:
    """Surface in the inbox the tensions whose turn it is, once a period.

    Keeps true: of two rounds in a period, running together or one after the other's
    end or death, one surfaces; of a tension nothing changes but that it was shown.
    """
    if not own_surfacing(workspace.pk):
        return []
    here = {"workspace": workspace, "context": INBOX, "period": period_of(now)}
    if Surfacing.objects.filter(**here).exists():
        return []
    turn = chosen(waiting(workspace), settings.WARRANT_SURFACE_COUNT)
    return _show(workspace, turn, {}, INBOX, now)


@transaction.atomic(durable=True)
def surface_for(
    *,
    workspace: Workspace,
    nodes: Collection[int],
    limit: int,
    context: str,
    now: datetime.datetime,
) -> list[Shown]:
    """Surface tensions near some nodes into a context, those whose turn it is first.

    Keeps true: as in a round, a tension has at most one surfacing a context and
    period, and nothing else of it changes; what is near is kept as a meeting with
    each node that was asked about. Without nodes every open tension may come.
    """
    near = _near(workspace, nodes, context, now) if nodes else {}
    turn = chosen(waiting(workspace, near if nodes else None), limit)
    return _show(workspace, turn, near, context, now)


def _near(
    workspace: Workspace, nodes: Collection[int], context: str, now: datetime.datetime
) -> dict[int, Meeting]:
    """The shortest way to each tension that is near, all ways kept as meetings."""
    own_meetings(workspace.pk)
    rows = Node.objects.filter(pk__in=nodes).order_by("pk")
    pieces = [
        Piece(TriggerKind.GATE, row.uid, (row.pk,), now, now, None, context=context)
        for row in rows
    ]
    found = meet(workspace.pk, pieces, now)
    farthest = sorted(found, key=lambda x: (x.distance, x.claims, x.path), reverse=True)
    return {each.tension: each for each in farthest}


def _show(
    workspace: Workspace,
    turn: Sequence[int],
    near: Mapping[int, Meeting],
    context: str,
    now: datetime.datetime,
) -> list[Shown]:
    rows = Tension.objects.in_bulk(turn)
    ends = {pk: near[pk].path[-1] for pk in turn if pk in near}
    nodes = Node.objects.in_bulk(set(ends.values()))
    made = [
        Surfacing(
            workspace=workspace,
            tension=rows[pk],
            context=context,
            near=nodes[ends[pk]] if pk in ends else None,
            distance=near[pk].distance if pk in ends else 0,
            at=now,
            period=period_of(now),
        )
        for pk in turn
    ]
    Surfacing.objects.bulk_create(made, ignore_conflicts=True)
    return [Shown(each.tension, each.why) for each in made]
