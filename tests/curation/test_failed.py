"""Dead letters: seen with their error, tried again one by one or all at once."""

import pytest
from django.test import Client

from memory.jobs.distil import drain
from memory.models import Agent, Claim, Work, WorkState
from tests.curation.conftest import SignedIn
from tests.make import make_agent, make_member, make_workspace, record_episode


def bury(agent: Agent, task: str) -> Work:
    episode = record_episode(agent, task=task)
    works = Work.objects.filter(episode=episode)
    works.update(state=WorkState.DEAD, attempts=5, error=f"Timeout in {task}")
    return works.get()


@pytest.fixture
def dead(agent: Agent) -> list[Work]:
    return [bury(agent, task) for task in ("one", "two")]


def states() -> list[tuple[str, int]]:
    return list(Work.objects.order_by("pk").values_list("state", "attempts"))


def test_all_are_tried_again_at_once(desk: Client, dead: list[Work]) -> None:
    elsewhere = bury(make_agent(make_workspace()), "three")
    shown = desk.get("/w/plant/failed/").content.decode()
    assert "Timeout in one" in shown
    assert "Try all 2 again" in shown
    assert "Timeout in three" not in shown
    answer = desk.post("/w/plant/failed/retry/")
    assert answer["Location"] == "/w/plant/failed/?retried=2"
    assert states() == [("queued", 0), ("queued", 0), ("dead", 5)]
    told = desk.get(answer["Location"]).content.decode()
    assert "2 distillations were queued again." in told
    assert "Nothing was given up" in told
    drain()
    assert states() == [("done", 1), ("done", 1), ("dead", 5)]
    assert Claim.objects.exclude(workspace=elsewhere.workspace).count() == 1


def test_one_is_tried_again(desk: Client, dead: list[Work]) -> None:
    episode = dead[0].episode
    assert episode is not None
    desk.post(f"/w/plant/episodes/{episode.uid}/retry/")
    assert states() == [("queued", 0), ("dead", 5)]


def test_a_viewer_sees_and_cannot(
    dead: list[Work], agent: Agent, signed_in: SignedIn
) -> None:
    vera = signed_in(make_member(agent.workspace, role="viewer"))
    shown = vera.get("/w/plant/failed/").content.decode()
    assert "Timeout in one" in shown
    assert "/retry/" not in shown
    assert vera.post("/w/plant/failed/retry/").status_code == 403
    assert states() == [("dead", 5), ("dead", 5)]
