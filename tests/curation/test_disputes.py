"""Disputes in the browser: the queue by cause, every verb, and what is refused."""

from typing import Any

import pytest
from django.test import Client

from memory.models import (
    UNSETTLED,
    Agent,
    Decision,
    Dispute,
    Observation,
    Workspace,
)
from memory.rules.lifecycle import Status
from tests.curation import plant
from tests.curation.conftest import SignedIn
from tests.make import make_member


@pytest.fixture(autouse=True)
def built(agent: Agent, desk: Client) -> None:
    """The source of o1 is retracted: A and B are lost, C is weakened."""
    plant.build(agent)
    plant.retract(desk)


def settle(
    desk: Client, agent: Agent, letter: str, verb: str, query: str = "", **fields: Any
) -> Any:
    """Settle the dispute of a claim as it is seen now."""
    found = plant.dispute(agent, letter)
    found.claim.state.refresh_from_db()
    seen = {"version": found.claim.state.version, "dispute_version": found.version}
    return desk.post(f"/w/plant/disputes/{found.uid}/{verb}/?{query}", seen | fields)


def status(agent: Agent, letter: str) -> str:
    return plant.claim(agent, letter).state.status


def focus(desk: Client, agent: Agent, letter: str) -> Any:
    return desk.get(f"/w/plant/disputes/{plant.dispute(agent, letter).uid}/")


def test_the_queue_is_grouped_by_what_opened_it_upstream_first(desk: Client) -> None:
    page = desk.get("/w/plant/disputes/").context["page"]
    (cause,) = page.causes
    assert (cause.count, cause.lost, cause.reason) == (3, 2, "It is out of date.")
    assert cause.entry.about == "Diagram doc"
    assert [(str(x.statement)[:6], x.effect, x.resting) for x in cause.lines] == [
        ("pump a", "lost", 2),
        ("pump b", "lost", 1),
        ("pump c", "weakened", 0),
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("effect=lost", ["pump a", "pump b"]),
        ("effect=weakened", ["pump c"]),
        ("state=resolved", []),
        ("cause=00000000-0000-0000-0000-000000000000", []),
        ("effect=nonsense", ["pump a", "pump b", "pump c"]),
    ],
)
def test_filters_are_in_the_address(desk: Client, query: str, found: list[str]) -> None:
    page = desk.get(f"/w/plant/disputes/?{query}").context["page"]
    lines = [line for cause in page.causes for line in cause.lines]
    assert [str(line.statement)[:6] for line in lines] == found


def test_the_focus_says_what_died_what_survives_and_what_rests(
    desk: Client, agent: Agent
) -> None:
    page = focus(desk, agent, "c").context["page"]
    assert ([x.number for x in page.died], [x.number for x in page.living]) == (
        [1],
        [2],
    )
    assert [str(x.statement)[:6] for x in page.upstream] == ["pump a", "pump b"]
    assert focus(desk, agent, "a").context["page"].downstream == 2
    body = focus(desk, agent, "a").content.decode()
    assert "Not upheld: no reading of it rests on live evidence." in body


def test_upholding_goes_on_to_the_next_under_the_same_filter(
    desk: Client, agent: Agent
) -> None:
    following = plant.dispute(agent, "b").uid
    answer = settle(
        desk, agent, "a", "retire", "effect=lost", reason="outdated", note="gone"
    )
    assert answer.status_code == 303
    start = f"/w/plant/disputes/{following}/?effect=lost&done="
    assert answer["Location"].startswith(start)
    assert (
        "You retired: “pump a feeds tank a”."
        in desk.get(answer["Location"]).content.decode()
    )
    settle(desk, agent, "c", "uphold", note="the log says so")
    assert (status(agent, "a"), status(agent, "c")) == ("retired", "admissible")


def test_what_cannot_be_upheld_is_refused_in_words(desk: Client, agent: Agent) -> None:
    answer = settle(desk, agent, "a", "uphold", note="typed words")
    assert answer.status_code == 422
    assert "No derivation of the claim rests on live evidence." in _text(answer)
    assert "typed words" in _text(answer)
    assert settle(desk, agent, "a", "retire").status_code == 422


def test_dependants_are_named_before_they_are_taken_along(
    desk: Client, agent: Agent
) -> None:
    uid = plant.dispute(agent, "a").uid
    page = desk.get(f"/w/plant/disputes/{uid}/retire/").context["page"]
    assert [str(x.statement)[:6] for x in page.along] == ["pump b"]
    assert "Take along 1 dependant" in str(page.form["take_along"].label)
    settle(desk, agent, "a", "retire", reason="wrong", take_along="on")
    assert [status(agent, x) for x in "abc"] == ["retired", "retired", "disputed"]


