"""Lists in pages: nothing twice, nothing lost, and no query for each row."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.actions.put_predicate import PredicateEntry, put_predicate
from memory.jobs.distil import drain
from memory.models import (
    Actor,
    Claim,
    Membership,
    Node,
    Observation,
    Retraction,
    Webhook,
)
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    agent_caller,
    conclusion,
    distil,
    episode,
    member_of,
    observation,
)
from tests.memory.api.document import lists
from tests.memory.api.rows import kept_open, retracted
from tests.memory.hooks import HOST, add_hook, dead_delivery

pytestmark = pytest.mark.django_db
KINDS: dict[str, type[Claim | Retraction | Webhook]] = {
    "retractions": Retraction,
    "webhooks": Webhook,
}
# What a retraction touched is settled: test_affected.py compares two of them.
GROWING = [path for path in lists() if path != "/retractions/{uid}/affected"]


@pytest.fixture
def curator() -> Caller:
    """A curator of a workspace with few rows in each list."""
    curator = member_of(agent_caller(), role="admin")
    fill(curator, "a")
    return curator


def fill(curator: Caller, name: str, rows: int = 2) -> None:
    """Add rows to every list; the same number of them each time."""
    for number in range(rows):
        subject = {"kind": "pump", "id": f"{name}-{number}"}
        stated = [conclusion(subject=subject, object={"kind": "line", "id": name})]
        if claim := Claim.objects.order_by("id").first():
            resting = conclusion(
                subject=subject,
                predicate="is_a",
                object={"kind": "thing", "id": "pump"},
                supports=["o1", {"claim": str(claim.uid)}],
            )
            stated.append(resting)
        curator.post("/episodes", episode(conclusions=stated))
        curator.post("/episodes", episode(**to_lose(f"{name}-{number}")))
        entry = PredicateEntry(name=f"{name}_{number}", label=f"{name} {number}")
        put_predicate(workspace=curator.workspace, entry=entry)
    drain()
    for number in range(rows):
        node = Node.objects.get(external_id=f"{name}-{number}", kind="pump")
        kept_open(curator, str(node.uid))
    told(curator, name, rows)
    kept(curator, name, rows)
    for row in Observation.objects.filter(ref=name_of_lost(name)):
        retracted(curator, f"/observations/{row.uid}")
    first = Claim.objects.order_by("id").first()
    assert first is not None
    for _ in range(rows):
        version = first.state.__class__.objects.get(pk=first.pk).version
        verdict = {"version": version, "verdict": "needs_evidence", "note": name}
        assert curator.post(f"/claims/{first.uid}/review", verdict).status_code == 200


def told(curator: Caller, name: str, rows: int) -> None:
    """Webhooks; the oldest one is told of more."""
    assert isinstance(curator.owner, Membership)
    by = Actor(member=curator.owner)
    for number in range(rows):
        add_hook(curator.workspace, by, f"https://{HOST}/{name}/{number}")
        dead_delivery(Webhook.objects.order_by("pk")[0])


def kept(curator: Caller, name: str, rows: int) -> None:
    """References, and observations of which some are held and others erased."""
    admin = member_of(curator, role="admin")
    for number in range(rows):
        paper = {"title": f"On {name}", "DOI": f"10.1/{name}-{number}"}
        sent = {"note": "We hold it.", "items": [paper]}
        assert curator.post("/references", sent).status_code == 200
        seen = [
            observation(ref=ref, text=f"{ref} of {name} {number}.")
            for ref in ("Kept", "Gone")
        ]
        told_ = distil(curator, observations=seen, conclusions=[])
        held, gone = (each["id"] for each in told_["observations"])
        assert admin.post("/holds", {"observations": [held]}).status_code == 201
        sent = {"observation": gone, "reason": "Asked for."}
        assert admin.post("/erasures", sent).status_code == 201


def name_of_lost(name: str) -> str:
    """The ref of an observation that is retracted."""
    return f"lost {name}"


def to_lose(name: str) -> dict[str, Any]:
    """An episode whose claim is disputed once its evidence is retracted."""
    ref = name_of_lost(name.partition("-")[0])
    subject, object_ = {"kind": "fan", "id": name}, {"kind": "duct", "id": name}
    return {
        "observations": [
            observation(
                ref=ref, text=f"Fan {name} feeds duct {name}. We get 12 + 7 = 18."
            )
        ],
        "conclusions": [
            conclusion(subject=subject, object=object_, supports=[ref]),
        ],
    }


def url_of(path: str) -> str:
    """The list's address; that of the oldest row where it is one row's list."""
    first = KINDS.get(path.split("/")[1], Claim).objects.order_by("id").first()
    return path.replace("{uid}", str(first.uid) if first else "")


def lasting(item: dict[str, Any]) -> dict[str, Any]:
    """An item without what fades by the second."""
    return {name: value for name, value in item.items() if name != "confidence"}


def statements(curator: Caller, url: str, **query: Any) -> int:
    """How many statements a full page takes."""
    with CaptureQueriesContext(connection) as found:
        assert curator.get(url, limit=200, **query).status_code == 200
    return len(found)


@pytest.mark.parametrize("path", GROWING)
def test_twice_the_rows_take_no_more_statements(curator: Caller, path: str) -> None:
    curator.get(url_of(path))
    few = statements(curator, url_of(path))
    before = len(curator.get(url_of(path), limit=200).json()["items"])
    fill(curator, "b")
    after = len(curator.get(url_of(path), limit=200).json()["items"])
    assert after > before
    assert statements(curator, url_of(path)) == few


def test_the_past_of_twice_the_claims_takes_no_more_statements(curator: Caller) -> None:
    curator.get("/claims")
    few = statements(curator, "/claims", as_of=database_now().isoformat())
    fill(curator, "b")
    assert statements(curator, "/claims", as_of=database_now().isoformat()) == few


@pytest.mark.parametrize("path", lists())
def test_pages_join_into_the_list(curator: Caller, path: str) -> None:
    whole = curator.get(url_of(path), limit=200).json()
    assert whole["next"] is None
    items: list[Any] = []
    limit = max(1, len(whole["items"]) // 3)
    query: dict[str, Any] = {"limit": limit}
    while True:
        page = curator.get(url_of(path), **query).json()
        items += page["items"]
        if page["next"] is None:
            break
        assert len(page["items"]) == limit
        query["cursor"] = page["next"]
    assert list(map(lasting, items)) == list(map(lasting, whole["items"]))


def test_a_cursor_is_its_lists_own(curator: Caller) -> None:
    cursor = curator.get("/claims", limit=1).json()["next"]
    assert curator.get("/claims", limit=1, cursor=cursor).status_code == 200
    for path, query in (("/episodes", {}), ("/claims", {"predicate": "feeds"})):
        refused = curator.get(path, cursor=cursor, **query)
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_cursor")


def test_a_row_added_meanwhile_shifts_nothing(curator: Caller) -> None:
    page = curator.get("/episodes", limit=1).json()
    expected = curator.get("/episodes", limit=2).json()["items"][1:]
    curator.post("/episodes", episode())
    following = curator.get("/episodes", limit=1, cursor=page["next"]).json()
    assert following["items"] == expected
