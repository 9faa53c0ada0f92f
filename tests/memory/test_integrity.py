"""Keys, uniqueness and immutability of every table, as the catalogue lists them."""

import pytest
from django.apps import apps
from django.db.models import ForeignKey

from memory.models import Claim
from tests.memory.rows import good_row, spare_node
from tests.memory.schema import (
    Constraint,
    attempt,
    constraints,
    copy,
    copying,
    pick,
    refusal,
    write,
)

pytestmark = pytest.mark.django_db

# Links that only follow from others, or that a single action writes.
NOT_GUARDED = {
    ("memory_claimvalidity", "replaces_id"),
    ("memory_decision", "undoes_id"),
    ("memory_delivery", "event_id"),
    ("memory_echo", "derivation_id"),
    ("memory_episode", "key_id"),
    ("memory_operation", "key_id"),
    ("memory_receipt", "key_id"),
    ("memory_source", "vetted_by_id"),
    ("memory_supersession", "decision_id"),
    ("memory_supersession", "undone_by_id"),
    ("memory_withdrawal", "derivation_id"),
    ("memory_withdrawal", "undone_by_id"),
}
# Keys of the first of two ends that are kept in id order.
FIRST_OF_PAIR = {
    "conflict_first_same_workspace",
    "distinction_first_same_workspace",
}
# The column by which the newest row that a partial key holds is told from others.
IN_FORCE = {
    "appearance_of_claim": "claim_id",
    "appearance_of_observation": "observation_id",
    "retraction_of_observation_in_force": "observation_id",
    "work_one_per_episode": "episode_id",
    "work_one_per_operation": "operation_id",
    **{
        f"{table}_of_{kind}": f"{kind}_id"
        for table in ("vector384", "vector3072")
        for kind in ("node", "claim", "source")
    },
}


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
        changes = {column: foreign}
        if each.name in FIRST_OF_PAIR:
            changes["second_id"] = foreign + 1  # the two stay in order
        assert attempt(each.table, row, changes) == each.name
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
        telling = IN_FORCE.get(each.name, "")
        row, again = good_row(each.table, here), pick(each.table, here, telling)
        assert copy(each.table, again, {}, keep=each.columns) == each.name
        assert copy(each.table, row, {}) == "", each


def test_append_only_rows_stay_as_they_are(here: int) -> None:
    tables = [each for each in of_kind("trigger") if each.name.endswith("append_only")]
    for each in tables:
        row = good_row(each.table, here)
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
