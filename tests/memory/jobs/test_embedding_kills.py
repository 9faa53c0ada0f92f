"""A worker that is killed while it embeds leaves a queue that the next one goes on."""

import os
from signal import SIGKILL

import pytest

from memory.jobs.embed import BATCH
from memory.queries.embedding import current_run, standing, vectors_of
from memory.queries.operations import operation_view
from tests.config.processes import within
from tests.make import distil_episode, make_agent, make_conclusion, make_workspace
from tests.memory.jobs.plant import Start

pytestmark = pytest.mark.django_db(transaction=True)
STARTING = 120.0


def test_a_run_goes_on_where_it_was_killed(work: Start) -> None:
    here = make_workspace()
    pumps = tuple(make_conclusion(f"P-{n}", f"V-{n}") for n in range(200))
    distil_episode(make_agent(here), conclusions=pumps)
    texts = standing(here, most=None).waiting

    def embedded() -> int:
        run = current_run(here)
        return vectors_of(run).count() if run else 0

    worker = work()
    assert within(STARTING, lambda: embedded() >= BATCH)
    os.killpg(worker.pid, SIGKILL)
    worker.wait()
    run = current_run(here)
    assert run is not None
    view = operation_view(here, run.operation.uid)
    assert 0 < view.done < view.total == texts == 601
    work()
    assert within(STARTING, lambda: standing(here).missing == 0)
    assert within(
        STARTING, lambda: operation_view(here, view.operation.uid).state == "done"
    )
    assert (embedded(), current_run(here)) == (texts, run)
