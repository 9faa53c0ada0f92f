"""What a workspace may take in a day: refused beyond it, and told how long to wait."""

import datetime
import json
from typing import Any

import pytest

from memory.jobs.distil import drain
from memory.models import Episode, Intake, Observation, Workspace
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    AT,
    Caller,
    agent_caller,
    conclusion,
    episode,
    observation,
)

pytestmark = pytest.mark.django_db(transaction=True)
DAY = 86_400


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def allow(agent: Caller, **quotas: int) -> None:
    """Set quotas of the caller's workspace."""
    Workspace.objects.filter(pk=agent.workspace.pk).update(**quotas)


def waits(response: Any) -> bool:
    """Whether it was refused for today, with the time until midnight."""
    assert 0 < int(response["Retry-After"]) <= DAY + 1
    return (response.status_code, response.json()["code"]) == (429, "quota_reached")


def test_episodes_of_a_day(agent: Caller) -> None:
    allow(agent, episodes_per_day=2)
    first = episode()
    assert agent.post("/episodes", first).status_code == 202
    assert agent.post("/episodes", episode()).status_code == 202
    assert waits(agent.post("/episodes", episode()))
    opened = {"external_id": "streamed", "started_at": AT}
    assert waits(agent.post("/episodes/open", opened))
    stated = conclusion(supports=[]) | {"testimony": "I saw it."}
    assert waits(agent.post("/claims", stated))
    # What is known already takes nothing in.
    assert agent.post("/episodes", first).status_code == 200
    assert Episode.objects.count() == 2
    assert agent_caller().post("/episodes", episode()).status_code == 202


def test_a_new_quota_counts_what_came_before_it(agent: Caller) -> None:
    for _ in range(2):
        assert agent.post("/episodes", episode()).status_code == 202
    allow(agent, episodes_per_day=3, observations_per_day=3)
    assert agent.post("/episodes", episode()).status_code == 202
    assert waits(agent.post("/episodes", episode()))
    taken = Intake.objects.get()
    assert (taken.episodes, taken.observations) == (3, 3)
    assert taken.bytes == 3 * len(observation()["text"])


def test_another_day_is_another_quota(agent: Caller) -> None:
    allow(agent, episodes_per_day=1)
    Intake.objects.create(
        workspace=agent.workspace,
        day=database_now().date() - datetime.timedelta(days=1),
        episodes=1,
        observations=1,
        bytes=1,
    )
    assert agent.post("/episodes", episode()).status_code == 202
    assert waits(agent.post("/episodes", episode()))


def test_observations_of_a_day_also_in_pieces(agent: Caller) -> None:
    allow(agent, observations_per_day=2)
    opened = agent.post("/episodes/open", {"external_id": "s", "started_at": AT})
    path = f"/episodes/{opened.json()['id']}/observations"
    some = [observation(ref=ref, source="pid") for ref in ("o1", "o2")]
    sources = episode()["sources"]
    sent = {"sources": sources, "observations": some}
    assert agent.post(path, sent).status_code == 201
    one = {"observations": [observation(ref="o3")]}
    assert waits(agent.post(path, one))
    assert Observation.objects.count() == 2


def test_what_never_fits_is_refused_for_good(agent: Caller) -> None:
    allow(agent, bytes_per_day=100)
    large = episode(observations=[observation(text="Ä" * 51)])
    refused = agent.post("/episodes", large)
    assert (refused.status_code, refused.json()["code"]) == (413, "over_quota")
    assert "102" in refused.json()["message"]
    assert "Retry-After" not in refused.headers
    assert agent.post("/episodes", episode()).status_code == 202
    assert not Episode.objects.filter(external_id=large["external_id"]).exists()


def test_an_import_goes_as_far_as_the_quota(agent: Caller) -> None:
    allow(agent, episodes_per_day=2)
    lines = "\n".join(json.dumps(episode()) for _ in range(4)).encode()
    begun = agent.raw("/episodes/bulk", lines, "application/x-ndjson")
    drain()
    told = agent.get(f"/operations/{begun.json()['operation']}").json()
    assert (told["state"], told["done"]) == ("done", 4)
    failed = [(each["index"], each["code"]) for each in told["failures"]]
    assert failed == [(2, "quota_reached"), (3, "quota_reached")]
    assert Episode.objects.count() == 2
    assert Intake.objects.get().episodes == 2
