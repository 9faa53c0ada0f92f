"""Keys: issued by role, shown once, closed at once."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from memory.models import Agent, ApiKey, Membership
from tests.curation.conftest import SignedIn
from tests.make import make_key, make_member, make_workspace

KEYS = "/w/plant/settings/keys/"
SECRET = re.compile(r'id="secret">(wk_[\w-]{43})<')


def issue(desk: Client, **fields: object) -> HttpResponse:
    given = {"owner": "me", "label": "laptop", "scopes": ["read"]} | fields
    return HttpResponse(desk.post(KEYS, given).content)


def call(secret: str) -> int:
    """What the API answers to the key."""
    headers = {"Authorization": f"Bearer {secret}"}
    return Client().get("/api/v1/claims", headers=headers).status_code


def test_a_key_is_shown_once_and_closed_from_the_next_call_on(desk: Client) -> None:
    answer = desk.post(KEYS, {"owner": "me", "label": "laptop", "scopes": ["read"]})
    assert "no-store" in answer["Cache-Control"]
    found = SECRET.search(answer.content.decode())
    assert found is not None
    secret = found[1]
    assert call(secret) == 200
    listed = desk.get(KEYS).content.decode()
    assert secret not in listed
    assert secret[:9] in listed
    key = ApiKey.objects.get()
    assert desk.post(f"{KEYS}{key.uid}/revoke/").status_code == 303
    assert call(secret) == 401
    assert "Revoked" in desk.get(KEYS).content.decode()


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("viewer", {"read", "gate"}),
        ("curator", {"ingest", "read", "gate", "retract", "curate"}),
        ("lead", {"ingest", "read", "gate", "retract", "curate"}),
        ("admin", {"ingest", "read", "gate", "retract", "curate", "admin"}),
    ],
)
def test_a_key_opens_no_more_than_the_role(
    agent: Agent, signed_in: SignedIn, role: str, allowed: set[str]
) -> None:
    member = make_member(agent.workspace, role=role)
    desk = signed_in(member)
    for scope in ("ingest", "read", "gate", "retract", "curate", "admin"):
        made = SECRET.search(issue(desk, scopes=[scope]).content.decode())
        assert (made is not None) == (scope in allowed), scope
    kept = {key.scopes[0] for key in ApiKey.objects.filter(membership=member)}
    assert kept == allowed


def test_a_lead_issues_and_closes_the_keys_of_agents(
    agent: Agent, signed_in: SignedIn
) -> None:
    lead = signed_in(make_member(agent.workspace, role="lead"))
    assert lead.post("/w/plant/settings/agents/", {"name": "scout"}).status_code == 303
    scout = Agent.objects.get(name="scout")
    fields = {"owner": scout.uid, "scopes": ["ingest"], "one_voice": "on"}
    issue(lead, **fields)
    key = ApiKey.objects.get(agent=scout)
    assert (key.scopes, key.one_voice) == (["ingest"], True)
    issue(lead, owner=scout.uid, scopes=["curate"])
    assert ApiKey.objects.count() == 1
    lead.post(f"{KEYS}{key.uid}/revoke/")
    key.refresh_from_db()
    assert key.revoked_at is not None


def test_a_curator_neither_sees_nor_touches_the_keys_of_others(
    desk: Client, agent: Agent, curator: Membership
) -> None:
    elsewhere = make_workspace()
    others = [
        make_key(owner)[0]
        for owner in (
            agent,
            make_member(agent.workspace),
            make_member(elsewhere, role="admin"),
        )
    ]
    listed = desk.get(KEYS).content.decode()
    for key in others:
        assert key.prefix not in listed
        assert desk.post(f"{KEYS}{key.uid}/revoke/").status_code == 404
    assert not SECRET.search(issue(desk, owner=agent.uid).content.decode())
    assert desk.post("/w/plant/settings/agents/", {"name": "x"}).status_code == 403
    assert not ApiKey.objects.exclude(revoked_at=None).exists()


def test_what_is_missing_is_said_at_its_field(desk: Client) -> None:
    answer = issue(desk, scopes=[], label="kept words").content.decode()
    assert "A key that opens nothing is of no use." in answer
    assert "kept words" in answer
