"""What the checks find in a world's words, so that each table about it holds rows."""

from decimal import Decimal
from typing import Any

from memory.actions.check_document import check_document
from memory.actions.judge_finding import judge_finding
from memory.actions.record_judging import record_judging
from memory.jobs.distil import drain
from memory.models import Actor, Finding
from memory.queries.clock import database_now
from memory.rules.completion import Reply
from tests.make import distil_episode, make_conclusion, make_observation
from tests.memory.contest import World

# 36 of 240 are 15 %, and 12 and 7 make 19.
FLAWED = "36 out of 240 samples failed (18%)."
EQUATION = "We get 12 + 7 = 18."


def check(world: World) -> None:
    """A flawed observation and claim, one finding dismissed, a long text, a judge."""
    now, by = database_now(), Actor(member=world.member)
    distil_flawed(world.agent)
    judge_finding(
        workspace=world.workspace,
        finding=Finding.objects.filter(
            workspace=world.workspace, verdict="contradicted"
        )[0].uid,
        verdict="dismiss",
        note="Rounded.",
        by=by,
        now=now,
    )
    long = f"{EQUATION} It stands nowhere else."
    check_document(workspace=world.workspace, text=long, key=None, by=by, now=now)
    drain()
    reply = Reply("{}", "fake", "a" * 64, 10, 10)
    record_judging(
        workspace=world.workspace,
        prompt_version="p",
        replies=[reply],
        prices=(Decimal(1), Decimal(1)),
        now=now,
    )


def distil_flawed(agent: Any, **changes: Any) -> None:
    """An episode whose observation and claim say what cannot be."""
    given: dict[str, Any] = {
        "observations": (make_observation("flawed", FLAWED),),
        "conclusions": (
            make_conclusion("P-77", "V-77", supports=["flawed"], text=EQUATION),
        ),
    }
    distil_episode(agent, **(given | changes))
