"""The OpenAPI document says what the API does, and generated calls find no failure."""

import json
import os
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import booleans
from pytest_django import Settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.memory.api.calls import (
    AT,
    Caller,
    agent_caller,
    conclusion,
    episode,
    member_of,
    source,
)
from tests.memory.api.document import DOCUMENT, operations
from tests.memory.api.rows import REASON, archived, make_rows
from tests.memory.hooks import HOST
from tests.once import Once

LONG = os.environ.get("WARRANT_TEST_LONG") == "1"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
LINES = "application/x-ndjson"


@schemathesis.serializer(LINES)
def as_it_is(ctx: Any, value: Any) -> bytes:
    """A body that is generated as a text."""
    return str(value).encode(errors="surrogatepass")


SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = [(method, path) for method, path, _ in operations()]


# Stands for an observation that is there only once a world is.
UNSEEN = "an observation"
BODIES: dict[str, Any] = {
    "/episodes": episode(),
    "/episodes/open": {"external_id": "streamed", "started_at": AT},
    "/episodes/{uid}/observations": {"sources": [source()]},
    "/episodes/{uid}/close": {"closed_at": AT},
    "/claims": conclusion(supports=[]) | {"testimony": "I saw it."},
    "/claims/{uid}/review": {"version": 2, "verdict": "needs_evidence"},
    "/observations/{uid}/retract": {"kind": "retraction", "reason": REASON},
    "/sources/{uid}/retract": {"kind": "concern", "reason": REASON},
    "/agents/{uid}/retract": {"kind": "concern", "reason": REASON, "since": AT},
    "/retractions/{uid}/reinstate": {"reason": REASON},
    "/disputes/{uid}/resolve": {"version": 1, "action": "defer"},
    "/disputes/resolve": {"action": "defer", "dry_run": True},
    "/conflicts/{uid}/settle": {"version": 1, "action": "keep_open"},
    "/tensions": {"kind": "question", "text": "Why?", "about": []},
    "/tensions/surface": {"nodes": [], "k": 2},
    "/tensions/{uid}/triage": {"version": 1, "action": "keep"},
    "/collisions/{uid}/verdict": {"version": 1, "verdict": "coincidental"},
    "/nodes": {"kind": "pump", "id": "P-7"},
    "/check": {"text": "It rose from 4% to 6%, an increase of 2%."},
    "/findings/{uid}/judge": {"verdict": "dismiss", "note": "Rounded."},
    "/nodes/{uid}/merge": {"into": {"kind": "pump", "id": "P-101B"}},
    "/predicates": {"name": "drains", "label": "drains"},
    "/search": {"query": "P-101A"},
    "/references": {
        "note": "We hold the paper.",
        "items": [{"title": "On pumps", "DOI": "10.1000/182"}],
    },
    "/sources/{uid}/vet": {"note": "We hold the paper."},
    "/sources/{uid}/unvet": {"note": "It was withdrawn."},
    "/webhooks": {"url": f"https://{HOST}/other"},
    "/gate": {"message": "Which pump feeds V-12?", "k": 5},
    "/erasures": {"observation": UNSEEN, "reason": REASON, "dry_run": True},
    "/holds": {"observations": [UNSEEN]},
}


@dataclass
class World:
    """An admin's key, and a row of each kind by the first part of its path."""

    admin: Caller
    rows: dict[str, str]

    @property
    def seen(self) -> str:
        """An observation that has its text."""
        return self.rows["observations"]

    def row(self, path: str) -> dict[str, str]:
        """The parameters of a path: an open episode to add to, an archived claim."""
        adding = path.endswith(("/observations", "/close"))
        kind = "open" if adding else path.split("/")[1]
        kind = "archived" if path.endswith("/bring-back") else kind
        return {"uid": self.rows[kind]} if "{uid}" in path else {}

    def call(self, case: Any) -> Any:
        """Send a generated call with the key, and compare it with the document."""
        key = {"Authorization": f"Bearer {self.admin.secret}"}
        case.operation.app = get_wsgi_application()
        return case.call_and_validate(headers=key, checks=CHECKS)


def _made() -> World:
    agent = agent_caller()
    admin = member_of(agent, role="admin")
    rows = make_rows(agent, admin)
    begun = {"external_id": "begun", "started_at": AT}
    rows["archived"] = archived(agent, admin)
    rows["open"] = admin.post("/episodes/open", begun).json()["id"]
    return World(admin, rows)


made = Once(_made)


@pytest.fixture
def world(transactional_db: None, settings: Settings) -> World:
    """A workspace that holds something."""
    settings.WARRANT_WEBHOOK_HOSTS = [HOST]
    return made()


def operation_of(method: str, path: str) -> Any:
    """The described operation."""
    return SCHEMA[f"/api/v1{path}"][method.upper()]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_good_calls_are_answered_as_documented(
    world: World, method: str, path: str
) -> None:
    given: dict[str, Any] = {"path_parameters": world.row(path)}
    if path == "/episodes/bulk":
        given |= {"body": json.dumps(episode()), "media_type": LINES}
    elif path in BODIES and method != "get":
        body = json.loads(json.dumps(BODIES[path]).replace(UNSEEN, world.seen))
        given |= {"body": body, "media_type": "application/json"}
    case = operation_of(method, path).Case(**given)
    assert world.call(case).status_code < 300


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_generated_calls_are_answered_as_documented(
    world: World, method: str, path: str
) -> None:
    row = world.row(path)

    @settings(
        max_examples=300 if LONG else 5,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation_of(method, path).as_strategy(), found=booleans())
    def answered(case: Any, found: bool) -> None:
        if found and row:
            case.path_parameters = row
        world.call(case)

    answered()


def test_every_operation_documents_its_refusals() -> None:
    for method, path, operation in operations():
        if path == "/health":
            continue
        documented = set(map(int, operation["responses"]))
        assert documented >= {400, 401, 403, 404, 409, 415, 422, 429}, (method, path)
        assert operation["security"] == [{"Key": []}]


@pytest.mark.django_db
def test_the_document_and_its_pages_need_no_key() -> None:
    told = Client().get("/api/v1/openapi.json")
    assert told.status_code == 200
    assert "/api/v1/episodes" in told.json()["paths"]
