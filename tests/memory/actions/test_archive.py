"""Claims retired long ago are out of the way, and never lost."""

import datetime
from typing import Any

import pytest

from memory.actions.archive import archive, bring_back
from memory.actions.undo import undo
from memory.models import (
    Action,
    Archived,
    Claim,
    ClaimStatus,
    Decision,
    StatusEvent,
)
from memory.queries.archive import archived_at
from memory.queries.as_of import belief_as_of
from memory.queries.claims import Wanted, claims
from memory.queries.clock import database_now
from memory.queries.history import history
from memory.retrieval.dual import dual, embed_query
from memory.retrieval.lenses import Asked, raw, subgraph
from memory.retrieval.lexical import lexical
from memory.rules.refused import Missing, Refused
from tests.memory.claims import claim
from tests.memory.embedding.plant import embedded
from tests.memory.evidence import Plant, make_plant, resolve, take
from tests.memory.schema import refusal

pytestmark = pytest.mark.django_db(transaction=True)
AGE = datetime.timedelta(days=180)
SECOND = datetime.timedelta(seconds=1)


@pytest.fixture
def plant() -> Plant:
    """Claim d is retired, a disputed, the others stand."""
    plant = make_plant()
    take(plant, "o3")
    resolve(plant, "d", "retire", reason="wrong")
    take(plant, "o1")
    return plant


def late(plant: Plant, by: datetime.timedelta = SECOND) -> datetime.datetime:
    return claim(plant.workspace, "d").state.changed_at + AGE + by


def listed(plant: Plant, *, archived: bool = False) -> set[int]:
    found = claims(plant.workspace, Wanted(archived=archived))
    return set(found.values_list("pk", flat=True))


def found(plant: Plant) -> set[int]:
    hits = lexical(plant.workspace, "pump d feeds", frozenset({"claim", "node"}))
    return {hit.pk for hit in hits if hit.kind == "claim"}


def test_what_has_been_retired_for_long_enough(plant: Plant) -> None:
    row = claim(plant.workspace, "d")
    assert archive(workspace=plant.workspace, now=late(plant, -SECOND)) == 0
    assert row.pk in listed(plant)
    assert row.pk in found(plant)
    assert archive(workspace=plant.workspace, now=late(plant)) == 1
    assert archive(workspace=plant.workspace, now=late(plant)) == 0
    assert listed(plant, archived=True) == {row.pk}
    assert row.pk not in listed(plant)
    assert row.pk not in found(plant)
    assert len(listed(plant)) == 3
    decision = Decision.objects.get(action=Action.ARCHIVE)
    assert (decision.policy, decision.after) == ("archive", {"claims": 1})


def test_no_way_of_finding_brings_it_to_the_gate(plant: Plant) -> None:
    """Its words, its node's name, a node that is given, its id and its meaning."""
    here, row = plant.workspace, claim(plant.workspace, "d")
    embedded(here)
    words = "what is it that pump d feeds"

    def brought() -> list[set[int]]:
        return [
            set(raw(Asked(here, words)).claims),
            set(subgraph(Asked(here, "pump d"), []).claims),
            set(subgraph(Asked(here, ""), [row.subject.uid]).claims),
            {hit.pk for hit in lexical(here, str(row.uid)) if hit.kind == "claim"},
            {hit.pk for hit in dual(here, words, embed_query(words), ["claim"])},
        ]

    assert all(row.pk in some for some in brought())
    archive(workspace=here, now=late(plant))
    assert not any(row.pk in some for some in brought())
    bring_back(workspace=here, claim=row.uid, by=plant.by, now=late(plant))
    assert all(row.pk in some for some in brought())


def test_nothing_is_lost_of_it(plant: Plant) -> None:
    row = claim(plant.workspace, "d")
    told = belief_as_of(plant.workspace, row.uid, row.recorded_at)
    before = list(history(row))
    archive(workspace=plant.workspace, now=late(plant))
    row.refresh_from_db()
    assert row.state.status == "retired"
    assert list(history(row)) == before
    assert belief_as_of(plant.workspace, row.uid, row.recorded_at) == told
    assert archived_at(row) == late(plant)


def test_it_comes_back_and_stays(plant: Plant) -> None:
    row = claim(plant.workspace, "d")
    archive(workspace=plant.workspace, now=late(plant))
    given: dict[str, Any] = {
        "workspace": plant.workspace,
        "claim": row.uid,
        "by": plant.by,
    }
    _, decision = bring_back(**given, now=late(plant))
    assert decision.by_member == plant.curator
    assert row.pk in listed(plant) & found(plant)
    assert archive(workspace=plant.workspace, now=late(plant, AGE)) == 0
    assert archive(workspace=plant.workspace, now=late(plant, AGE + SECOND)) == 1
    assert Archived.objects.filter(claim=row).count() == 2


def test_what_is_not_there_is_not_brought_back(plant: Plant) -> None:
    given: dict[str, Any] = {
        "workspace": plant.workspace,
        "by": plant.by,
        "now": database_now(),
    }
    with pytest.raises(Refused, match="not in the archive"):
        bring_back(claim=claim(plant.workspace, "d").uid, **given)
    with pytest.raises(Missing):
        bring_back(claim=make_plant().workspace.uid, **given)


def test_an_undone_retirement_leaves_the_archive(plant: Plant) -> None:
    row, now = claim(plant.workspace, "d"), database_now()
    # It was retired long ago.
    ClaimStatus.objects.filter(claim=row).update(changed_at=now - AGE)
    assert archive(workspace=plant.workspace, now=now) == 1
    retired = StatusEvent.objects.get(claim=row, after="retired").decision
    undo(
        workspace=plant.workspace,
        decision=retired.uid,
        by=plant.by,
        now=database_now(),
    )
    assert archived_at(claim(plant.workspace, "d")) is None
    assert row.pk in listed(plant)
    # Retired anew it waits as long again.
    resolve(plant, "d", "retire", reason="wrong")
    assert row.pk in listed(plant)
    assert archive(workspace=plant.workspace, now=late(plant, -SECOND)) == 0
    assert archive(workspace=plant.workspace, now=late(plant)) == 1


def test_without_an_age_nothing_is_archived(plant: Plant) -> None:
    plant.workspace.archive_after = None
    plant.workspace.save()
    assert archive(workspace=plant.workspace, now=late(plant, 10 * AGE)) == 0
    assert Claim.objects.filter(archived=None).count() == 4


def test_a_claim_is_in_the_archive_once(plant: Plant) -> None:
    archive(workspace=plant.workspace, now=late(plant))
    again = (
        "INSERT INTO memory_archived (workspace_id, claim_id, decision_id, at)"
        " SELECT workspace_id, claim_id, decision_id, at FROM memory_archived"
    )
    assert refusal(again) == "archived_in_force"
