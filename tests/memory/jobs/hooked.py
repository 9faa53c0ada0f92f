"""An agent that was served a claim, and a receiver that is told when it falls."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pytest_django import Settings

from memory.models import Delivery, Event
from memory.queries.clock import database_now
from tests.fake_openai import FakeModel, body, serving
from tests.memory.api.calls import Caller, accept, agent_caller, claim_of, member_of
from tests.memory.api.rows import retracted
from tests.settled import tell_webhooks

OK = body({})


@dataclass
class Plant:
    """An agent that was served a claim, and a webhook of its workspace."""

    agent: Caller
    admin: Caller
    claim: dict[str, Any]
    receipt: str
    hook: str
    secret: str

    def retract(self) -> None:
        """Take away what the claim rests on."""
        seen = self.agent.get(f"/claims/{self.claim['id']}").json()
        span = seen["derivations"][0]["supports"][0]["observation"]
        retracted(self.agent, f"/observations/{span}")


@pytest.fixture
def receiver(settings: Settings) -> Iterator[FakeModel]:
    """A server on loopback, which is listed."""
    with serving() as fake:
        settings.WARRANT_WEBHOOK_HOSTS = ["127.0.0.1"]
        fake.then(OK)
        yield fake


def make_plant(receiver: FakeModel, *kinds: str) -> Plant:
    agent = agent_caller()
    admin = member_of(agent, role="admin")
    claim = accept(admin, claim_of(agent))
    passed = agent.post("/gate", {"message": "Which pump feeds V-12?"}).json()
    asked = {"url": receiver.url, "kinds": list(kinds or ["retracted"])}
    made = admin.post("/webhooks", asked)
    assert made.status_code == 201, made.content
    told = made.json()
    hook = told["webhook"]["id"]
    return Plant(agent, admin, claim, passed["receipt"], hook, told["secret"])


@pytest.fixture
def plant(receiver: FakeModel) -> Plant:
    return make_plant(receiver)


def happened(plant: Plant, count: int = 1) -> None:
    """Something that a webhook for everything is told of, in transactions apart."""
    for _ in range(count):
        Event.objects.create(
            workspace=plant.agent.workspace,
            kind="retracted",
            subject_uid=plant.claim["id"],
            at=database_now(),
        )


def again() -> None:
    """Let the time come for whatever waits, and deliver it."""
    now = database_now()
    Delivery.objects.filter(state="waiting").update(due_at=now)
    tell_webhooks()


def ids(receiver: FakeModel) -> list[str]:
    return [each["id"] for each in receiver.requests]
