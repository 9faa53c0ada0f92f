"""Another workspace's row answers as an unknown id does, on every route."""

import uuid
from typing import Any

import pytest

from tests.memory.api.calls import (
    Caller,
    agent_caller,
    conclusion,
    member_of,
)
from tests.memory.api.document import lists, operations
from tests.memory.api.rows import REASON, make_rows
from tests.once import Once

pytestmark = pytest.mark.django_db
AT = "2026-03-02T11:00:00Z"
RETRACTION = {"kind": "retraction", "reason": REASON}
BODIES: dict[str, Any] = {
    "/episodes/{uid}/observations": {},
    "/episodes/{uid}/close": {"closed_at": AT},
    "/claims/{uid}/review": {"version": 1, "verdict": "accept"},
    "/observations/{uid}/retract": RETRACTION,
    "/sources/{uid}/retract": RETRACTION,
    "/agents/{uid}/retract": RETRACTION,
    "/retractions/{uid}/reinstate": {"reason": REASON},
    "/disputes/{uid}/resolve": {"version": 1, "action": "defer"},
    "/conflicts/{uid}/settle": {"version": 1, "action": "keep_open"},
    "/findings/{uid}/judge": {"verdict": "confirm"},
    "/tensions/{uid}/triage": {"version": 1, "action": "keep"},
    "/collisions/{uid}/verdict": {"version": 1, "verdict": "coincidental"},
    "/nodes/{uid}/merge": {"into": {"kind": "pump", "id": "P-101B"}},
    "/sources/{uid}/vet": {"note": "We hold the paper."},
    "/sources/{uid}/unvet": {"note": "It was withdrawn."},
}
ENTIRE = [path for path in lists() if "{" not in path and path != "/predicates"]
NAMING = [(m, p) for m, p, _ in operations() if "{" in p]


def _made() -> tuple[Caller, dict[str, str]]:
    owner = agent_caller()
    return owner, make_rows(owner, member_of(owner))


made = Once(_made)


@pytest.fixture
def world(db: None) -> tuple[Caller, dict[str, str]]:
    """An agent's caller, and a row of each kind in its workspace."""
    return made()


@pytest.fixture
def owner(world: tuple[Caller, dict[str, str]]) -> Caller:
    return world[0]


@pytest.fixture
def rows(world: tuple[Caller, dict[str, str]]) -> dict[str, str]:
    return world[1]


@pytest.mark.parametrize(("method", "path"), NAMING)
def test_a_foreign_row_looks_unknown(
    rows: dict[str, str], method: str, path: str
) -> None:
    stranger = member_of(agent_caller(), role="admin")
    kind = path.split("/")[1]
    replies = []
    for uid in (rows[kind], str(uuid.uuid4())):
        url = path.replace("{uid}", uid)
        send = stranger.get if method == "get" else getattr(stranger, method)
        body = [] if method == "get" else [BODIES.get(path)]
        replies.append(send(url, *body))
    foreign, unknown = replies
    assert (foreign.status_code, foreign.content) == (404, unknown.content)
    assert foreign.json()["code"] == "not_found"


@pytest.mark.parametrize(("method", "path"), NAMING)
def test_the_own_row_is_found(
    owner: Caller, rows: dict[str, str], method: str, path: str
) -> None:
    member = member_of(owner, role="admin")
    url = path.replace("{uid}", rows[path.split("/")[1]])
    send = member.get if method == "get" else getattr(member, method)
    body = [] if method == "get" else [BODIES.get(path)]
    found = send(url, *body).status_code
    # An open episode is its author's own, whoever else is in the workspace.
    assert (found == 404) == path.endswith(("/observations", "/close"))


@pytest.mark.parametrize(
    ("kind", "naming"),
    [
        ("claims", lambda uid: {"supports": [{"claim": uid}]}),
        ("nodes", lambda uid: {"subject": uid}),
        ("observations", lambda uid: {"supports": [uid]}),
    ],
)
def test_a_foreign_id_in_a_body_looks_unknown(
    owner: Caller, rows: dict[str, str], kind: str, naming: Any
) -> None:
    stranger = agent_caller()
    foreign, unknown = (
        stranger.post("/claims", conclusion(supports=[str(uuid.uuid4())]) | naming(uid))
        for uid in (rows[kind], str(uuid.uuid4()))
    )
    assert foreign.status_code == 422
    assert foreign.content == unknown.content


def test_lists_show_the_own_workspace_only(rows: dict[str, str]) -> None:
    stranger = member_of(agent_caller(), role="admin")
    for path in ENTIRE:
        assert stranger.get(path).json() == {"items": [], "next": None}
    found = stranger.get("/claims", subject=rows["nodes"]).json()["items"]
    assert found == []
