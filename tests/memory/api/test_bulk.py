"""Many episodes at once: each line by itself, nothing twice, and how far it is."""

import json
from typing import Any

import pytest

from memory.actions.import_episodes import import_next
from memory.actions.work import claim_next, release
from memory.api import lines
from memory.jobs import bulk
from memory.jobs.distil import drain
from memory.models import Episode, Observation, OperationLine, Work
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    agent_caller,
    conclusion,
    episode,
    observation,
)

pytestmark = pytest.mark.django_db(transaction=True)
NDJSON = "application/x-ndjson"


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


def body(*episodes: Any) -> bytes:
    """One a line."""
    return b"\n".join(json.dumps(each).encode() for each in episodes) + b"\n"


def post(agent: Caller, sent: bytes, media: str = NDJSON) -> Any:
    return agent.raw("/episodes/bulk", sent, media)


def begin(agent: Caller, sent: bytes) -> str:
    """The path of the operation."""
    accepted = post(agent, sent)
    assert accepted.status_code == 202, accepted.content
    return f"/operations/{accepted.json()['operation']}"


def test_every_line_becomes_an_episode(agent: Caller) -> None:
    sent = [episode() for _ in range(3)]
    path = begin(agent, body(*sent))
    queued = agent.get(path).json()
    assert (queued["state"], queued["done"], queued["total"]) == ("queued", 0, 3)
    drain()
    done = agent.get(path).json()
    assert (done["state"], done["done"], done["failures"]) == ("done", 3, [])
    assert done["result"] == {"recorded": 3, "known": 0, "failed": 0}
    names = Episode.objects.order_by("pk").values_list("external_id", flat=True)
    assert list(names) == [each["external_id"] for each in sent]
    told = agent.get("/claims").json()["items"][0]
    assert len(told["derivations"]) == 3
    assert not OperationLine.objects.filter(sent__isnull=False).exists()


def test_it_is_the_very_episode(agent: Caller) -> None:
    number = {"number": 12.50, "unit": "m3/h"}
    stated = conclusion(predicate="has_flow_rate", value=number, ref="a")
    del stated["object"]
    sent = episode(
        observations=[observation(text="P-101A runs at 12.50 m3/h, \u00b15 %.")],
        conclusions=[stated],
        residue=[
            {"kind": "question", "text": "Why?", "about": [{"kind": "a", "id": "b"}]}
        ],
    )
    begin(agent, body(sent))
    drain()
    again = agent.post("/episodes", sent)
    assert again.status_code == 200, again.content
    unread = episode(conclusions=None)
    begin(agent, body(unread))
    drain()
    assert agent.post("/episodes", unread).status_code == 200


def test_a_wrong_line_spares_the_others(agent: Caller) -> None:
    taken = episode()
    agent.post("/episodes", taken)
    sent = body(
        episode(),
        taken,
        taken | {"task": "another"},
        episode(conclusions=[conclusion(confidence=5)]),
        episode() | {"status": "admissible"},
    )
    path = begin(agent, sent + b"\n{\n" + b'{"task": 1e400}\n\xff\xfe\n[]\n')
    drain()
    told = agent.get(path).json()
    assert told["result"] == {"recorded": 1, "known": 1, "failed": 7}
    assert [(x["index"], x["code"]) for x in told["failures"]] == [
        (2, "content_differs"),
        (3, "range"),
        (4, "extra_forbidden"),
        (6, "bad_json"),
        (7, "finite_number"),
        (8, "encoding"),
        (9, "object_expected"),
    ]
    assert told["failures"][1]["message"].startswith("conclusions.0.confidence: ")
    assert (told["done"], told["total"], told["state"]) == (9, 9, "done")


def test_a_killed_worker_is_made_good(agent: Caller) -> None:
    path = begin(agent, body(*[episode() for _ in range(3)]))
    lease = claim_next(now=database_now())
    assert lease is not None
    assert import_next(lease=lease, now=database_now())
    # What PostgreSQL does when the process dies; the row still says running.
    release(lease)
    half = agent.get(path).json()
    assert (half["state"], half["done"]) == ("running", 1)
    drain()
    done = agent.get(path).json()
    assert done["result"] == {"recorded": 3, "known": 0, "failed": 0}
    assert Observation.objects.count() == 3


def test_a_long_import_lets_others_pass(
    agent: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk.run_import, "__kwdefaults__", {"seconds": -1.0})
    path = begin(agent, body(*[episode() for _ in range(7)]))
    drain()
    assert agent.get(path).json()["state"] == "done"
    assert Episode.objects.count() == 7
    (work,) = Work.objects.filter(kind="import")
    assert work.attempts == 1


BODIES: list[tuple[bytes, str, int, str]] = [
    (b"\n \n", NDJSON, 400, "bad_json"),
    (b"{}\n", "application/json", 415, "unsupported_media_type"),
    (b"{}\n" * 4, NDJSON, 422, "too_many"),
    (b"{}\n" + b" " * 2_700_000, NDJSON, 413, "too_large"),
]


@pytest.mark.parametrize(("sent", "media", "status", "code"), BODIES)
def test_a_body_that_is_none_stores_nothing(
    agent: Caller,
    monkeypatch: pytest.MonkeyPatch,
    sent: bytes,
    media: str,
    status: int,
    code: str,
) -> None:
    monkeypatch.setattr(lines, "MOST_LINES", 3)
    refused = post(agent, sent, media)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert not Work.objects.exists()
    assert not OperationLine.objects.exists()


def test_a_large_body_is_read_line_by_line(
    agent: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = [episode(task="x" * 19_000) for _ in range(150)]
    path = begin(agent, body(*long))
    assert agent.get(path).json()["total"] == 150
    monkeypatch.setattr(lines, "MOST_BYTES", 1_000_000)
    refused = post(agent, body(*long))
    assert (refused.status_code, refused.json()["code"]) == (413, "too_large")
    assert Work.objects.count() == 1


def test_a_key_needs_the_scope() -> None:
    reader = agent_caller(scopes=("read",))
    assert post(reader, body(episode())).status_code == 403
