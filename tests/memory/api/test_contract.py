"""The OpenAPI document says what the API does, and generated calls find no failure."""

import os
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from memory.jobs.distil import drain
from tests.memory.api.calls import Caller, agent_caller, episode, member_of
from tests.memory.api.document import DOCUMENT, operations

LONG = os.environ.get("WARRANT_TEST_LONG") == "1"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = [(method, path) for method, path, _ in operations()]


@pytest.fixture
def callers(transactional_db: None) -> Caller:
    """An admin's key in a workspace that holds something."""
    admin = member_of(agent_caller(), role="admin")
    admin.post("/episodes", episode())
    drain()
    return admin


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_generated_calls_are_answered_as_documented(
    callers: Caller, method: str, path: str
) -> None:
    operation = SCHEMA[f"/api/v1{path}"][method.upper()]
    operation.app = get_wsgi_application()

    @settings(
        max_examples=60 if LONG else 5,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def answered(case: Any) -> None:
        key = {"Authorization": f"Bearer {callers.secret}"}
        case.call_and_validate(headers=key, checks=CHECKS)

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
