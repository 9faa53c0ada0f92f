"""The gate as a whole: one voice, the lag, and what a passage costs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper

from memory.actions.promote import promote
from memory.actions.record import record
from memory.jobs.distil import drain
from memory.jobs.gate import pass_gate
from memory.models import (
    Action,
    Actor,
    Agent,
    Receipt,
    Retraction,
    Support,
    Workspace,
)
from memory.queries.clock import database_now
from memory.steps.status import decide
from tests.make import (
    make_agent,
    make_conclusion,
    make_entry,
    make_key,
    make_observation,
    make_source,
    make_workspace,
)
from tests.memory.races.barrier import LONG

pytestmark = pytest.mark.django_db(transaction=True)
QUESTIONS = 50 if LONG else 8
POISON = 5


def post(agent: Agent, count: int, name: str, *, one_voice: bool = False) -> None:
    """Some statements on each tank, through a key of the agent."""
    key, _ = make_key(agent, one_voice=one_voice)
    places = [(tank, place) for tank in range(QUESTIONS) for place in range(count)]
    entry = make_entry(
        sources=(make_source(name),),
        observations=tuple(
            make_observation(f"{tank}/{place}", _said(name, tank, place), source=name)
            for tank, place in places
        ),
        conclusions=tuple(
            make_conclusion(
                f"{name}-{tank}-{place}",
                f"T-{tank}",
                predicate="connected_to",
                supports=[f"{tank}/{place}"],
                text=_said(name, tank, place),
            )
            for tank, place in places
        ),
    )
    record(
        workspace=agent.workspace,
        entry=entry,
        by=Actor(agent=agent),
        key=key,
        now=database_now(),
    )
    drain()


def _said(name: str, tank: int, place: int) -> str:
    return f"{name}-{tank}-{place} is connected to T-{tank}."


def told(agent: Agent, tank: int, k: int) -> Receipt:
    passed = pass_gate(
        workspace=agent.workspace,
        by=Actor(agent=agent),
        message=f"What is connected to T-{tank}?",
        k=k,
    )
    return passed.receipt


def names(receipt: Receipt) -> list[str]:
    """The first ends of what was served."""
    rows = receipt.lines.filter(reason="").select_related("claim__subject")
    return [row.claim.subject.external_id.split("-")[0] for row in rows]


def lines(receipt: Receipt) -> list[tuple[int, str]]:
    """The claims that were told in their order, each with why it was not served."""
    return list(receipt.lines.order_by("place").values_list("claim", "reason"))


@pytest.fixture
def workspace() -> Workspace:
    return make_workspace()


def pass_lag(workspace: Workspace) -> None:
    """Promote as if the lag had passed."""
    while promote(workspace=workspace, now=database_now() + 2 * workspace.lag):
        pass


@pytest.mark.parametrize("honest", [6, 2])
def test_one_voice_never_fills_more_than_half(
    workspace: Workspace, honest: int
) -> None:
    reader = make_agent(workspace)
    post(make_agent(workspace), honest, "honest")
    # The newest, so that it would come first.
    post(make_agent(workspace), POISON, "poison", one_voice=True)
    assert all(names(told(reader, tank, 8)) == [] for tank in range(QUESTIONS))
    pass_lag(workspace)
    for tank in range(QUESTIONS):
        served = names(told(reader, tank, 8))
        assert 0 < served.count("poison") <= len(served) / 2
        assert served.count("honest") >= honest or len(served) == 8


def test_one_voice_alone_is_served(workspace: Workspace) -> None:
    reader = make_agent(workspace)
    post(make_agent(workspace), POISON, "poison", one_voice=True)
    pass_lag(workspace)
    assert names(told(reader, 0, POISON)) == ["poison"] * POISON


def test_what_no_longer_stands_gives_way_to_what_is_behind_it(
    workspace: Workspace,
) -> None:
    """As where damage went past the pass over what rests on what was retracted."""
    agent = make_agent(workspace)
    post(agent, 6, "pump")
    pass_lag(workspace)
    before, all_of_them = lines(told(agent, 0, 4)), lines(told(agent, 0, 6))
    assert before == all_of_them[:4]
    first, fallen, *rest = [claim for claim, _ in all_of_them]
    seen = Support.objects.get(claim=fallen).observation
    by = Actor(policy="a test")
    decision = decide(workspace, action=Action.RETRACT, by=by, now=database_now())
    Retraction.objects.create(
        workspace=workspace, kind="retraction", observation=seen, decision=decision
    )
    assert lines(told(agent, 0, 4)) == [
        *((claim, "") for claim in (first, *rest[:3])),
        (fallen, "unverified"),
    ]


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The statements of all threads."""
    sent: list[str] = []
    run = CursorWrapper.execute

    def execute(self: CursorWrapper, sql: Any, *rest: Any) -> Any:
        sent.append(str(sql))
        return run(self, sql, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", execute)
        yield sent


def test_a_passage_costs_the_same_whatever_it_tells(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = make_agent(workspace)
    post(agent, 6, "pump")
    pass_lag(workspace)
    costs = {}
    for k in (1, 6):
        with counted(monkeypatch) as sent:
            receipt = told(agent, 0, k)
        costs[len(names(receipt))] = len(sent)
    assert costs.keys() == {1, 6}
    assert costs[1] == costs[6] <= 60
