"""Cost and tokens: added up by day, agent and model, beside the limits of today."""

import datetime
import re
from decimal import Decimal

import pytest
from django.test import Client
from pytest_django import Settings

from memory.models import Agent, DistillationRun, Episode, Intake, JudgeRun
from memory.queries.clock import database_now
from tests.make import make_agent, make_observation, record_episode

DAY = datetime.timedelta(days=1)


def run(episode: Episode, model: str = "small", **changes: object) -> None:
    """One reading of an episode, as a worker records it."""
    given: dict[str, object] = {
        "tokens_in": 1000,
        "tokens_out": 200,
        "cost": Decimal("0.0125"),
        "at": database_now(),
    }
    DistillationRun.objects.create(
        workspace=episode.workspace,
        episode=episode,
        model=model,
        prompt_version="1",
        reply_hashes=[],
        **(given | changes),
    )


def rows(desk: Client, heading: str) -> list[list[str]]:
    """The cells of one table of the page."""
    page = desk.get("/w/plant/usage/").content.decode()
    table = page.split(f">{heading}</h2>")[1].split("</table>")[0].split("<tbody>")[1]
    lines = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", each, re.DOTALL)
             for each in table.split("</tr>")]  # fmt: skip
    return [[re.sub(r"\s+", " ", cell).strip() for cell in line] for line in lines[:-1]]


@pytest.fixture
def read(agent: Agent) -> list[Episode]:
    """Two episodes of one agent and one of another, read by two models."""
    other = make_agent(agent.workspace, name="second-reader")
    made = [record_episode(by) for by in (agent, agent, other)]
    run(made[0])
    run(made[0])
    run(made[1], "large", at=database_now() - DAY)
    run(made[2], "large", tokens_in=None, tokens_out=None, cost=None)
    return made


def test_runs_are_added_up(desk: Client, read: list[Episode]) -> None:
    today = f"{database_now():%Y-%m-%d}"
    yesterday = f"{database_now() - DAY:%Y-%m-%d}"
    some = ["2", "3", "2,000 or more", "400 or more", "0.0250"]
    assert rows(desk, "By day") == [
        [today, *some],
        [yesterday, "1", "1", "1,000", "200", "0.0125"],
    ]
    assert rows(desk, "By agent") == [
        ["plant-reader", "2", "3", "3,000", "600", "0.0375"],
        ["second-reader", "1", "1", "0 or more", "0 or more", "not known"],
    ]
    assert rows(desk, "By model") == [
        ["small", "1", "2", "2,000", "400", "0.0250"],
        ["large", "2", "2", "1,000 or more", "200 or more", "0.0125"],
    ]


def test_checks_and_the_gate_are_added(
    desk: Client, agent: Agent, read: list[Episode]
) -> None:
    for model, version in (("small", "judge-1"), ("wording", "reframe-1")):
        JudgeRun.objects.create(
            workspace=agent.workspace,
            model=model,
            prompt_version=version,
            reply_hashes=[],
            tokens_in=100,
            tokens_out=10,
            cost=Decimal("0.0010"),
            at=database_now(),
        )
    today = f"{database_now():%Y-%m-%d}"
    some = ["2", "5", "2,200 or more", "420 or more", "0.0270"]
    assert rows(desk, "By day")[0] == [today, *some]
    apart = ["checks and the gate", "0", "2", "200", "20", "0.0020"]
    assert apart in rows(desk, "By agent")
    assert rows(desk, "By model") == [
        ["small", "1", "3", "2,100", "410", "0.0260"],
        ["large", "2", "2", "1,000 or more", "200 or more", "0.0125"],
        ["wording", "0", "1", "100", "10", "0.0010"],
    ]


def test_limits_of_today_stand_beside_it(
    desk: Client, read: list[Episode], settings: Settings, agent: Agent
) -> None:
    assert "Limits of today" not in desk.get("/w/plant/usage/").content.decode()
    settings.WARRANT_SPEND_PER_DAY = Decimal("0.50")
    agent.workspace.observations_per_day = 1000
    agent.workspace.save()
    Intake.objects.create(
        workspace=agent.workspace,
        day=database_now().date(),
        episodes=3,
        observations=250,
        bytes=9,
    )
    page = desk.get("/w/plant/usage/").content.decode()
    assert "0.0250 of 0.5 " in page
    assert '250 of 1,000 <progress max="100" value="25"' in page
    assert "Bytes of text" not in page


def test_without_a_run_it_says_so(desk: Client) -> None:
    assert b"No model was asked anything" in desk.get("/w/plant/usage/").content
    for path in ("", "episodes/"):
        assert b'href="/w/plant/usage/"' in desk.get(f"/w/plant/{path}").content


def test_an_episode_with_a_credential_is_marked_and_found(
    desk: Client, agent: Agent
) -> None:
    record_episode(agent, task="harmless")
    leaky = make_observation(text="It says password=hunter2-A7b.")
    marked = record_episode(agent, task="leaky", observations=(leaky,))
    page = desk.get(f"/w/plant/episodes/{marked.uid}/").content.decode()
    assert "Looks as if it held a password" in page
    found = desk.get("/w/plant/episodes/?holds=credentials").content.decode()
    assert "leaky" in found
    assert "harmless" not in found
    beside = record_episode(agent, task="the password is hunter2-A7b")
    page = desk.get(f"/w/plant/episodes/{beside.uid}/").content.decode()
    assert "look as if they held a password" in page
