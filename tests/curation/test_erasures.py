"""Erasure, holds, the archive and the reasons of a status, as pages show them."""

import datetime

import pytest
from django.test import Client

from memory.actions.archive import archive
from memory.actions.review import Verdict, review
from memory.actions.seal_log import seal_log
from memory.models import (
    Actor,
    Agent,
    Claim,
    Episode,
    Erasure,
    Hold,
    Membership,
    Observation,
    ObservationText,
    Workspace,
)
from memory.queries.clock import database_now
from memory.queries.verification import verify
from tests.browser.keeping import supersede
from tests.curation.conftest import SignedIn
from tests.curation.plant import build, retract
from tests.make import make_member
from tests.memory.claims import claim as claim_of
from tests.memory.claims import lose

DAY = datetime.timedelta(days=1)


@pytest.fixture
def lead(workspace: Workspace) -> Membership:
    return make_member(workspace, role="lead", username="lea")


@pytest.fixture
def leading(lead: Membership, signed_in: SignedIn) -> Client:
    return signed_in(lead)


@pytest.fixture
def seen(agent: Agent) -> Observation:
    build(agent)
    return Observation.objects.get(ref="o1")


def page(client: Client, path: str) -> str:
    answer = client.get(f"/w/plant/{path}", follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_erasing_shows_first_what_would_go(leading: Client, seen: Observation) -> None:
    path = f"/w/plant/observations/{seen.uid}/erase/"
    shown = page(leading, f"observations/{seen.uid}/erase/")
    # A and B lose their last support by it, C is held by a log.
    assert "3 claims" in shown
    assert ObservationText.objects.filter(state="erased").count() == 0
    stamp = leading.get(path).context["page"].form.now
    given = {"seen": stamp, "reason": "Asked for.", "sure": "on"}
    assert leading.post(path, given | {"sure": ""}).status_code == 422
    assert leading.post(path, given | {"seen": "else"}).status_code == 409
    assert not Erasure.objects.exists()
    answer = leading.post(path, given)
    row = Erasure.objects.get()
    assert answer["Location"] == f"/w/plant/erasures/{row.uid}/"
    assert seen.words.state == "erased"


def test_the_certificate_is_shown_and_downloaded(
    leading: Client, desk: Client, seen: Observation
) -> None:
    path = f"/w/plant/observations/{seen.uid}/erase/"
    stamp = leading.get(path).context["page"].form.now
    given = {"seen": stamp, "reason": "Asked for.", "sure": "on"}
    at = leading.post(path, given)["Location"]
    shown = desk.get(at).content.decode()
    assert "Asked for." in shown
    told = desk.get(f"{at.rstrip('/')}.json")
    assert told["Content-Disposition"].startswith("attachment")
    assert told.json()["destroyed"]["observation"] == 1
    assert at in page(desk, "retention/")
    assert leading.get(path)["Location"] == at
    seal_log(workspace=seen.workspace, now=database_now())
    assert verify(seen.workspace).bad is None


@pytest.mark.parametrize("role", ["viewer", "curator"])
def test_who_may_not_erase(
    workspace: Workspace, seen: Observation, signed_in: SignedIn, role: str
) -> None:
    client = signed_in(make_member(workspace, role=role))
    for path in (f"observations/{seen.uid}", f"entities/{node(seen)}"):
        for send in (client.get, client.post):
            answer = send(f"/w/plant/{path}/erase/")
            assert answer.status_code == 403
            assert "needs the role lead" in answer.content.decode()
    assert "Erase…" not in page(client, f"entities/{node(seen)}/")


def node(seen: Observation) -> object:
    return claim_of(seen.workspace, "a").subject.uid


def test_an_entity_is_erased_from_its_page(leading: Client, seen: Observation) -> None:
    path = f"entities/{node(seen)}/erase/"
    assert path in page(leading, f"entities/{node(seen)}/")
    stamp = leading.get(f"/w/plant/{path}").context["page"].form.now
    given = {"seen": stamp, "reason": "Asked for.", "sure": "on"}
    assert leading.post(f"/w/plant/{path}", given).status_code == 303
    assert "pump a" not in page(leading, "entities/")


def test_holds_are_placed_listed_and_let_go(
    desk: Client, leading: Client, curator: Membership, seen: Observation
) -> None:
    desk.post(f"/w/plant/observations/{seen.uid}/keep/")
    hold = Hold.objects.get()
    assert (hold.observation, hold.holder) == (seen, curator.uid)
    assert "Let go" in page(desk, "retention/")
    other = make_member(seen.workspace, username="olga")
    assert other.uid != hold.holder
    release = {"holder": str(hold.holder)}
    assert leading.post("/w/plant/retention/release/", release).status_code == 303
    assert not Hold.objects.exists()


def test_anothers_hold_is_not_let_go(
    desk: Client, leading: Client, lead: Membership, seen: Observation
) -> None:
    leading.post(f"/w/plant/observations/{seen.uid}/keep/")
    release = {"holder": str(lead.uid)}
    assert desk.post("/w/plant/retention/release/", release).status_code == 403
    assert "Let go" not in page(desk, "retention/")
    assert desk.post("/w/plant/retention/release/", {"holder": ""}).status_code == 403
    assert Hold.objects.count() == 1


def test_why_a_claim_may_be_believed_or_not(
    desk: Client, agent: Agent, seen: Observation
) -> None:
    first = claim_of(agent.workspace, "a")
    shown = page(desk, f"claims/{first.uid}/")
    assert "Admissible because</b> its consolidation lag passed" in shown
    assert "1 of 1 reading rests on live evidence" in shown
    lose(seen.episode)
    shown = page(desk, f"claims/{first.uid}/")
    assert "Withheld because</b> No derivation of it rests on live evidence" in shown
    assert "reading found this before any sweep did" in shown
    assert "sheet 3 of Diagram doc</a>: erased" in shown


def test_what_was_retracted_is_named(desk: Client, agent: Agent) -> None:
    build(agent)
    retract(desk)
    second = claim_of(agent.workspace, "b")
    shown = page(desk, f"claims/{second.uid}/")
    assert "Withheld because</b> Disputed" in shown
    assert "pump a feeds tank a</a>: no longer standing" in shown


def test_a_supersession_reads_as_a_story(
    desk: Client, agent: Agent, lead: Membership
) -> None:
    supersede(agent, lead)
    told = Episode.objects.get(kind="supersession")
    shown = page(desk, f"episodes/{told.uid}/")
    old, new = Claim.objects.order_by("pk")
    assert f"/w/plant/claims/{old.uid}/" in shown
    assert f"/w/plant/claims/{new.uid}/" in shown
    assert "both read the same evidence, to 1.00 of it" in shown
    assert "true of its time" in shown


def test_what_is_archived_comes_back(
    desk: Client, claim: Claim, curator: Membership
) -> None:
    now = database_now()
    review(
        workspace=claim.workspace,
        claim=claim.uid,
        verdict=Verdict("reject", 1, reason="wrong"),
        by=Actor(member=curator),
        now=now - 200 * DAY,
    )
    archive(workspace=claim.workspace, now=now)
    assert str(claim.uid) not in page(desk, "claims/")
    assert str(claim.uid) in page(desk, "claims/?status=archived")
    assert "It is in the archive since" in page(desk, f"claims/{claim.uid}/")
    answer = desk.post(f"/w/plant/claims/{claim.uid}/bring-back/")
    assert answer.status_code == 303
    assert "It is in the archive" not in page(desk, f"claims/{claim.uid}/")
    assert str(claim.uid) in page(desk, "claims/")
