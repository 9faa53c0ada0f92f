"""Every constraint that the schema names refuses what it should and allows the rest."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.models import ForeignKey

from memory.models import Claim, Node
from tests.memory.checks import CHECKS
from tests.memory.schema import (
    Constraint,
    Row,
    attempt,
    constraints,
    copy,
    copying,
    pick,
    refusal,
    write,
)
from tests.memory.world import World, make_world

pytestmark = pytest.mark.django_db

PREFIX = "memory_"
# Links that only follow from others, or that a single action writes.
NOT_GUARDED = {
    ("memory_claimvalidity", "replaces_id"),
    ("memory_decision", "undoes_id"),
    ("memory_episode", "key_id"),
    ("memory_operation", "key_id"),
    ("memory_source", "vetted_by_id"),
    ("memory_supersession", "decision_id"),
    ("memory_supersession", "undone_by_id"),
    ("memory_withdrawal", "derivation_id"),
    ("memory_withdrawal", "undone_by_id"),
}
# The column by which a good row of the table is told from others.
TELLING = {
    "apikey": "agent_id",
    "claim": "object_id",
    "reviewitem": "held_by_id",
    "support": "observation_id",
    "work": "episode_id",
}
WITH_OWN_TEST = {
    "derivation_has_support",
    "episode_immutable",
    "observation_text_while_live",
    "support_not_itself",
    "workspace_lag_not_negative",
    "workspace_overlap_threshold_share",
}


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: Any) -> Iterator[list[World]]:
    with django_db_blocker.unblock():
        yield [make_world(), make_world()]
        call_command("flush", interactive=False, verbosity=0)
        connection.close()


@pytest.fixture
def here(worlds: list[World]) -> int:
    return worlds[0].workspace.pk


@pytest.fixture
def elsewhere(worlds: list[World]) -> int:
    return worlds[1].workspace.pk


def test_every_named_constraint_is_tried() -> None:
    tried = {name for name, *_ in CHECKS} | WITH_OWN_TEST
    others = "".join(path.read_text() for path in Path(__file__).parent.rglob("*.py"))
    for each in constraints():
        in_family = each.kind in {"u", "f"} or each.name.endswith("_append_only")
        assert in_family or each.name in tried or f'"{each.name}"' in others, each


def good_row(table: str, workspace: int, column: str = "") -> Row:
    """A row that can be written once more, new in what must be unique."""
    row = pick(table, workspace, column or TELLING.get(table.removeprefix(PREFIX), ""))
    if table == "memory_source":
        row["node_id"] = spare_node(workspace)
    if table == "memory_work":
        row["kind"] = "other"
    if table == "memory_membership":
        row["user_id"] = User.objects.exclude(pk=row["user_id"])[0].pk
    if "undone_by_id" in row:
        row["undone_by_id"] = pick("memory_decision", workspace)["id"]
    return row


def spare_node(workspace: int) -> int:
    """A node that is no source."""
    return Node.objects.filter(workspace=workspace, source=None)[0].pk


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
    expected = "" if allowed else "observation_text_while_live"
    assert refusal(update, state, text) == expected


def of_kind(kind: str) -> list[Constraint]:
    found = [each for each in constraints() if each.kind == kind]
    assert found
    return found


def test_both_ends_are_in_one_workspace(here: int, elsewhere: int) -> None:
    for each in of_kind("f"):
        column = each.columns[1]
        row = good_row(each.table, here, column)
        foreign = pick(each.parent, elsewhere)["id"]
        if each.table == "memory_source":
            foreign = spare_node(elsewhere)
        assert attempt(each.table, row, {column: foreign}) == each.name
        assert attempt(each.table, row, {}) == "", each


def test_a_support_belongs_to_the_claim_of_its_derivation(here: int) -> None:
    row = pick("memory_support", here, "observation_id")
    other = Claim.objects.filter(workspace=here).exclude(pk=row["claim_id"])[0].pk
    wrong = copy("memory_support", row, {"claim_id": other})
    assert wrong == "support_derivation_same_workspace"


def test_what_is_unique_is_refused_twice(here: int) -> None:
    for each in of_kind("u"):
        if "id" in each.columns:
            continue  # follows from the primary key
        row = good_row(each.table, here)
        again = pick(each.table, here, each.columns[-1])
        assert copy(each.table, again, {}, keep=each.columns) == each.name
        assert copy(each.table, row, {}) == "", each


def test_append_only_rows_stay_as_they_are(here: int) -> None:
    tables = [each for each in of_kind("trigger") if each.name.endswith("append_only")]
    for each in tables:
        row = pick(each.table, here)
        assert refusal(f"UPDATE {each.table} SET id = id") == each.name
        assert (
            refusal(f"DELETE FROM {each.table} WHERE id = %s", row["id"]) == each.name
        )
        assert copy(each.table, row, {}) == ""


def test_the_log_and_the_decisions_are_append_only() -> None:
    found = {each.name for each in of_kind("trigger")}
    words = "claimvalidity decision derivation event observation statusevent support"
    assert {f"{word}_append_only" for word in words.split()} <= found


def test_an_open_episode_may_only_be_closed(here: int) -> None:
    row = pick("memory_episode", here)
    write(*copying("memory_episode", row, {"closed_at": None, "external_id": "open"}))
    close = "UPDATE memory_episode SET closed_at = now(){} WHERE external_id = 'open'"
    delete = "DELETE FROM memory_episode WHERE external_id = 'open'"
    refused = "episode_immutable"
    assert refusal(close.format(", model = 'other'")) == refused
    assert refusal(close.format("").replace("now()", "NULL")) == refused
    assert refusal(delete) == refused
    write(close.format(""))
    assert refusal(close.format("")) == refused
    assert refusal(delete) == refused


def test_a_derivation_rests_on_something(here: int) -> None:
    support = pick("memory_support", here, "observation_id")
    new = {"id": 10**8, "claim_id": support["claim_id"]}
    write(*copying("memory_derivation", pick("memory_derivation", here), new))
    now = "SET CONSTRAINTS ALL IMMEDIATE"
    assert refusal(now) == "derivation_has_support"
    write(*copying("memory_support", support, {"derivation_id": 10**8}))
    assert refusal(now) == ""


def test_the_database_has_what_the_models_name() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("memory").get_models()
        for constraint in model._meta.constraints
    }
    assert named <= {each.name for each in constraints()}


def ends_in_workspaces() -> set[tuple[str, str]]:
    """Columns that lead from a row of a workspace to a row of a workspace."""
    owned = {
        model
        for model in apps.get_app_config("memory").get_models()
        if any(field.name == "workspace" for field in model._meta.fields)
    }
    return {
        (model._meta.db_table, field.column)
        for model in owned
        for field in model._meta.fields
        if isinstance(field, ForeignKey) and field.related_model in owned
    }


def test_every_link_between_rows_of_workspaces_is_guarded() -> None:
    links = of_kind("f")
    guarded = {(each.table, end) for each in links for end in each.columns}
    assert ends_in_workspaces() - guarded == NOT_GUARDED
