"""Lists in pages: nothing twice, nothing lost, and no query for each row."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memory.models import (
    Claim,
    Retraction,
    Webhook,
)
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    agent_caller,
    episode,
    member_of,
)
from tests.memory.api.document import lists
from tests.memory.api.filled import fill
from tests.once import Once

pytestmark = pytest.mark.django_db
KINDS: dict[str, type[Claim | Retraction | Webhook]] = {
    "retractions": Retraction,
    "webhooks": Webhook,
}
# What a retraction touched is settled: test_affected.py compares two of them.
GROWING = [path for path in lists() if path != "/retractions/{uid}/affected"]


def _made() -> Caller:
    curator = member_of(agent_caller(), role="admin")
    fill(curator, "a")
    return curator


made = Once(_made)


@pytest.fixture
def curator(db: None) -> Caller:
    """A curator of a workspace with few rows in each list."""
    return made()


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
