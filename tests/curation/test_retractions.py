"""Retraction in the browser: the preview, the act, its record and the way back."""

import pytest
from django.test import Client

from memory.models import (
    UNSETTLED,
    AffectedClaim,
    Agent,
    Dispute,
    Observation,
    Retraction,
    Workspace,
)
from tests.curation import plant
from tests.curation.conftest import SignedIn
from tests.make import make_member


@pytest.fixture(autouse=True)
def built(agent: Agent) -> None:
    plant.build(agent)


def path(ref: str = "o1") -> str:
    return f"/w/plant/sources/{plant.source_of(ref)}/retract/"


def test_the_preview_counts_depths_and_confidences(desk: Client) -> None:
    radius = desk.get(path()).context["page"].radius
    found = {
        effect.name: [(str(row.statement), row.depth) for row in effect.rows]
        for effect in radius.effects
    }
    assert found == {
        "lost": [("pump a feeds tank a", 1), ("pump b feeds tank b", 2)],
        "weakened": [("pump c feeds tank c", 3)],
    }
    (weak,) = radius.effects[1].rows
    assert (weak.before, weak.after) == pytest.approx((0.96, 0.8))
    assert [(row.before, row.after) for row in radius.effects[0].rows] == [
        (pytest.approx(0.8), None),
        (pytest.approx(0.8), None),
    ]
    assert [(x.depth, x.lost, x.weakened) for x in radius.depths] == [
        (1, 1, 0),
        (2, 1, 0),
        (3, 0, 1),
    ]
    assert not Retraction.objects.exists()


def test_what_was_shown_is_what_happens(desk: Client, agent: Agent) -> None:
    seen = desk.get(path()).context["page"].radius
    plant.retract(desk)
    done = AffectedClaim.objects.order_by("depth", "claim_id")
    shown = [row for effect in seen.effects for row in effect.rows]
    assert [(row.claim.uid, row.depth) for row in done] == [
        (row.uid, row.depth) for row in shown
    ]
    assert Dispute.objects.filter(state__in=UNSETTLED).count() == seen.disputed == 3


def test_after_the_act_its_disputes_and_its_undo_are_there(
    desk: Client, agent: Agent
) -> None:
    given = {"seen": desk.get(path()).context["page"].form.now, "kind": "concern"}
    answer = desk.post(path(), given | {"reason": "Nobody can find it."})
    assert "/w/plant/disputes/?cause=" in answer["Location"]
    body = desk.get(answer["Location"]).content.decode()
    assert "You retracted Diagram doc." in body
    assert "Nobody can find it." in body
    undo = body.partition('action="/w/plant/activity/')[2].partition('"')[0]
    desk.post(f"/w/plant/activity/{undo}")
    assert not Dispute.objects.filter(state__in=UNSETTLED).exists()


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"reason": ""}, "Say why"),
        ({"kind": "correction"}, "A correction names what takes its place."),
        ({"kind": "correction", "replacement": "that one"}, "There is no id in this."),
    ],
)
def test_what_is_missing_is_asked_for_and_the_rest_kept(
    desk: Client, fields: dict[str, str], told: str
) -> None:
    seen = desk.get(path()).context["page"].form.now
    given = {"seen": seen, "kind": "retraction", "reason": "typed words"} | fields
    answer = desk.post(path(), given)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert given["reason"] in answer.content.decode()
    assert not Retraction.objects.exists()


def test_another_effect_than_the_one_seen_is_shown_first(desk: Client) -> None:
    given = {"seen": "0-0-0-0-0-0", "kind": "retraction", "reason": "typed words"}
    answer = desk.post(path(), given)
    assert answer.status_code == 409
    assert "Something else would happen" in answer.content.decode()
    assert "typed words" in answer.content.decode()
    assert not Retraction.objects.exists()


def test_a_correction_takes_the_address_of_the_replacement(desk: Client) -> None:
    other = plant.source_of("o2")
    address = f"https://plant.example/w/plant/sources/{other}/"
    plant.retract(desk, kind="correction", replacement=address)
    found = Retraction.objects.get()
    assert found.replacement_source is not None
    assert str(found.replacement_source.node.uid) == other


def test_one_observation_is_retracted_and_marked(desk: Client) -> None:
    uid = Observation.objects.get(ref="o2").uid
    here = f"/w/plant/observations/{uid}/retract/"
    radius = desk.get(here).context["page"].radius
    assert [(each.name, each.count) for each in radius.effects] == [
        ("lost", 0),
        ("weakened", 1),
    ]
    given = {"seen": radius.fingerprint, "kind": "retraction", "reason": "misread"}
    assert desk.post(here, given).status_code == 303
    body = desk.get(f"/w/plant/sources/{plant.source_of('o2')}/").content.decode()
    assert "misread" in body


def test_a_reinstatement_shows_what_comes_back(desk: Client) -> None:
    plant.retract(desk)
    uid = Retraction.objects.get().uid
    here = f"/w/plant/retractions/{uid}/reinstate/"
    back = desk.get(here).context["page"].back_again
    assert [(x.name, x.count) for x in back.effects if x.count] == [("restored", 3)]
    assert desk.post(here, {"reason": ""}).status_code == 422
    answer = desk.post(here, {"reason": "It was right."})
    body = desk.get(answer["Location"]).content.decode()
    assert "You reinstated Diagram doc." in body
    assert not Dispute.objects.filter(state__in=UNSETTLED).exists()


def test_two_people_reinstate_much_and_the_first_yes_stays_hidden(
    desk: Client, workspace: Workspace, signed_in: SignedIn
) -> None:
    Workspace.objects.filter(pk=workspace.pk).update(four_eyes_threshold=2)
    assert "second pair of eyes" in desk.get(path()).content.decode()
    plant.retract(desk)
    here = f"/w/plant/retractions/{Retraction.objects.get().uid}/reinstate/"
    answer = desk.post(here, {"reason": "It was right."})
    assert "Your yes is kept." in desk.get(answer["Location"]).content.decode()
    sam = signed_in(make_member(workspace, username="sam"))
    assert "robin</b>" not in sam.get(here).content.decode().partition("<main")[2]
    sam.post(here, {"reason": "So it was."})
    assert not Dispute.objects.filter(state__in=UNSETTLED).exists()


def test_a_reader_may_see_the_record_and_retract_nothing(
    desk: Client, workspace: Workspace, signed_in: SignedIn
) -> None:
    plant.retract(desk)
    reader = signed_in(make_member(workspace, role="viewer", username="kim"))
    record = f"/w/plant/retractions/{Retraction.objects.get().uid}/"
    assert reader.get(record).status_code == 200
    assert reader.get(path("o2")).status_code == 403
    assert reader.post(f"{record}reinstate/", {"reason": "x"}).status_code == 403
