"""The echo guard: marks, likeness, and what each means for whom."""

import datetime
import uuid

import pytest

from benchmarks.echo import KINDS, ordinary, rows
from memory.rules.echo import ALIKE, Heard, Told, echo, likeness
from memory.rules.mark import mark, marked, marks, unmarked
from tests.make import NOON

RECEIPT = uuid.UUID("0123456789abcdef0123456789abcdef")
LATER = NOON + datetime.timedelta(hours=1)
SAYING = "P-101A feeds V-12"
TOLD = Told(SAYING, 7, RECEIPT, NOON, to_author=True)
OTHERS = Told(SAYING, 8, RECEIPT, NOON, to_author=False)


@pytest.mark.parametrize(
    "text",
    [
        marked(SAYING, RECEIPT),
        f"[Warrant: {RECEIPT.hex.upper()}]",
        f"({str(RECEIPT).replace('-', '‐')} is no mark) warrant:{RECEIPT}",
        f"ｗａｒｒａｎｔ:{RECEIPT.hex}",
        f"war\u200brant:{RECEIPT.hex[:10]}\u2060{RECEIPT.hex[10:]}",
    ],
)
def test_a_mark_is_found_however_it_is_spelled(text: str) -> None:
    assert marks(text) == {RECEIPT}


@pytest.mark.parametrize(
    "text", ["", "warrant", f"warranty:{RECEIPT.hex}", RECEIPT.hex, "warrant:0123"]
)
def test_nothing_else_is_a_mark(text: str) -> None:
    assert marks(text) == frozenset()


def test_a_text_without_its_mark_is_the_text() -> None:
    assert unmarked(marked(SAYING, RECEIPT)).strip() == SAYING
    assert marks(unmarked(f"a {mark(RECEIPT)} b")) == frozenset()


def test_a_mark_counts_whatever_else_is_said() -> None:
    heard = Heard(f"Nothing alike {mark(RECEIPT)}", own=False, recorded_at=LATER)
    found = echo(heard, [OTHERS])
    assert found is not None
    assert (found.kind, found.refused, found.line) == ("mark", True, 8)


@pytest.mark.parametrize(
    ("own", "told", "kind"),
    [
        (True, [TOLD], "repeat"),
        (True, [OTHERS], "suspect"),
        (False, [TOLD], "suspect"),
        (True, [OTHERS, TOLD], "repeat"),
    ],
)
def test_own_words_repeat_and_others_are_suspect(
    own: bool, told: list[Told], kind: str
) -> None:
    found = echo(Heard("V-12 is fed by P-101A.", own, LATER), told)
    assert found is not None
    assert (found.kind, found.likeness) == (kind, 1.0)
    assert found.refused == (kind == "repeat")


def test_what_was_observed_before_it_was_told_is_no_echo() -> None:
    before = NOON - datetime.timedelta(seconds=1)
    assert echo(Heard(marked(SAYING, RECEIPT), True, before), [TOLD]) is None


def test_other_words_are_no_echo() -> None:
    heard = Heard("Isometric 7 shows line 12 from P-101A into V-12.", True, LATER)
    assert echo(heard, [TOLD]) is None


def test_likeness_is_worked_out_by_notions() -> None:
    # Three notions of weight 2, 1 and 2; one word more weighs 1: 5·1·(5/6) / (4·5/6+1).
    assert likeness(SAYING, "The pump P-101A feeds V-12.") == pytest.approx(25 / 26)
    assert likeness(SAYING, "P-101A feeds V-13.") == pytest.approx(0.6)
    assert likeness(SAYING, "") == likeness("", SAYING) == 0


def test_one_sentence_of_many_is_enough() -> None:
    text = f"The weather was fine. {SAYING}. Nobody was hurt and the shift ended."
    assert likeness(SAYING, text) == 1


@pytest.mark.parametrize(("kind", "least"), [(k, x) for k, (_, x) in KINDS.items()])
def test_the_labelled_set_is_recognised(kind: str, least: float) -> None:
    turned, _ = KINDS[kind]
    found = [likeness(row.told, turned(row)) >= ALIKE for row in rows()]
    assert sum(found) / len(found) >= least


def test_ordinary_observations_are_left_alone() -> None:
    pairs = ordinary()
    assert len(pairs) == 1000
    assert sum(likeness(told, text) >= ALIKE for told, text in pairs) <= 10
