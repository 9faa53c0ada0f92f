"""Findings: kept once, decided for good, put before a curator."""

from dataclasses import replace
from typing import Any

import pytest

from memory.actions.judge_finding import judge_finding
from memory.actions.keep_findings import keep_findings
from memory.actions.undo import undo
from memory.classifier.check import check_text
from memory.models import (
    Actor,
    Agent,
    Appearance,
    CheckedText,
    Claim,
    Decision,
    Finding,
    Membership,
    ReviewItem,
)
from memory.queries.beliefs import belief
from memory.queries.clock import database_now
from memory.queries.precision import precision
from memory.queries.review import review_queue
from memory.rules.refused import Refused
from memory.steps.findings import Checked
from tests.make import (
    distil_episode,
    make_agent,
    make_conclusion,
    make_member,
    make_workspace,
)
from tests.memory.found import EQUATION, FLAWED, distil_flawed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def agent(transactional_db: None) -> Agent:
    return make_agent(make_workspace())


@pytest.fixture
def curator(agent: Agent) -> Membership:
    return make_member(agent.workspace)


def keep(curator: Membership, text: str, checked: Checked) -> CheckedText:
    return keep_findings(
        workspace=curator.workspace,
        text=text,
        checked=checked,
        by=Actor(member=curator),
        now=database_now(),
    )


def paste(curator: Membership, text: str = EQUATION, version: str = "1") -> Finding:
    """Paste a text with one finding, as if the rules were of that version."""
    row = keep(curator, text, Checked(check_text(text), version))
    return Finding.objects.select_related("text").get(text=row, verdict="contradicted")


def judge(curator: Membership, row: Finding, verdict: str, **more: Any) -> Decision:
    return judge_finding(
        workspace=curator.workspace,
        finding=row.uid,
        verdict=verdict,
        by=Actor(member=curator),
        now=database_now(),
        **more,
    )


def test_a_text_is_checked_once_under_one_version(curator: Membership) -> None:
    one, again = paste(curator), paste(curator)
    assert one == again
    other = paste(curator, version="2")
    assert other.text != one.text
    assert CheckedText.objects.count() == 2
    assert Finding.objects.filter(verdict="contradicted").count() == 2


def test_what_was_dismissed_stays_so_under_later_rules(curator: Membership) -> None:
    decision = judge(curator, paste(curator), "dismiss", note="A typing error.")
    assert judge(curator, paste(curator), "dismiss") == decision
    later = paste(curator, version="2")
    assert (later.state, later.decision) == ("dismissed", decision)
    judge(curator, later, "confirm")
    assert paste(curator).state == "confirmed"


def test_a_check_that_time_ended_is_replaced_by_a_whole_one(
    curator: Membership,
) -> None:
    text = f"{EQUATION} {FLAWED}"
    report = check_text(text)
    early = replace(report, findings=report.findings[1:2], complete=False)
    row = keep(curator, text, Checked(early, "1"))
    judge(curator, Finding.objects.get(text=row), "confirm")
    assert keep(curator, text, Checked(report, "1")) == row
    row.refresh_from_db()
    assert row.complete
    told = Finding.objects.filter(text=row, verdict="contradicted").order_by("start")
    assert [(x.quote[:6], x.state) for x in told] == [
        ("12 + 7", "open"),
        ("36 out", "confirmed"),
    ]


def test_other_workspaces_know_nothing_of_it(curator: Membership) -> None:
    judge(curator, paste(curator), "dismiss")
    assert paste(make_member(make_workspace())).state == "open"


def test_distillation_keeps_what_it_finds_and_where(agent: Agent) -> None:
    distil_flawed(agent)
    claim = Claim.objects.get(subject__external_id="P-77")
    told = [x for x in belief(agent.workspace, claim.uid).findings if x.is_alarm]
    # Its own wording first, then the observation it cites: 36 of 240 are 15 %.
    assert [(x.quote, x.verdict, x.observation is None) for x in told] == [
        ("12 + 7 = 18", "contradicted", True),
        ("36 out of 240 samples failed (18%", "contradicted", False),
    ]
    distil_flawed(agent)
    assert CheckedText.objects.count() == 2
    assert Appearance.objects.filter(observation__isnull=False).count() == 2


def test_what_was_refused_is_not_kept_as_a_text(agent: Agent) -> None:
    refused = make_conclusion("P-77", "V-77", supports=[], text=EQUATION)
    distil_episode(agent, conclusions=(refused,))
    assert not CheckedText.objects.exists()


def test_a_contradicted_claim_is_reviewed_first_and_believed_no_less(
    agent: Agent, curator: Membership
) -> None:
    distil_episode(agent)
    distil_flawed(agent)
    first, second = review_queue(agent.workspace)
    assert (first.claim.subject.external_id, first.contradicted) == ("P-77", True)
    assert second.contradicted is False
    assert first.claim.state.status == second.claim.state.status
    row = Finding.objects.get(quote="12 + 7 = 18")
    decision = judge(curator, row, "dismiss")
    assert not ReviewItem.objects.filter(contradicted=True).exists()
    by = Actor(member=curator)
    undo(workspace=agent.workspace, decision=decision.uid, by=by, now=database_now())
    row.refresh_from_db()
    assert (row.state, row.decision) == ("open", None)
    assert review_queue(agent.workspace)[0].claim == first.claim


def test_an_old_decision_is_not_undone_under_a_later_one(curator: Membership) -> None:
    row = paste(curator)
    old, by = judge(curator, row, "dismiss"), Actor(member=curator)
    new = judge(curator, row, "confirm")
    with pytest.raises(Refused, match="since"):
        undo(workspace=curator.workspace, decision=old.uid, by=by, now=database_now())
    undo(workspace=curator.workspace, decision=new.uid, by=by, now=database_now())
    row.refresh_from_db()
    assert row.state == "dismissed"


def test_only_alarms_are_judged(curator: Membership) -> None:
    sound = "36 out of 240 samples failed (15%)."
    row = keep(curator, sound, Checked(check_text(sound), "1"))
    finding = Finding.objects.get(text=row, verdict="consistent")
    with pytest.raises(Refused, match="alarm"):
        judge(curator, finding, "confirm")
    with pytest.raises(Refused, match="confirmed or dismissed"):
        judge(curator, paste(curator), "forget")


def test_precision_counts_what_people_decided(curator: Membership) -> None:
    judge(curator, paste(curator), "confirm")
    judge(curator, paste(curator, FLAWED), "confirm")
    judge(curator, paste(curator, "We get 3 + 4 = 8."), "dismiss")
    paste(curator, "We get 3 + 4 = 9.")
    rows = {row.check: row for row in precision(curator.workspace)}
    formula = rows["formula"]
    assert (formula.all.confirmed, formula.all.dismissed) == (2, 1)
    assert formula.all.precision == 2 / 3
    now = database_now()
    assert formula.months[now.date().replace(day=1)].decided == 3
    assert rows["units"].all.precision is None
