"""Promotion waits for the lag by the database's clock, for evidence and premises."""

import ast
import datetime
from pathlib import Path

import pytest
from django.conf import settings

from memory.actions import promote as promoting
from memory.actions.promote import promote
from memory.models import Agent, Decision, Event, Quarantine, ReviewItem
from memory.queries.clock import database_now
from memory.rules.lifecycle import Status
from tests.make import make_agent, make_workspace
from tests.memory.claims import (
    claim,
    lose,
    put,
    states,
    status,
    statuses_follow_events,
    tell,
)

pytestmark = pytest.mark.django_db
LAG = datetime.timedelta(minutes=1)
SECOND = datetime.timedelta(seconds=1)


@pytest.fixture
def agent() -> Agent:
    return make_agent(make_workspace(lag=LAG))


def run(agent: Agent, *, late: datetime.timedelta = SECOND) -> int:
    """Promote as if this long after the last lag has passed."""
    last = Quarantine.objects.order_by("-lag_until")[0].lag_until
    agent.workspace.refresh_from_db()
    return len(promote(workspace=agent.workspace, now=last + late))


def test_not_before_the_lag(agent: Agent) -> None:
    tell(agent, states("A"))
    assert run(agent, late=-SECOND) == 0
    assert status(agent.workspace, "A") == "quarantined"
    assert run(agent, late=SECOND * 0) == 1
    assert status(agent.workspace, "A") == "admissible"
    assert not Quarantine.objects.exists()
    assert ReviewItem.objects.count() == 1
    assert Decision.objects.get(action="promote").policy == "consolidation lag"
    assert Event.objects.filter(kind="claim_promoted").count() == 1
    assert statuses_follow_events()


def test_promotion_is_no_change_of_content(agent: Agent) -> None:
    tell(agent, states("A"))
    run(agent)
    assert claim(agent.workspace, "A").state.version == 1


def test_premises_first_or_together(agent: Agent) -> None:
    tell(agent, states("B"), states("A"))
    tell(agent, states("C", claim(agent.workspace, "B")))
    tell(agent, states("D", claim(agent.workspace, "C")))
    late = Quarantine.objects.filter(claim=claim(agent.workspace, "B"))
    late.update(lag_until=database_now() + LAG * 10)
    assert run(agent, late=-LAG * 5) == 1
    found = {letter: status(agent.workspace, letter) for letter in "ABCD"}
    assert {x for x in found if found[x] == "admissible"} == {"A"}
    assert run(agent) == 3
    assert statuses_follow_events()


def test_another_derivation_is_enough(agent: Agent) -> None:
    tell(agent, states("A"))
    put(claim(agent.workspace, "A"), Status.disputed)
    tell(agent, states("B", claim(agent.workspace, "A")), states("B"))
    tell(agent, states("C", claim(agent.workspace, "A"), "o1"))
    assert run(agent) == 1
    assert status(agent.workspace, "B") == "admissible"
    assert status(agent.workspace, "C") == "disputed"


@pytest.mark.parametrize("state", ["compacted", "erased"])
def test_not_without_live_evidence(agent: Agent, state: str) -> None:
    episode = tell(agent, states("A"))
    tell(agent, states("B", claim(agent.workspace, "A")))
    lose(episode, state=state)
    assert run(agent) == 0
    tell(agent, states("A"))
    assert run(agent) == 2


def test_where_acceptance_is_asked_for_the_clock_does_nothing(agent: Agent) -> None:
    tell(agent, states("A"))
    agent.workspace.requires_acceptance = True
    agent.workspace.save()
    assert run(agent, late=LAG * 100) == 0
    assert status(agent.workspace, "A") == "quarantined"


def test_another_workspace_is_left_alone(agent: Agent) -> None:
    tell(agent, states("A"))
    other = make_agent(make_workspace(lag=LAG))
    tell(other, states("A"))
    assert run(other) == 1
    assert status(agent.workspace, "A") == "quarantined"


def test_claims_that_are_never_ready_hold_up_nobody(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(promoting, "BATCH", 2)
    episode = tell(agent, *map(states, "ABCDE"))
    lose(episode)
    tell(agent, states("F"))
    assert run(agent) == 1
    assert status(agent.workspace, "F") == "admissible"


def test_a_disputed_claim_in_the_queue_holds_up_nobody(agent: Agent) -> None:
    tell(agent, states("A"), states("B"))
    row = Quarantine.objects.get(claim=claim(agent.workspace, "A"))
    put(claim(agent.workspace, "A"), Status.disputed)
    row.save(force_insert=True)
    assert run(agent) == 1
    assert status(agent.workspace, "A") == "disputed"


# A server that asks to wait until a date means no clock of ours.
ASKS_A_SERVER = {"completion.py"}
CLOCKS = {"now", "today", "utcnow", "localtime", "gmtime", "time"}


def clock_readings(path: Path) -> list[int]:
    """Lines that read this process's clock; a monotonic one tells no time of day."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in CLOCKS
        and ast.unparse(node.func.value) in {"time", "timezone", "datetime.datetime"}
    ]


def test_only_the_database_tells_the_time() -> None:
    memory = Path(settings.BASE_DIR) / "memory"
    parts = ("actions", "steps", "queries", "jobs", "rules", "retrieval")
    files = [path for part in parts for path in (memory / part).rglob("*.py")]
    read = {path.name: clock_readings(path) for path in [*files, memory / "tasks.py"]}
    assert {name for name, lines in read.items() if lines} <= ASKS_A_SERVER
