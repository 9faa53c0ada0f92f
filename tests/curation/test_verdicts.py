"""Verdicts, holds and undo: once, with the words kept, and on to the next claim."""

from django.test import Client

from memory.models import Agent, Claim, Decision, ReviewItem
from memory.rules.lifecycle import Status
from tests.curation.conftest import SignedIn, verdict
from tests.make import distil_episode, make_conclusion, make_member

PART = {"HX-Request": "true", "HX-Request-Type": "partial"}


def test_a_verdict_redirects_to_the_next_claim(desk: Client, agent: Agent) -> None:
    for number in (1, 2):
        distil_episode(agent, conclusions=(make_conclusion(f"P-{number}", "V-1"),))
    first, second = Claim.objects.order_by("pk")
    answer = desk.post(*verdict(first, "accept"))
    made = Decision.objects.latest("pk")
    assert answer.status_code == 303
    assert answer["Location"] == f"/w/plant/review/{second.uid}/?done={made.uid}"
    body = desk.get(answer["Location"]).content.decode()
    assert "You accepted: “P-1 feeds V-1”." in body
    assert f"/w/plant/activity/{made.uid}/undo/" in body


def test_the_filter_outlives_the_verdict(desk: Client, agent: Agent) -> None:
    for number in (1, 2):
        distil_episode(agent, conclusions=(make_conclusion(f"P-{number}", "V-1"),))
    path, fields = verdict(Claim.objects.earliest("pk"), "accept")
    answer = desk.post(f"{path}?status=quarantined&q=P-", fields)
    assert "?status=quarantined&q=P-&done=" in answer["Location"]


def test_a_rejection_without_a_reason_is_asked_for_one(
    desk: Client, claim: Claim
) -> None:
    answer = desk.post(*verdict(claim, "reject", note="kept words"))
    assert answer.status_code == 422
    assert "Choose a reason" in answer.content.decode()
    assert "kept words" in answer.content.decode()
    assert ReviewItem.objects.filter(claim=claim).exists()


def test_a_stale_verdict_shows_the_difference_and_keeps_the_words(
    desk: Client, claim: Claim, signed_in: SignedIn
) -> None:
    path, fields = verdict(claim, "reject", reason="wrong", note="kept words")
    sam = signed_in(make_member(claim.workspace, username="sam"))
    sam.post(*verdict(claim, "accept", note="fine by me"))
    made = Decision.objects.count()
    answer = desk.post(path, fields, headers=PART)
    body = answer.content.decode()
    assert answer.status_code == 409
    assert Decision.objects.count() == made
    assert all(words in body for words in ("kept words", "sam", "fine by me"))
    assert "quarantined" in body
    assert "admissible" in body
    assert 'name="version" value="2"' in body


def test_an_edit_withdraws_the_edited_derivation(desk: Client, claim: Claim) -> None:
    form = desk.get(f"/w/plant/review/{claim.uid}/edit/").content.decode()
    assert "P-101A feeds V-12" in form
    fields = {"text": "P-101A feeds V-12", "object_kind": "separator",
              "object_id": "V-12", "kappa": "0.6", "valid_from": "2024-03-01T00:00",
              "valid_to": "", "note": "half as sure"}  # fmt: skip
    assert desk.post(*verdict(claim, "edit", **fields)).status_code == 303
    kappas = list(claim.derivations.order_by("pk").values_list("kappa", flat=True))
    assert kappas == [0.8, 0.6]
    assert str(claim.validity.get().valid_from) == "2024-03-01 00:00:00+00:00"


def test_validity_that_ends_before_it_begins_is_refused(
    desk: Client, claim: Claim
) -> None:
    fields = {"text": "x", "object_kind": "separator", "object_id": "V-12",
              "kappa": "0.8", "valid_from": "2024-03-02T00:00",
              "valid_to": "2024-03-01T00:00"}  # fmt: skip
    answer = desk.post(*verdict(claim, "edit", **fields))
    assert answer.status_code == 422
    assert b"before the time it is valid from" in answer.content


def test_an_undo_of_what_is_not_the_latest_names_the_later(
    desk: Client, claim: Claim
) -> None:
    desk.post(*verdict(claim, "needs-evidence", note="which sheet?"))
    first = Decision.objects.latest("pk")
    desk.post(*verdict(claim, "accept"))
    later = Decision.objects.latest("pk")
    answer = desk.post(f"/w/plant/activity/{first.uid}/undo/")
    assert answer.status_code == 409
    assert str(later.uid) in answer.content.decode()
    claim.state.refresh_from_db()
    assert claim.state.status == Status.admissible


def test_what_others_hold_is_said_and_never_an_empty_queue(
    desk: Client, claim: Claim, signed_in: SignedIn
) -> None:
    sam = make_member(claim.workspace, username="sam")
    signed_in(sam).post(f"/w/plant/review/{claim.uid}/hold/")
    body = desk.get("/w/plant/review/").content.decode()
    assert "All that is left is held by others" in body
    assert "held by sam" in body
    desk.post(f"/w/plant/review/{claim.uid}/hold/")
    assert ReviewItem.objects.get().held_by == sam
    desk.post(f"/w/plant/review/{claim.uid}/hold/", {"takeover": "1"})
    item = ReviewItem.objects.select_related("held_by__user").get()
    assert item.held_by is not None
    assert item.held_by.name == "robin"


def test_skipping_lets_go(desk: Client, claim: Claim) -> None:
    desk.post(f"/w/plant/review/{claim.uid}/hold/")
    answer = desk.post(f"/w/plant/review/{claim.uid}/skip/")
    assert answer["Location"] == "/w/plant/review/"
    assert ReviewItem.objects.get().held_by is None


def test_one_thing_feeds_a_separator_at_a_time(
    desk: Client, agent: Agent, claim: Claim
) -> None:
    distil_episode(agent, conclusions=(make_conclusion("P-104", "V-12"),))
    body = desk.get(f"/w/plant/review/{claim.uid}/").content.decode()
    assert body.count("Competes with") == 1
    assert "At any one time, one thing feeds V-12." in body


def test_the_same_pair_otherwise_qualified_does_not_compete(
    desk: Client, agent: Agent, claim: Claim
) -> None:
    qualified = make_conclusion(qualifiers={"according to": "control room"})
    distil_episode(agent, conclusions=(qualified, make_conclusion("P-7", "V-7")))
    assert Claim.objects.count() == 3
    body = desk.get(f"/w/plant/review/{claim.uid}/").content.decode()
    assert "Competes with" not in body
