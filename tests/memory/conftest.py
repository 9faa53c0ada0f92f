"""What tests of the memory share: a scripted model."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from memory import llm
from memory.models import Agent
from tests.fake_openai import FakeModel, serving
from tests.make import make_agent, make_workspace

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
