"""Every constraint of the tables of tensions refuses what it should, and allows."""

import itertools
import uuid
from collections.abc import Callable

import pytest
from django.apps import apps
from django.db.models import ForeignKey

from memory.models import Claim, Node, Residue, Workspace
from tension.actions.hear import hear
from tension.models import Cursor
from tension.steps.causes import from_residue
from tests.memory.api.calls import distil
from tests.memory.api.rows import kept_open
from tests.memory.schema import Row, attempt, constraints, copy, pick, refusal
from tests.tension.plant import Plant, edge, make_plant, thing

pytestmark = pytest.mark.django_db
LATER = "2126-12-02T00:00:00Z"
_numbers = itertools.count(10**6)


def make_world() -> int:
    """A workspace with a row in every table of tensions; gives its id."""
    plant = make_plant()
    left = {"kind": "question", "text": "Why?", "about": [thing("P-9")]}
    told = distil(
        plant.agent,
        conclusions=[edge("P-104", "train 2"), edge("P-104", "hall B")],
        residue=[left],
    )
    from_residue(plant.workspace, Residue.objects.latest("pk").uid)
    raise_all(plant, told["claims"][0])
    Cursor.objects.get_or_create(name="a test")
    return int(plant.workspace.pk)


def raise_all(plant: Plant, claim: dict[str, str]) -> None:
    """One on a node that met something, one on a claim with a finding and a note."""
    kept_open(plant.curator, str(plant.node("train 2").uid))
    body = {
        "kind": "question",
        "text": "Since when?",
        "about": [{"claim": claim["id"]}],
    }
    uid = plant.curator.post("/tensions", body).json()["id"]
    linked = {"version": 1, "action": "link", "claim": claim["id"], "note": "see"}
    assert plant.curator.post(f"/tensions/{uid}/triage", linked).status_code == 200


@pytest.fixture
def here(db: None) -> int:
    return make_world()


@pytest.fixture
def elsewhere(here: int) -> int:
    return make_world()


def spare(model: type[Node] | type[Claim], here: int) -> int:
    """The newest row of a kind, at which no anchor and no finding is."""
    rows = model.objects.filter(workspace=here)
    return rows.order_by("-pk").filter(anchors=None)[0].pk


# What makes a copy of a row a new row.
FRESH: dict[str, Callable[[int], Row]] = {
    "anchor": lambda here: {"node_id": spare(Node, here), "claim_id": None},
    "collision": lambda here: {"trigger_uid": str(uuid.uuid4())},
    "entry": lambda here: {"version": next(_numbers)},
    "finding": lambda here: {"claim_id": spare(Claim, here)},
    "surfacing": lambda here: {"period": next(_numbers)},
    "tension": lambda here: {"origin_uid": str(uuid.uuid4())},
}
TELLING = {"anchor": "claim_id", "tension": "origin_uid"}
JUDGED = {"judged_by_id": 1, "judged_at": LATER}
RESTING = {"state": "open", "snoozed_until": None, "until_material": False}
# The check, its table, what it refuses and what it allows: changes to a good row.
CHECKS: list[tuple[str, str, list[Row], list[Row]]] = [
    (
        "tension_weight_in_range",
        "tension",
        [{"weight": 0}, {"weight": 6}],
        [{"weight": 1}, {"weight": 5}],
    ),
    ("tension_state_known", "tension", [{"state": "closed"}], [{"state": "dropped"}]),
    (
        "tension_snoozed_until_something",
        "tension",
        [{"state": "snoozed"}, {"snoozed_until": LATER}, {"until_material": True}],
        [
            {"state": "snoozed", "snoozed_until": LATER},
            {"state": "snoozed", "until_material": True},
            RESTING,
        ],
    ),
    (
        "tension_merged_into_another",
        "tension",
        [{"state": "merged"}, {"into_id": 1}],
        [RESTING],
    ),
    (
        "tension_answered_by_claim",
        "tension",
        [{"state": "answered"}, {"answer_id": 1}],
        [RESTING],
    ),
    (
        "entry_one_author",
        "entry",
        [
            {"by_member_id": None, "by_agent_id": None, "policy": ""},
            {"by_member_id": 1, "policy": "lag"},
        ],
        [{"by_member_id": None, "by_agent_id": None, "policy": "lag"}],
    ),
    (
        "collision_within_reach",
        "collision",
        [{"distance": 3, "path": [1, 2, 3, 4], "claims": [1, 2, 3]}],
        [{"distance": 2, "path": [1, 2, 3], "claims": [1, 2]}],
    ),
    (
        "collision_path_of_its_length",
        "collision",
        [{"distance": 1}, {"distance": 0, "path": [1], "claims": [1]}],
        [{"distance": 1, "path": [1, 2], "claims": [1]}],
    ),
    (
        "collision_judged_by_somebody",
        "collision",
        [
            {"state": "productive"},
            {"state": "new", **JUDGED},
            {"state": "coincidental", "finding_id": 1, **JUDGED},
        ],
        [{"state": "withdrawn"}],
    ),
]


