"""Episodes over HTTP."""

import pytest

from memory.jobs.distil import drain
from tests.memory.api.calls import Caller, agent_caller

pytestmark = pytest.mark.django_db

VERBATIM = """
{"external_id":"run-17","task":"which pump feeds V-12",
 "started_at":"2026-03-02T10:00:00Z","closed_at":"2026-03-02T10:05:00Z","model":"gpt-5",
 "sources":[{"ref":"pid","kind":"document","uri":"doc://plant/pid-7.pdf",
             "title":"P&ID rev C","as_of":"2024-03-01"}],
 "observations":[{"ref":"o1","source":"pid","locator":"sheet 3",
                  "observed_at":"2026-03-02T10:01:00+01:00",
                  "text":"Line 12 runs from P-101A to V-12."}],
 "conclusions":[{"subject":{"kind":"pump","id":"P-101A"},"predicate":"feeds",
                 "object":{"kind":"separator","id":"V-12"},
                 "confidence":0.8,"supports":["o1"],"text":"P-101A feeds V-12",
                 "valid_from":null}],
 "residue":[{"kind":"question","text":"Why was P-104 never commissioned?",
             "about":[{"kind":"pump","id":"P-104"}]}]}
"""


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def test_an_episode_becomes_a_claim(agent: Caller) -> None:
    posted = agent.raw("/episodes", VERBATIM.encode())
    assert posted.status_code == 202, posted.content
    assert posted.json()["status"] == "queued"
    url = posted.json()["url"].removeprefix("/api/v1")
    assert agent.get(url).json()["status"] == "queued"
    drain()
    told = agent.get(url).json()
    assert told["status"] == "distilled"
    (claim,) = told["claims"]
    assert (claim["text"], claim["status"]) == ("P-101A feeds V-12", "quarantined")
    assert (told["rejected"], told["uncited"]) == ([], [])
