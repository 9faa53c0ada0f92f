"""What tests of the memory share: a scripted model, and two whole workspaces."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import Settings

from memory import llm
from memory.models import Agent
from tests.fake_openai import FakeModel, serving
from tests.make import make_agent, make_workspace
from tests.memory.world import World, make_world

KEY = "sk-only-for-the-fake"


@pytest.fixture
def model(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeModel]:
    """The fake server, configured as the model that distils."""
    with serving() as fake:
        settings.OPENAI_BASE_URL = fake.url
        settings.OPENAI_API_KEY = KEY
        settings.WARRANT_MODEL = "fake"
        monkeypatch.setattr(llm, "FIRST_PAUSE", 0.01)
        yield fake


@pytest.fixture
def reader(transactional_db: None) -> Agent:
    """An agent of a workspace of its own."""
    return make_agent(make_workspace())


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[World]]:
    with django_db_blocker.unblock():
        yield [make_world(), make_world()]
        call_command("flush", interactive=False, verbosity=0)
        connection.close()


@pytest.fixture
def here(worlds: list[World]) -> int:
    return worlds[0].workspace.pk


@pytest.fixture
def elsewhere(worlds: list[World]) -> int:
    return worlds[1].workspace.pk
