"""What holds credentials is marked, and a model reads it only where that is allowed."""

import pytest

from memory.models import Agent, DistillationRun, Workspace, WorkState
from tests.fake_openai import FakeModel, answer, claim, says
from tests.make import make_observation, make_source
from tests.memory.api.calls import (
    AT,
    Caller,
    agent_caller,
    conclusion,
    episode,
    observation,
)
from tests.memory.jobs.readings import read, work_of

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "hunter2-" + "A7b"
LEAKY = f"The pump's panel: password={SECRET}."


def sent(model: FakeModel) -> str:
    """All that the model was sent."""
    return str(model.requests)


def test_the_model_is_not_shown_it(reader: Agent, model: FakeModel) -> None:
    model.then(says(answer(claim())))
    observations = (make_observation(), make_observation("o2", LEAKY))
    read(reader, observations=observations)
    assert "P-101A" in sent(model)
    assert SECRET not in sent(model)
    assert DistillationRun.objects.get().kept_back == 1


def test_the_model_is_told_no_source(reader: Agent, model: FakeModel) -> None:
    model.then(says(answer(claim())))
    where = {"uri": f"https://reader:{SECRET}@plant.example/7", "title": "Sheet seven"}
    read(reader, "Sheet seven: P-101A feeds V-12.", sources=(make_source(**where),))
    assert "Sheet seven: P-101A" in sent(model)
    assert sent(model).count("Sheet seven") == 1
    assert SECRET not in sent(model)


def test_a_workspace_may_allow_it(reader: Agent, model: FakeModel) -> None:
    Workspace.objects.update(shows_credentials=True)
    model.then(says(answer()))
    read(reader, observations=(make_observation(text=LEAKY),))
    assert SECRET in sent(model)
    assert DistillationRun.objects.get().kept_back == 0


def test_nothing_is_asked_where_all_is_kept_back(
    reader: Agent, model: FakeModel
) -> None:
    found = read(reader, observations=(make_observation(text=LEAKY),))
    assert work_of(found).state == WorkState.DONE
    assert model.requests == []


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def test_the_api_tells_of_it(agent: Caller) -> None:
    some = [observation(), observation(ref="o2", text=LEAKY)]
    posted = agent.post("/episodes", episode(observations=some))
    told = agent.get(f"/episodes/{posted.json()['id']}").json()
    found = [each["credentials"] for each in told["observations"]]
    assert found == [[], ["password"]]
    assert told["observations"][1]["text"] == LEAKY
    assert told["credentials"] == []


@pytest.mark.parametrize(
    "beside",
    [
        {"task": LEAKY},
        {"conclusions": [conclusion(text=LEAKY)]},
        {"residue": [{"kind": "question", "text": LEAKY, "about": []}]},
    ],
)
def test_words_beside_the_observations_are_looked_at(
    agent: Caller, beside: dict[str, object]
) -> None:
    posted = agent.post("/episodes", episode(**beside)).json()
    told = agent.get(f"/episodes/{posted['id']}").json()
    assert told["credentials"] == ["password"]


def test_an_episode_in_pieces_is_looked_at_too(agent: Caller) -> None:
    start = {"external_id": "s", "started_at": AT, "task": f"token {'a1B2c3D4e5' * 2}"}
    uid = agent.post("/episodes/open", start).json()["id"]
    more = {
        "sources": episode()["sources"],
        "observations": [observation(text=LEAKY)],
    }
    assert agent.post(f"/episodes/{uid}/observations", more).status_code == 201
    end = {"closed_at": AT, "conclusions": [conclusion(text=LEAKY)]}
    assert agent.post(f"/episodes/{uid}/close", end).status_code == 202
    told = agent.get(f"/episodes/{uid}").json()
    assert told["credentials"] == ["password", "token"]
    assert told["observations"][0]["credentials"] == ["password"]
