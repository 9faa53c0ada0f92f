"""Checks and curators at one time: a text is kept once, a finding decided once."""

from functools import partial
from uuid import UUID

import pytest

from memory.actions.judge_finding import judge_finding
from memory.actions.keep_findings import keep_findings
from memory.classifier.check import check_text
from memory.models import Actor, CheckedText, Decision, Finding, Membership
from memory.queries.clock import database_now
from memory.rules.refused import Refused
from memory.steps.findings import Checked
from tests.memory.found import EQUATION
from tests.memory.merging import plant_curator
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def curator() -> Membership:
    return plant_curator()


def paste(curator: Membership, text: str) -> int:
    row = keep_findings(
        workspace=curator.workspace,
        text=text,
        checked=Checked(check_text(text), "1"),
        by=Actor(member=curator),
        now=database_now(),
    )
    return row.pk


def judge(curator: Membership, finding: UUID, verdict: str) -> Decision:
    return judge_finding(
        workspace=curator.workspace,
        finding=finding,
        verdict=verdict,
        seen="open",
        by=Actor(member=curator),
        now=database_now(),
    )


def test_one_text_pasted_four_times_at_once_is_one(curator: Membership) -> None:
    for number in rounds(50, 4):
        text = f"{EQUATION} Round {number}."
        pks = at_once(*[partial(paste, curator, text)] * 4)
        assert errors(pks) == []
        assert len(set(map(str, pks))) == 1
        alarms = Finding.objects.filter(verdict="contradicted")
        assert alarms.count() == number + 1
    assert CheckedText.objects.count() == len(rounds(50, 4))


def test_of_two_verdicts_at_once_one_is_refused(curator: Membership) -> None:
    for number in rounds(50, 4):
        paste(curator, f"{EQUATION} Round {number}.")
        row = Finding.objects.filter(verdict="contradicted").latest("pk")
        verdicts = ("confirm", "dismiss")
        (no,) = errors(
            at_once(*[partial(judge, curator, row.uid, x) for x in verdicts])
        )
        assert isinstance(no, Refused)
        assert no.code == "later_decisions"
        row.refresh_from_db()
        assert row.decision is not None
        assert row.decision.after["state"] == row.state