def good(table: str, here: int, column: str = "") -> Row:
    """A row that may be written once more."""
    name = table.removeprefix("tension_")
    return pick(table, here, column or TELLING.get(name, "")) | FRESH[name](here)


@pytest.mark.parametrize(("name", "table", "bad", "allowed"), CHECKS)
def test_check(
    name: str, table: str, bad: list[Row], allowed: list[Row], here: int
) -> None:
    row = good(f"tension_{table}", here)
    for changes in bad:
        assert attempt(f"tension_{table}", row, changes) == name, changes
    for changes in allowed:
        assert attempt(f"tension_{table}", row, changes) == "", changes


def test_what_a_state_needs_is_allowed_with_it(here: int) -> None:
    row = good("tension_tension", here)
    other = pick("tension_tension", here)["id"]
    claim = Claim.objects.filter(workspace=here)[0].pk
    for changes in (
        {"state": "merged", "into_id": other},
        {"state": "answered", "answer_id": claim},
    ):
        assert attempt("tension_tension", row, changes) == ""
    itself = {"id": 10**9 + 5, "state": "merged", "into_id": 10**9 + 5}
    refused = copy("tension_tension", row, itself)
    assert refused == "tension_merged_into_another"


def test_every_check_is_tried() -> None:
    named = {each.name for each in constraints("tension") if each.kind == "c"}
    assert named == {name for name, *_ in CHECKS}


def test_what_is_unique_is_refused_twice(here: int) -> None:
    found = [each for each in constraints("tension") if each.kind == "u"]
    assert len(found) >= 8
    for each in found:
        if "id" in each.columns:
            continue  # follows from the primary key
        name = each.table.removeprefix("tension_")
        fresh = FRESH[name](here)
        new = {key: fresh[key] for key in fresh if key not in each.columns}
        again = pick(each.table, here, TELLING.get(name, "")) | new
        assert copy(each.table, again, {}, keep=each.columns) == each.name
        assert copy(each.table, good(each.table, here), {}) == "", each


def test_both_ends_are_in_one_workspace(here: int, elsewhere: int) -> None:
    found = [each for each in constraints("tension") if each.kind == "f"]
    assert {each.name for each in found} == links()
    for each in found:
        column = each.columns[1]
        row = good(each.table, here, column)
        foreign = pick(each.parent, elsewhere)["id"]
        changes = {column: foreign} | needed(each.table, column, here)
        assert attempt(each.table, row, changes) == each.name, each
        assert attempt(each.table, row, {}) == "", each


def needed(table: str, column: str, here: int) -> Row:
    """What else a row has to say when the column is filled."""
    member = pick("memory_membership", here)["id"]
    said = {"state": "productive", "judged_by_id": member, "judged_at": LATER}
    alone = {"by_member_id": None, "by_agent_id": None, "policy": ""}
    return {
        ("tension_tension", "into_id"): {"state": "merged"},
        ("tension_tension", "answer_id"): {"state": "answered"},
        ("tension_collision", "finding_id"): said,
        ("tension_collision", "judged_by_id"): {
            name: value for name, value in said.items() if name != "judged_by_id"
        },
        ("tension_entry", "by_member_id"): {
            name: value for name, value in alone.items() if name != "by_member_id"
        },
        ("tension_entry", "by_agent_id"): {
            name: value for name, value in alone.items() if name != "by_agent_id"
        },
    }.get((table, column), {})


def links() -> set[str]:
    """The name of a guard for each link between rows of workspaces."""
    return {
        f"{model._meta.db_table.removeprefix('tension_')}_{field.name}_same_workspace"
        for model in apps.get_app_config("tension").get_models()
        if any(each.name == "workspace" for each in model._meta.fields)
        for field in model._meta.fields
        if isinstance(field, ForeignKey) and field.related_model is not Workspace
    } - {"entry_undoes_same_workspace"}


def test_append_only_rows_stay_as_they_are(here: int) -> None:
    names = {x.name for x in constraints("tension") if x.kind == "trigger"}
    assert names == {"anchor_append_only", "entry_append_only", "surfacing_append_only"}
    for name in names:
        table = f"tension_{name.removesuffix('_append_only')}"
        assert refusal(f"UPDATE {table} SET id = id") == name
        assert refusal(f"DELETE FROM {table}") == name
        assert copy(table, good(table, here), {}) == ""


def test_the_database_has_what_the_models_name() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("tension").get_models()
        for constraint in model._meta.constraints
    }
    assert named <= {each.name for each in constraints("tension")}


def test_nothing_is_heard_before_its_transaction_has_ended(here: int) -> None:
    # This test's own transaction is still open.
    assert hear(now=Workspace.objects.get(pk=here).created_at) == 0
