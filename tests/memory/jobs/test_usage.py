"""What reading with a model takes: counted, shown, and kept within the day's limit."""

import datetime
from decimal import Decimal

import pytest
from pytest_django import Settings

from memory.jobs.distil import drain
from memory.models import (
    Agent,
    Claim,
    DistillationRun,
    Work,
    WorkState,
)
from memory.queries.clock import database_now
from memory.queries.usage import usage_of
from tests.fake_openai import FakeModel, answer, claim, says
from tests.make import (
    make_agent,
    make_workspace,
)
from tests.memory.jobs.readings import read, work_of

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = datetime.timedelta(hours=1)


def test_usage_is_counted_over_all_runs(
    reader: Agent, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_PRICE_IN, settings.WARRANT_PRICE_OUT = Decimal("2.5"), Decimal(10)
    model.then(says("", refusal="no"), says(answer(claim())))
    episode = read(reader)
    Work.objects.filter(episode=episode).update(due_at=database_now())
    drain()
    usage = usage_of(episode)
    assert usage is not None
    assert (usage.runs, usage.tokens_in, usage.tokens_out) == (2, 2000, 400)
    # 2 × (1000 × 2.5 + 200 × 10) / 1,000,000
    assert usage.cost == Decimal("0.009")
    assert usage.model == "fake-1"
    stored = DistillationRun.objects.get(stored=True)
    assert usage.reply_hashes == tuple(stored.reply_hashes)


def test_what_is_not_counted_is_unknown(reader: Agent, model: FakeModel) -> None:
    model.then(says(answer(claim()), usage=None))
    usage = usage_of(read(reader))
    assert usage is not None
    assert (usage.tokens_in, usage.tokens_out, usage.cost) == (None, None, None)


def test_a_spent_day_makes_episodes_wait(
    reader: Agent, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_PRICE_IN = settings.WARRANT_PRICE_OUT = Decimal(1)
    settings.WARRANT_SPEND_PER_DAY = Decimal("0.0012")
    assert work_of(read(reader)).state == WorkState.DONE
    waiting = read(reader)
    work = work_of(waiting)
    assert (work.state, work.attempts) == (WorkState.QUEUED, 0)
    assert "WARRANT_SPEND_PER_DAY" in work.error
    assert len(model.requests) == 1
    assert work_of(read(make_agent(make_workspace()))).state == WorkState.DONE
    DistillationRun.objects.update(at=database_now() - 24 * HOUR)
    Work.objects.filter(episode=waiting).update(due_at=database_now())
    drain()
    assert (work_of(waiting).state, work_of(waiting).error) == (WorkState.DONE, "")


def test_a_limit_needs_a_server_that_counts(
    reader: Agent, model: FakeModel, settings: Settings
) -> None:
    settings.WARRANT_PRICE_IN = settings.WARRANT_SPEND_PER_DAY = Decimal(1)
    model.then(says(answer(claim()), usage=None))
    assert "counts no tokens" in work_of(read(reader)).error
    assert not Claim.objects.exists()
