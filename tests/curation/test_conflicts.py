"""Conflicts in the browser: side by side, and the four ways to settle one."""

from typing import Any

import pytest
from django.test import Client

from memory.models import Agent, Claim, Conflict, ConflictState, Decision, ReviewItem
from tests.curation.conftest import SignedIn
from tests.make import (
    distil_episode,
    make_conclusion,
    make_member,
    make_observation,
    make_source,
)

SPRING = "2026-03-01T00:00:00+00:00"


@pytest.fixture(autouse=True)
def pair(agent: Agent) -> tuple[Claim, Claim]:
    """P-101A feeds V-12, says a diagram; P-104 does from spring on, says a log."""
    distil_episode(agent)
    distil_episode(
        agent,
        sources=(make_source(uri="doc://plant/log.pdf", title="Log"),),
        observations=(make_observation(text="P-104 feeds V-12 now."),),
        conclusions=(make_conclusion("P-104", valid_from=SPRING),),
    )
    old, new = Claim.objects.order_by("pk")
    return old, new


def settle(desk: Client, verb: str, claim: Claim | None = None, **fields: Any) -> Any:
    """Settle the one conflict as it is seen now."""
    found = Conflict.objects.get()
    here = f"/w/plant/conflicts/{found.uid}/{verb}/"
    if claim is not None:
        here += f"?claim={claim.uid}"
    form = desk.get(here).context["page"].form
    seen = {
        name: value for name, value in form.initial.items() if value not in (None, "")
    }
    if "valid_from" in seen:
        seen["valid_from"] = f"{seen['valid_from']:%Y-%m-%dT%H:%M}"
    if "changed_at" in seen:
        seen["changed_at"] = f"{seen['changed_at']:%Y-%m-%dT%H:%M}"
    return desk.post(here, seen | fields)


def status(claim: Claim) -> str:
    claim.state.refresh_from_db()
    return claim.state.status


def test_both_stand_side_by_side_with_their_dates(desk: Client) -> None:
    (pair,) = desk.get("/w/plant/conflicts/").context["page"].pairs
    assert [str(side.statement) for side in pair.sides] == [
        "P-101A feeds V-12",
        "P-104 feeds V-12",
    ]
    assert [f"{side.first:%Y-%m-%d}" for side in pair.sides] == ["2026-11-01"] * 2
    assert [side.leaves[0].title for side in pair.sides] == ["Diagram doc", "Log"]
    assert pair.rule == "At any one time, one thing feeds V-12."


def test_the_world_changed(desk: Client, pair: tuple[Claim, Claim]) -> None:
    old, new = pair
    answer = settle(desk, "supersede", old, note="swapped in spring")
    body = desk.get(answer["Location"]).content.decode()
    assert "You superseded" in body
    assert "No two claims contradict each other." in body
    assert (status(old), status(new)) == ("superseded", "quarantined")
    assert f"{old.validity.get().valid_to:%Y-%m-%d}" == "2026-03-01"


def test_one_was_wrong_and_an_undo_leads_back(
    desk: Client, pair: tuple[Claim, Claim]
) -> None:
    assert settle(desk, "wrong", pair[1]).status_code == 422
    settle(desk, "wrong", pair[1], reason="wrong")
    assert [status(each) for each in pair] == ["quarantined", "retired"]
    made = Decision.objects.get(action="retire")
    answer = desk.post(f"/w/plant/activity/{made.uid}/undo/")
    uid = Conflict.objects.get().uid
    assert answer["Location"].startswith(f"/w/plant/conflicts/{uid}/?done=")
    assert [status(each) for each in pair] == ["quarantined"] * 2


def test_both_are_true_of_different_times(
    desk: Client, pair: tuple[Claim, Claim]
) -> None:
    same = settle(desk, "qualify", pair[0])
    assert "Change a qualifier or the time" in same.content.decode()
    late = settle(desk, "qualify", pair[0], valid_to="2026-04-01T00:00")
    assert late.status_code == 422
    assert "still cannot both hold" in late.content.decode()
    assert settle(desk, "qualify", pair[0], valid_to="2026-02-01T00:00")
    assert Conflict.objects.get().state == ConflictState.SETTLED
    assert [status(each) for each in pair] == ["admissible", "quarantined"]


def test_both_are_true_under_other_qualifiers(
    desk: Client, pair: tuple[Claim, Claim]
) -> None:
    wrong = settle(desk, "qualify", pair[1], qualifiers="by night")
    assert "Write each as name = value." in wrong.content.decode()
    settle(desk, "qualify", pair[1], qualifiers="shift = night")
    assert Claim.objects.latest("pk").qualifiers == {"shift": "night"}


def test_keeping_it_open_takes_it_from_the_queue(desk: Client) -> None:
    settle(desk, "keep", note="ask the operator")
    assert Conflict.objects.get().state == ConflictState.KEPT
    assert not desk.get("/w/plant/conflicts/").context["page"].pairs
    assert desk.get("/w/plant/conflicts/?state=kept").context["page"].pairs


def test_the_second_of_two_sees_the_first_decision(
    desk: Client, pair: tuple[Claim, Claim], signed_in: SignedIn
) -> None:
    found = Conflict.objects.get()
    sam = signed_in(make_member(found.workspace, username="sam"))
    settle(sam, "keep", note="not today")
    sent = {"version": 1, "claim": pair[0].uid, "reason": "wrong", "note": "my words"}
    answer = desk.post(f"/w/plant/conflicts/{found.uid}/wrong/", sent)
    body = answer.content.decode()
    assert answer.status_code == 409
    assert all(words in body for words in ("sam", "not today", "my words"))
    assert status(pair[0]) == "quarantined"


def test_review_and_claim_name_the_stored_conflicts_only(
    desk: Client, agent: Agent, pair: tuple[Claim, Claim]
) -> None:
    distil_episode(
        agent, conclusions=(make_conclusion("P-104", qualifiers={"shift": "day"}),)
    )
    other = Claim.objects.latest("pk")
    for path, told in (
        (f"/w/plant/review/{pair[0].uid}/", 1),
        (f"/w/plant/claims/{pair[0].uid}/", 1),
        (f"/w/plant/review/{other.uid}/", 0),
    ):
        body = desk.get(path).content.decode()
        assert body.count("Competes with") == told, path
    assert ReviewItem.objects.count() == 3
