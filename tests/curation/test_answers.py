"""How pages answer: whole or in part, once, with the words kept, inert."""

import pytest
from django.test import Client

from curation.contexts.health import count_health
from memory.models import Agent, Claim, Membership
from memory.queries.clock import database_now
from tests.curation.conftest import verdict
from tests.make import (
    distil_episode,
    make_conclusion,
    make_observation,
    make_source,
)

PART = {"HX-Request": "true", "HX-Request-Type": "partial"}
LISTS = ["", "review/", "claims/", "episodes/", "sources/", "activity/", "uncited/",
         "rejected/", "entities/", "search/?q=P-1", "failed/",
         "settings/keys/"]  # fmt: skip
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>"


@pytest.mark.parametrize("path", LISTS)
def test_htmx_gets_the_part_and_everybody_else_the_page(
    desk: Client, claim: Claim, path: str
) -> None:
    whole = desk.get(f"/w/plant/{path}")
    part = desk.get(f"/w/plant/{path}", headers=PART)
    restored = desk.get(
        f"/w/plant/{path}", headers=PART | {"HX-History-Restore-Request": "true"}
    )
    assert whole.content.startswith(b"<!doctype html>")
    assert restored.content.startswith(b"<!doctype html>")
    assert b"<!doctype" not in part.content
    assert b'hx-swap-oob="innerHTML"' in part.content
    for answer in (whole, part, restored):
        assert {"HX-Request", "HX-Request-Type"} <= set(answer["Vary"].split(", "))


def test_hostile_words_stay_words(
    desk: Client, agent: Agent, curator: Membership
) -> None:
    distil_episode(
        agent,
        task=HOSTILE,
        sources=(make_source(title=HOSTILE, uri="javascript:alert(1)"),),
        observations=(make_observation(text=f"P-1 feeds V-1 {HOSTILE}"),),
        conclusions=(make_conclusion(f"P-1{HOSTILE}", "V-1", text=HOSTILE),),
    )
    claim = Claim.objects.get()
    desk.post(*verdict(claim, "needs-evidence", note=HOSTILE))
    episode = claim.derivations.get().episode
    paths = [*LISTS, f"claims/{claim.uid}/", f"review/{claim.uid}/",
             f"episodes/{episode.uid}/", f"review/{claim.uid}/edit/"]  # fmt: skip
    for path in paths:
        body = desk.get(f"/w/plant/{path}").content.decode()
        assert "<script>alert" not in body, path
        assert "<img" not in body, path
        assert 'href="javascript:' not in body, path


def test_no_cell_of_the_export_is_a_formula(desk: Client, claim: Claim) -> None:
    for note in ("=1+1", "+1", "-1", "@x", "\t=1"):
        desk.post(*verdict(claim, "needs-evidence", note=note))
    body = desk.get("/w/plant/activity.csv").content.decode()
    lines = body.splitlines()
    assert lines[0] == "at,who,action,reason,note,claims,change,decision"
    for note in ("=1+1", "+1", "-1", "@x"):
        assert f",'{note}," in body
    assert "robin" in lines[1]


def test_seen_moves_the_mark_and_clears_the_list(
    desk: Client, claim: Claim, curator: Membership
) -> None:
    assert "plant-reader" in desk.get("/w/plant/").content.decode()
    assert desk.post("/w/plant/seen/").status_code == 303
    assert "Nothing by others" in desk.get("/w/plant/").content.decode()


def test_survival_counts_what_became_of_promotions(
    desk: Client, agent: Agent, claim: Claim
) -> None:
    distil_episode(agent, conclusions=(make_conclusion("P-2", "V-2"),))
    for each in Claim.objects.order_by("pk"):
        desk.post(*verdict(each, "accept"))
    health = count_health(agent.workspace, database_now())
    assert (health.figures.promoted, health.figures.surviving) == (2, 2)
    assert health.by_status == {"admissible": 2}
    assert health.weeks == [0] * 11 + [2]
    desk.post(*verdict(claim, "reject", reason="wrong"))
    health = count_health(agent.workspace, database_now())
    assert health.by_status == {"admissible": 1, "retired": 1}
    assert health.figures.promoted == 2


def test_an_expired_form_says_that_nothing_was_changed(curator: Membership) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(curator.user)
    answer = client.post("/w/plant/seen/")
    assert answer.status_code == 403
    assert b"That form has expired" in answer.content


def test_a_failure_of_ours_is_a_page_without_the_database(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("curation.views.home.home", fail)
    desk.raise_request_exception = False
    answer = desk.get("/w/plant/")
    assert answer.status_code == 500
    assert b"The server failed" in answer.content
    part = desk.get("/w/plant/", headers=PART)
    assert part.status_code == 500
    assert b"<!doctype" not in part.content
