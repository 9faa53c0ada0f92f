"""What work with a model has taken: for one episode, and in a day."""

import datetime
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db import connection
from django.db.models import Sum

from memory.models import DistillationRun, Episode, Intake, JudgeRun, Workspace
from memory.queries.clock import midnight
from memory.rules.money import total


@dataclass(frozen=True)
class Usage:
    """The model's part in an episode, over all runs; None is unknown.

    `prompt_version`, `reply_hashes` and `kept_back` (how many observations the model
    was not shown, for the credentials in them) are those of the run whose reading was
    stored.
    """

    model: str
    prompt_version: str
    reply_hashes: tuple[str, ...]
    kept_back: int
    runs: int
    tokens_in: int | None
    tokens_out: int | None
    cost: Decimal | None


@dataclass(frozen=True)
class Spent:
    """What the runs of one group took; where `counted` is false, that or more.

    `group` is None for the runs of no agent, which judge texts and reword messages;
    `cost` is None when no run of the group has a known one.
    """

    group: str | None
    episodes: int
    runs: int
    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    counted: bool


# Days end at midnight, UTC; who judged or reworded worked for nobody in particular.
GROUPS = {
    "day": "to_char(run.at AT TIME ZONE 'UTC', 'YYYY-MM-DD')",
    "agent": "run.agent",
    "model": "run.model",
}
ORDERS = {"day": "name DESC"}


def spent_by(
    workspace: Workspace, group: str, since: datetime.datetime, most: int
) -> list[Spent]:
    """Runs since then by `day`, `agent` or `model`: the newest days, else the dearest.

    At most `most` groups, in one statement.
    """
    order = ORDERS.get(group, "read DESC, name")
    given: dict[str, Any] = {"workspace": workspace.pk, "since": since, "most": most}
    with connection.cursor() as cursor:
        cursor.execute(SPENT.format(group=GROUPS[group], order=order), given)
        return [Spent(*row) for row in cursor.fetchall()]


def taken_in(workspace: Workspace, now: datetime.datetime) -> Intake | None:
    """What counts against today's quotas; None while nothing has been counted."""
    day = now.astimezone(datetime.UTC).date()
    return Intake.objects.filter(workspace=workspace, day=day).first()


def usage_of(episode: Episode) -> Usage | None:
    """What an episode's runs took together; None when no model has read it."""
    runs = list(
        DistillationRun.objects.filter(episode=episode).order_by("stored", "id")
    )
    if not runs:
        return None
    return Usage(
        model=runs[-1].model,
        prompt_version=runs[-1].prompt_version,
        reply_hashes=tuple(runs[-1].reply_hashes),
        kept_back=runs[-1].kept_back,
        runs=len(runs),
        tokens_in=total(run.tokens_in for run in runs),
        tokens_out=total(run.tokens_out for run in runs),
        cost=total(run.cost for run in runs),
    )


def spent_on_day(workspace: Workspace, now: datetime.datetime) -> Decimal:
    """What a workspace's work with models has cost since midnight, UTC."""
    since = {"workspace": workspace, "at__gte": midnight(now)}
    read = DistillationRun.objects.filter(**since).aggregate(cost=Sum("cost"))
    judged = JudgeRun.objects.filter(**since).aggregate(cost=Sum("cost"))
    return Decimal(read["cost"] or 0) + Decimal(judged["cost"] or 0)


SPENT = """
SELECT {group} AS name, count(DISTINCT run.episode_id), count(*),
       coalesce(sum(run.tokens_in), 0)::bigint AS read,
       coalesce(sum(run.tokens_out), 0)::bigint, sum(run.cost),
       bool_and(run.tokens_in IS NOT NULL AND run.tokens_out IS NOT NULL)
FROM (
    SELECT run.at, run.model, run.tokens_in, run.tokens_out, run.cost, run.episode_id,
           coalesce(agent.name, person.username) AS agent
    FROM memory_distillationrun run
    JOIN memory_episode episode ON episode.id = run.episode_id
    LEFT JOIN memory_agent agent ON agent.id = episode.agent_id
    LEFT JOIN memory_membership member ON member.id = episode.member_id
    LEFT JOIN auth_user person ON person.id = member.user_id
    WHERE run.workspace_id = %(workspace)s AND run.at >= %(since)s
    UNION ALL
    SELECT run.at, run.model, run.tokens_in, run.tokens_out, run.cost, NULL, NULL
    FROM memory_judgerun run
    WHERE run.workspace_id = %(workspace)s AND run.at >= %(since)s
) run
GROUP BY name ORDER BY {order} LIMIT %(most)s
"""
