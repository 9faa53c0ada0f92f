"""The Checks page: a text with its findings, decided for good wherever it stands."""

import pytest
from django.test import Client

from memory.jobs.distil import drain
from memory.models import Agent, CheckedText, Claim, Decision, Episode, Finding
from tests.memory.found import EQUATION, FLAWED, distil_flawed

TEXT = f"A note. {FLAWED} Nothing else."


def paste(desk: Client, text: str = TEXT) -> str:
    """Paste a text; gives the address of its page."""
    answer = desk.post("/w/plant/checks/text/", {"text": text})
    assert answer.status_code == 303
    return str(answer["Location"])


def page(desk: Client, path: str) -> str:
    answer = desk.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def alarm() -> Finding:
    return Finding.objects.get(verdict="contradicted")


def judge(desk: Client, row: Finding, verb: str, note: str = "") -> str:
    said = {"note": note, "seen": row.state}
    answer = desk.post(f"/w/plant/checks/findings/{row.uid}/{verb}/", said)
    assert answer.status_code == 303
    return str(answer["Location"])


def test_what_was_found_is_underlined_and_says_why(desk: Client) -> None:
    body = page(desk, paste(desk))
    assert f'href="#f-{alarm().uid}" data-tone="lost"' in body
    assert ">36 out of 240 samples failed (18%<sup" in body
    assert "For 18% to hold it would have to be 15 %" in body
    assert "1 finding asks for a person" in body


def test_what_is_dismissed_stays_so_when_it_is_pasted_again(desk: Client) -> None:
    where = paste(desk)
    told = judge(desk, alarm(), "dismiss", "18 of those were spares.")
    assert "You dismissed a finding of the check formula" in page(desk, told)
    assert paste(desk) == where
    body = page(desk, where)
    assert 'data-tone="retired"' in body
    assert "Dismissed by robin" in body
    assert "18 of those were spares." in body
    assert "Nothing is left to decide" in body
    assert "18 of those were spares" not in page(desk, paste(desk, EQUATION))


def test_who_comes_late_is_told_and_changes_nothing(desk: Client) -> None:
    paste(desk)
    seen = alarm()
    judge(desk, seen, "confirm")
    assert "Somebody decided about it" in page(desk, judge(desk, seen, "dismiss"))
    assert alarm().state == "confirmed"


def test_line_ends_of_a_form_make_no_other_text(desk: Client) -> None:
    assert paste(desk, f"One.\r\n{TEXT}") == paste(desk, f"One.\n{TEXT}")


def test_a_dismissal_is_undone_where_it_was_made(desk: Client) -> None:
    where = paste(desk)
    judge(desk, alarm(), "dismiss")
    decision = Decision.objects.get(action="dismiss")
    answer = desk.post(f"/w/plant/activity/{decision.uid}/undo/")
    assert answer["Location"].startswith(where)
    assert alarm().state == "open"


def test_precision_is_shown_with_its_numbers(desk: Client) -> None:
    paste(desk)
    judge(desk, alarm(), "confirm")
    body = page(desk, "/w/plant/checks/")
    assert "100.0 %" in body
    assert '<span class="note">1/1</span>' in body
    assert "not yet" in body


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", True),
        ("check=formula", True),
        ("check=units", False),
        ("verdict=suspect", False),
        ("state=open", True),
        ("state=dismissed", False),
        ("state=nonsense", True),
    ],
)
def test_recent_findings_are_filtered(desk: Client, query: str, shown: bool) -> None:
    paste(desk)
    body = page(desk, f"/w/plant/checks/?{query}")
    assert ("For 18% to hold" in body) is shown
    assert ("No such finding" in body) is not shown


@pytest.mark.parametrize("text", ["", " \r\n ", "x" * 2_000_001])
def test_nothing_and_too_much_are_said_back(desk: Client, text: str) -> None:
    answer = desk.post("/w/plant/checks/text/", {"text": text})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not CheckedText.objects.exists()


def test_a_long_text_is_shown_around_its_findings(desk: Client) -> None:
    plain = "Plain words without any number here. "
    where = paste(desk, plain * 3000 + FLAWED)
    assert "0 of 7 pieces are checked" in page(desk, where)
    drain()
    body = page(desk, where)
    assert "pieces are checked" not in body
    assert ">36 out of 240 samples failed (18%<sup" in body
    assert body.count("Plain words") < 10


def test_a_hostile_text_is_shown_as_text(desk: Client) -> None:
    body = page(desk, paste(desk, f"<script>alert(1)</script> {FLAWED}"))
    assert "<script>alert" not in body
    assert "&lt;script&gt;alert(1)" in body


def test_a_contradicted_claim_comes_first_and_says_so(
    desk: Client, agent: Agent, claim: Claim
) -> None:
    distil_flawed(agent)
    flawed = Claim.objects.get(subject__external_id="P-77")
    body = page(desk, "/w/plant/review/")
    assert body.index(f"q-{flawed.uid}") < body.index(f"q-{claim.uid}")
    assert body.count("first: a check contradicts it") == 1
    for path in (f"review/{flawed.uid}/", f"claims/{flawed.uid}/"):
        told = page(desk, f"/w/plant/{path}")
        assert "The left side is 19, the right side 18." in told
        assert "Formula, in the evidence" in told
    assert "Findings of the checks" not in page(desk, f"/w/plant/claims/{claim.uid}/")


def test_a_transcript_shows_what_was_found_in_its_words(
    desk: Client, agent: Agent
) -> None:
    distil_flawed(agent)
    body = page(desk, f"/w/plant/episodes/{Episode.objects.get().uid}/")
    assert "For 18% to hold it would have to be 15 %" in body
    text = CheckedText.objects.get(appearances__observation__isnull=False)
    where = page(desk, f"/w/plant/checks/{text.uid}/")
    assert "Observation sheet 3" in where
    assert ">36 out of 240 samples failed (18%<sup" in where
