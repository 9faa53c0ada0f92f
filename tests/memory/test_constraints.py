"""Every constraint that the schema names refuses what it should and allows the rest."""

from pathlib import Path

import pytest

from tests.memory.checks import CHECKS
from tests.memory.rows import PREFIX, good_row
from tests.memory.schema import (
    Row,
    attempt,
    constraints,
    copy,
    pick,
    refusal,
    write,
)

pytestmark = pytest.mark.django_db

WITH_OWN_TEST = {
    "derivation_has_support",
    "episode_immutable",
    "observation_text_while_live",
    "support_not_itself",
    "workspace_archive_after_not_negative",
    "workspace_lag_not_negative",
    "workspace_overlap_threshold_share",
}


def test_every_named_constraint_is_tried() -> None:
    tried = {name for name, *_ in CHECKS} | WITH_OWN_TEST
    others = "".join(path.read_text() for path in Path(__file__).parent.rglob("*.py"))
    for each in constraints():
        in_family = each.kind in {"u", "f"} or each.name.endswith("_append_only")
        assert in_family or each.name in tried or f'"{each.name}"' in others, each


@pytest.mark.parametrize(("name", "table", "bad", "good"), CHECKS)
def test_check(
    name: str, table: str, bad: list[Row], good: list[Row], here: int
) -> None:
    row = good_row(PREFIX + table, here)
    for changes in bad:
        assert attempt(PREFIX + table, row, changes) == name, changes
    for changes in good:
        assert attempt(PREFIX + table, row, changes) == "", changes


def test_a_support_is_not_its_own_claim(here: int) -> None:
    row = pick("memory_support", here, "premise_id")
    itself = row | {"premise_id": row["claim_id"]}
    assert copy("memory_support", itself, {}) == "support_not_itself"
    assert copy("memory_support", row, {}) == ""


def test_a_premise_has_no_span(here: int) -> None:
    row = pick("memory_support", here, "premise_id")
    spanned = {"span_start": 0, "span_end": 1}
    assert copy("memory_support", row, spanned) == "support_span_of_observation"


@pytest.mark.parametrize(
    ("name", "column", "bad", "good"),
    [
        ("workspace_lag_not_negative", "lag", "-00:00:01", "00:00:00"),
        ("workspace_archive_after_not_negative", "archive_after", "-1 day", "1 day"),
        ("workspace_overlap_threshold_share", "overlap_threshold", "1.01", "1"),
        ("workspace_overlap_threshold_share", "overlap_threshold", "-0.01", "0"),
        ("workspace_overlap_threshold_share", "overlap_threshold", "NaN", "0.5"),
    ],
)
def test_workspace(name: str, column: str, bad: str, good: str, here: int) -> None:
    update = f"UPDATE memory_workspace SET {column} = %s WHERE id = %s"
    assert refusal(update, bad, here) == name
    assert refusal(update, good, here) == ""


@pytest.mark.parametrize(
    ("state", "text", "allowed"),
    [
        ("live", "words", True),
        ("live", None, False),
        ("compacted", None, True),
        ("compacted", "words", False),
        ("erased", None, True),
        ("erased", "words", False),
    ],
)
def test_text_is_there_while_live(
    state: str, text: str | None, allowed: bool, here: int
) -> None:
    update = "UPDATE memory_observationtext SET state = %s, text = %s"
    # Not what is asked here: whether anything needs the text.
    write("SET LOCAL session_replication_role = replica")
    expected = "" if allowed else "observation_text_while_live"
    assert refusal(update, state, text) == expected
