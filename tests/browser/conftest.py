"""A browser that reports what no page may do, and people who sit before it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import ConsoleMessage, Page

from memory.models import Agent, Membership, Workspace
from tests.make import make_agent, make_member, make_workspace

# Answers of 4xx and 5xx, and a network that is away, are asked for by tests; the
# lines about them say nothing more.
EXPECTED = ("Failed to load resource", "htmx:error: Failed to fetch")
WATCH = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`blocked ${event.violatedDirective} ${event.blockedURI}`));
"""


@pytest.fixture(autouse=True)
def no_complaints(page: Page) -> Iterator[None]:
    """No page may break the content policy, raise or log an error."""
    heard: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        expected = any(words in message.text for words in EXPECTED)
        if message.type in {"error", "warning"} and not expected:
            heard.append(message.text)

    page.add_init_script(WATCH)
    page.on("console", listen)
    page.on("pageerror", lambda error: heard.append(str(error)))
    yield
    assert heard == []


@pytest.fixture
def workspace(transactional_db: None) -> Workspace:
    """A workspace with the seeded predicates."""
    return make_workspace(slug="plant")


@pytest.fixture
def agent(workspace: Workspace) -> Agent:
    """Who hands over episodes."""
    return make_agent(workspace, name="plant-reader")


@pytest.fixture
def curator(workspace: Workspace) -> Membership:
    """Who decides."""
    return make_member(workspace, username="robin")
