"""Rewording a message at the gate is paid for like all other work of a model."""

from collections.abc import Callable
from decimal import Decimal
from threading import current_thread
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from memory.llm import ask as ask_model
from memory.models import JudgeRun
from memory.queries.clock import database_now
from memory.queries.usage import spent_on_day
from memory.retrieval.dual import embed_query
from tests.fake_openai import FakeModel, says
from tests.memory.api.calls import Caller, agent_caller
from tests.memory.api.test_gate import ask

pytestmark = pytest.mark.django_db(transaction=True)
WORDED = says('{"query": "supply of V-12"}')


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture(autouse=True)
def prices(settings: Settings) -> None:
    """One reply of the fake server costs (1000 × 2.5 + 200 × 10) / 1,000,000."""
    settings.WARRANT_PRICE_IN, settings.WARRANT_PRICE_OUT = Decimal("2.5"), Decimal(10)
    # A busy machine is late; what is tested here is money.
    settings.WARRANT_GATE_SECONDS = 60


def reframe(told: dict[str, Any]) -> tuple[str, str]:
    """How a passage was reworded, and why not as it should."""
    lens = told["lenses"]["reframe"]
    return lens["form"], lens["lesser"] or ""


def test_whatever_it_costs_is_counted(agent: Caller, model: FakeModel) -> None:
    model.then(WORDED, says("nonsense"), says("", refusal="no"))
    assert [reframe(ask(agent))[0] for _ in range(3)] == ["model", "rule", "rule"]
    found = JudgeRun.objects.values_list("prompt_version", "model", "tokens_in", "cost")
    assert [*found] == [("reframe-1", "fake-1", 1000, Decimal("0.0045"))] * 3
    assert spent_on_day(agent.workspace, database_now()) == Decimal("0.0135")


def test_once_the_day_is_spent_the_rule_rewords_and_says_so(
    agent: Caller, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_SPEND_PER_DAY = Decimal("0.0045")
    model.then(WORDED)
    assert reframe(ask(agent)) == ("model", "")
    told = ask(agent)
    form, lesser = reframe(told)
    assert (form, "WARRANT_SPEND_PER_DAY" in lesser) == ("rule", True)
    assert "reframe" in told["degraded"]
    assert told["lenses"]["reframe"]["query"]
    assert len(model.requests) == 1
    assert reframe(ask(agent_caller())) == ("model", "")


def test_no_connection_is_held_while_another_machine_works(
    agent: Caller,
    model: FakeModel,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.WARRANT_SPEND_PER_DAY = Decimal(1)
    held = dict[str, bool]()

    def looking(where: str, act: Callable[..., Any]) -> Callable[..., Any]:
        def acting(*args: Any, **given: Any) -> Any:
            if current_thread().name.startswith("reframe"):
                held[where] = connection.connection is not None
            return act(*args, **given)

        return acting

    monkeypatch.setattr("memory.jobs.asking.ask", looking("model", ask_model))
    embed = looking("embedding", embed_query)
    monkeypatch.setattr("memory.retrieval.lenses.embed_query", embed)
    model.then(WORDED, says("nonsense"))
    for form in ("model", "rule"):
        assert reframe(ask(agent))[0] == form
        assert held == {"model": False, "embedding": False}


def test_a_limit_needs_a_server_that_counts(
    agent: Caller, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_SPEND_PER_DAY = Decimal(1)
    model.then(says('{"query": "supply of V-12"}', usage=None))
    form, lesser = reframe(ask(agent))
    assert (form, "counts no tokens" in lesser) == ("rule", True)
    assert JudgeRun.objects.get().tokens_in is None
