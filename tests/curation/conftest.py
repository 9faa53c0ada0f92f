"""A workspace with people, and clients signed in as them."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client, override_settings

from memory.models import Agent, Claim, Membership, Workspace
from tests.make import distil_episode, make_agent, make_member, make_workspace

type SignedIn = Callable[[Membership], Client]


@pytest.fixture(autouse=True)
def plain_statics() -> Iterator[None]:
    """Pages are rendered without collecting static files first."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={"staticfiles": plain}):
        yield


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


@pytest.fixture
def claim(agent: Agent) -> Claim:
    """One distilled claim: P-101A feeds V-12."""
    distil_episode(agent)
    return Claim.objects.get(workspace=agent.workspace)


@pytest.fixture
def signed_in() -> SignedIn:
    """A client that acts as a member."""

    def sign_in(member: Membership) -> Client:
        client = Client()
        client.force_login(member.user)
        return client

    return sign_in


@pytest.fixture
def desk(curator: Membership, signed_in: SignedIn) -> Client:
    """The curator's client."""
    return signed_in(curator)


def verdict(claim: Claim, verb: str, **fields: object) -> tuple[str, dict[str, object]]:
    """The address and fields of a verdict on a claim as it stands."""
    claim.state.refresh_from_db()
    seen = {"version": claim.state.version, "seen_status": claim.state.status}
    return f"/w/plant/review/{claim.uid}/{verb}/", {**seen, **fields}
