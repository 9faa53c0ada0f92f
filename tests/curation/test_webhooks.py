"""The page of webhooks: for leads and admins; the secret shown once; tried again."""

import re
import uuid

import pytest
from django.test import Client
from pytest_django import Settings

from memory.models import Actor, Agent, Delivery, Webhook
from tests.curation.conftest import SignedIn
from tests.curation.test_costs import cost
from tests.make import make_agent, make_member, make_workspace
from tests.memory.hooks import HOST, add_hook, dead_delivery

HOOKS = "/w/plant/settings/webhooks/"
SECRET = re.compile(r'id="secret">(whsec_[\w-]{43})<')


@pytest.fixture
def lead(agent: Agent, signed_in: SignedIn) -> Client:
    return signed_in(make_member(agent.workspace, role="lead"))


@pytest.fixture
def hook(agent: Agent) -> Webhook:
    return add_hook(agent.workspace, Actor(agent=agent))


def test_a_webhook_is_added_its_secret_shown_once_and_removed(
    lead: Client, settings: Settings
) -> None:
    settings.WARRANT_WEBHOOK_HOSTS = [HOST]
    asked = {"url": f"https://{HOST}/x", "kinds": ["retracted"]}
    answer = lead.post(HOOKS, asked)
    assert "no-store" in answer["Cache-Control"]
    found = SECRET.search(answer.content.decode())
    row = Webhook.objects.get()
    assert found is not None
    assert (row.secret, row.url, row.kinds) == (found[1], asked["url"], ["retracted"])
    assert found[1] not in lead.get(HOOKS).content.decode()
    assert "told already" in lead.post(HOOKS, asked).content.decode()
    assert lead.post(f"{HOOKS}{row.uid}/remove/").status_code == 303
    assert not Webhook.objects.exists()


def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(lead: Client) -> None:
    answer = lead.post(HOOKS, {"url": "https://elsewhere.example/", "kinds": []})
    assert answer.status_code == 422
    assert "told nothing is of no use" in answer.content.decode()
    given = {"url": "https://elsewhere.example/", "kinds": ["superseded"]}
    said = lead.post(HOOKS, given).content.decode()
    assert "Webhooks may not go to elsewhere.example." in said
    assert 'value="https://elsewhere.example/"' in said
    assert not Webhook.objects.exists()


def test_a_delivery_that_was_given_up_is_tried_again(
    lead: Client, hook: Webhook
) -> None:
    row = dead_delivery(hook)
    shown = lead.get(f"{HOOKS}{hook.uid}/").content.decode()
    assert "It answered 500." in shown
    assert "Given up" in shown
    retry = f"/w/plant/settings/deliveries/{row.uid}/retry/"
    assert lead.post(retry)["Location"] == f"{HOOKS}{hook.uid}/"
    row.refresh_from_db()
    assert (row.state, row.attempts) == ("waiting", 0)
    assert lead.post(retry).status_code == 303


def test_others_see_and_do_nothing(desk: Client, hook: Webhook, client: Client) -> None:
    row = dead_delivery(hook)
    again = f"/w/plant/settings/deliveries/{row.uid}/retry/"
    for path in (HOOKS, f"{HOOKS}{hook.uid}/"):
        assert desk.get(path).status_code == 403
        assert client.get(path).status_code == 302
    for path in (HOOKS, f"{HOOKS}{hook.uid}/remove/", again):
        assert desk.post(path).status_code == 403
    assert (
        "settings/webhooks" not in desk.get("/w/plant/settings/keys/").content.decode()
    )
    assert Delivery.objects.get().state == "dead"


def test_another_workspaces_webhook_looks_like_none(lead: Client) -> None:
    other = make_agent(make_workspace(slug="elsewhere"))
    foreign = add_hook(other.workspace, Actor(agent=other))
    row = dead_delivery(foreign)
    for uid in (foreign.uid, uuid.uuid4()):
        assert lead.get(f"{HOOKS}{uid}/").status_code == 404
        assert lead.post(f"{HOOKS}{uid}/remove/").status_code == 404
    retry = f"/w/plant/settings/deliveries/{row.uid}/retry/"
    assert lead.post(retry).status_code == 404
    assert str(foreign) not in lead.get(HOOKS).content.decode()


def test_twice_the_rows_cost_no_more_statements(
    lead: Client, agent: Agent, hook: Webhook
) -> None:
    dead_delivery(hook)
    paths = (HOOKS, f"{HOOKS}{hook.uid}/")
    before = [cost(lead, path) for path in paths]
    add_hook(agent.workspace, Actor(agent=agent), f"https://{HOST}/second")
    dead_delivery(hook)
    assert [cost(lead, path) for path in paths] == before