def test_an_observation_is_found_and_quoted(desk: Client, agent: Agent) -> None:
    log = Observation.objects.get(ref="o2")
    looked = settle(
        desk, agent, "a", "resupport", search="1", find="line 12", note="typed words"
    )
    assert looked.status_code == 200
    choices = looked.context["page"].form.fields["observation"].choices
    assert [uid for uid, _ in choices] == [str(log.uid)]
    assert "typed words" in _text(looked)
    wrong = settle(
        desk, agent, "a", "resupport", find="line 12", observation=log.uid, quote="no"
    )
    assert wrong.status_code == 422
    right = settle(
        desk,
        agent,
        "a",
        "resupport",
        find="line 12",
        observation=log.uid,
        quote="runs from P-101A",
        take_along="on",
    )
    assert right.status_code == 303
    assert [status(agent, x) for x in "abc"] == ["admissible"] * 3


def test_revising_and_deferring(desk: Client, agent: Agent) -> None:
    log = Observation.objects.get(ref="o2")
    fields = {"text": "It feeds tank a, says the log.", "kappa": "0.7"}
    ends = {"object_kind": "separator", "object_id": "tank a"}
    evidence = {"find": "line", "observation": str(log.uid)}
    assert settle(desk, agent, "a", "revise", **fields, **ends, **evidence)
    assert status(agent, "a") == Status.admissible
    settle(desk, agent, "b", "defer", note="later")
    assert status(agent, "b") == Status.disputed
    page = desk.get("/w/plant/disputes/?state=deferred").context["page"]
    assert [str(x.statement)[:6] for x in page.causes[0].lines] == ["pump b"]


def test_the_second_of_two_sees_what_was_decided_and_keeps_the_words(
    desk: Client, agent: Agent, signed_in: SignedIn
) -> None:
    found = plant.dispute(agent, "c")
    seen = {"version": found.claim.state.version, "dispute_version": found.version}
    sam = signed_in(make_member(agent.workspace, username="sam"))
    here = f"/w/plant/disputes/{found.uid}/"
    sam.post(f"{here}defer/", seen | {"note": "not today"})
    answer = desk.post(f"{here}uphold/", seen | {"note": "typed words"})
    assert answer.status_code == 409
    assert all(x in _text(answer) for x in ("sam", "not today", "typed words"))
    assert status(agent, "c") == Status.disputed
    again = answer.context["page"].form.data
    sent = {name: again[name] for name in ("version", "dispute_version", "note")}
    assert desk.post(f"{here}uphold/", sent).status_code == 303
    assert status(agent, "c") == Status.admissible


def test_the_second_person_is_shown_nothing_of_the_first(
    desk: Client, agent: Agent, signed_in: SignedIn
) -> None:
    Workspace.objects.update(four_eyes_threshold=0)
    log = {
        "find": "line",
        "observation": str(Observation.objects.get(ref="o2").uid),
    }
    answer = settle(desk, agent, "a", "resupport", **log, note="my secret")
    assert "Your yes is kept." in desk.get(answer["Location"]).content.decode()
    assert "You have said yes (resupport)" in _text(focus(desk, agent, "a"))
    sam = signed_in(make_member(agent.workspace, username="sam"))
    told = _text(focus(sam, agent, "a")).partition("<main")[2]
    assert "Two people have to agree" in told
    assert "my secret" not in told
    assert "You have said yes" not in told
    assert status(agent, "a") == Status.disputed
    settle(sam, agent, "a", "resupport", **log)
    assert status(agent, "a") == Status.admissible


def test_an_undo_leads_back_to_the_dispute(desk: Client, agent: Agent) -> None:
    uid = plant.dispute(agent, "c").uid
    settle(desk, agent, "c", "uphold")
    made = Decision.objects.get(action="uphold")
    answer = desk.post(f"/w/plant/activity/{made.uid}/undo/")
    assert answer["Location"].startswith(f"/w/plant/disputes/{uid}/?done=")
    assert Dispute.objects.filter(state__in=UNSETTLED).count() == 3


def test_home_and_the_rail_count_what_waits(desk: Client) -> None:
    answer = desk.get("/w/plant/")
    (row,) = [x for x in answer.context["page"].queues if x.name == "Disputes"]
    assert (row.count, row.about) == (3, "2 have no live evidence left")
    entries = answer.context["shell"].sections[0].entries
    waiting = {entry.label: entry.waiting for entry in entries}
    assert (waiting["Disputes"], waiting["Conflicts"]) == (3, 0)


def _text(answer: Any) -> str:
    return str(answer.content.decode())
