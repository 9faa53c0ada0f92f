"""Retraction of what much rests on: previewed when asked, done by a worker."""

import uuid

import pytest
from django.test import Client

from memory.actions import retract as retracting
from memory.actions.check_document import check_document
from memory.jobs.distil import drain
from memory.models import (
    Actor,
    Agent,
    Dispute,
    Observation,
    Operation,
    Retraction,
    Workspace,
)
from memory.queries.clock import database_now
from tests.curation import plant
from tests.make import make_observation, make_workspace
from tests.memory.claims import states, tell

PART = {"HX-Request": "true", "HX-Request-Type": "partial", "HX-Target": "div#body"}


@pytest.fixture(autouse=True)
def built(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three claims by one source, as if they were many."""
    plant.build(agent)
    monkeypatch.setattr(retracting, "AT_ONCE", 2)


def path(ref: str = "o1") -> str:
    return f"/w/plant/sources/{plant.source_of(ref)}/retract/"


def sent(desk: Client, **fields: str) -> dict[str, str]:
    """A filled form on the preview as it is now."""
    seen = desk.get(path(), {"whole": "1"}).context["page"].form.now
    return {"seen": seen, "kind": "retraction", "reason": "out of date"} | fields


def ask(desk: Client, **fields: str) -> str:
    """The address that tells how far it is."""
    answer = desk.post(path(), sent(desk, **fields))
    assert answer.status_code == 303, answer.content.decode()
    return str(answer["Location"])


def body(desk: Client, address: str) -> str:
    return desk.get(address).content.decode()


def test_the_preview_is_worked_out_when_it_is_asked_for(desk: Client) -> None:
    first = desk.get(path())
    assert first.context["page"].radius is None
    assert "More than 1,000 claims rest on it." in first.content.decode()
    assert 'hx-get="?whole=1" hx-trigger="load"' in first.content.decode()
    assert 'id="retract"' not in first.content.decode()
    radius = desk.get(path(), {"whole": "1"}).context["page"].radius
    assert [(x.name, x.count) for x in radius.effects] == [("lost", 2), ("weakened", 1)]
    assert desk.get(path("o2")).context["page"].radius.total == 1


def test_a_worker_does_what_was_seen(desk: Client) -> None:
    address = ask(desk)
    waiting = body(desk, address)
    assert "Waiting for a worker" in waiting
    assert 'hx-trigger="every 2s"' in waiting
    assert not Retraction.objects.exists()
    drain()
    part = desk.get(address, headers=PART).content.decode()
    assert part.lstrip().startswith('<div class="stack" id="body">')
    assert "3 claims are disputed by it." in part
    link = part.partition('class="btn primary" href="')[2].partition('"')[0]
    found = body(desk, link.replace("&amp;", "&"))
    assert "You retracted Diagram doc." in found
    assert Dispute.objects.count() == 3
    assert "is in force already" in body(desk, path())


def test_while_it_is_under_way_its_page_leads_there(desk: Client) -> None:
    given = sent(desk)
    address = ask(desk)
    assert desk.get(path())["Location"] == address
    assert desk.post(path(), given)["Location"] == address
    assert Operation.objects.count() == 1


def test_anything_else_than_what_was_seen_is_not_done(
    desk: Client, agent: Agent
) -> None:
    given = sent(desk)
    o1 = Observation.objects.get(ref="o1")
    tell(agent, states("e", str(o1.uid)), observations=(make_observation("o9"),))
    address = desk.post(path(), given)["Location"]
    drain()
    told = body(desk, address)
    assert "Something else would happen than what was seen." in told
    assert "Nothing was changed." in told
    assert not Retraction.objects.exists()
    assert ask(desk) != address
    drain()
    assert Dispute.objects.count() == 4


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"reason": ""}, "Say why"),
        ({"kind": "doubt", "reason": "typed words"}, "not one of the available"),
        ({"seen": "", "reason": "typed words"}, "typed words"),
        (
            {"kind": "correction", "replacement": str(uuid.uuid4())},
            "The replacement names nothing else",
        ),
    ],
)
def test_what_is_missing_is_asked_for_on_a_new_preview(
    desk: Client, fields: dict[str, str], told: str
) -> None:
    answer = desk.post(path(), sent(desk, **fields))
    assert answer.status_code == 422
    assert told in answer.content.decode()
    page = answer.context["page"]
    assert page.radius.total == 3
    assert f'name="seen" value="{page.radius.fingerprint}"' in answer.content.decode()
    assert not Operation.objects.exists()


def test_only_a_retraction_of_this_workspace_is_followed(
    desk: Client, workspace: Workspace
) -> None:
    other = Operation.objects.create(
        workspace=make_workspace(), kind="retract", created_at=database_now()
    )
    text = check_document(
        workspace=workspace,
        text="It holds 5 kN.",
        key=None,
        by=Actor(policy="a test"),
        now=database_now(),
    )
    assert text.operation is not None
    for uid in (other.uid, text.operation.uid, uuid.uuid4(), "x"):
        assert desk.get(path(), {"operation": str(uid)}).status_code == 404
