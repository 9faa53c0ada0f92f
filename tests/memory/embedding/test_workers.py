"""Two workers that embed one workspace."""

from threading import Event, Thread

import pytest
from django.db import connection

from memory.jobs.embed import embed_due
from memory.models import Agent
from memory.queries.embeddable import waiting
from tests.make import distil_episode, make_agent
from tests.make import make_workspace as workspace_
from tests.memory.embedding.plant import Counting, install, vectors

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Counting:
    return install(monkeypatch, Counting())


@pytest.fixture
def agent(model: Counting) -> Agent:
    agent = make_agent(workspace_())
    distil_episode(agent)
    return agent


def embedding_apart() -> None:
    embed_due()
    connection.close()


def test_one_worker_at_a_time_embeds_a_workspace(
    agent: Agent, model: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, go_on = Event(), Event()
    slow = Counting()

    def wait(texts: list[str], *, seconds: float) -> list[list[float]]:
        inside.set()
        go_on.wait(20)
        return Counting.embed(slow, texts, seconds=seconds)

    monkeypatch.setattr(slow, "embed", wait)
    install(monkeypatch, slow)
    thread = Thread(target=embedding_apart)
    thread.start()
    assert inside.wait(20)
    install(monkeypatch, model)
    embed_due()
    assert (model.asked, len(waiting(agent.workspace, 9))) == ([], 4)
    go_on.set()
    thread.join()
    assert len(vectors(agent.workspace)) == len(slow.asked) == 4
