"""Sets of disputes: the queue, and what settles many alike."""

from dataclasses import replace
from typing import Any

import pytest

from memory.actions.resolve_disputes_in_bulk import (
    InBulk,
    SetChanged,
    resolve_disputes_in_bulk,
)
from memory.models import Dispute
from memory.queries.clock import database_now
from memory.queries.disputes import DisputeFilter, disputes
from memory.steps.settlement import Settlement
from tests.memory.evidence import Plant, make_plant, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    made = make_plant()
    take(made, "o1")
    return made


def in_bulk(plant: Plant, action: str, **changes: Any) -> InBulk:
    return resolve_disputes_in_bulk(
        workspace=plant.workspace,
        filter_=DisputeFilter(),
        settlement=Settlement(action, 0, reason="unsupported"),
        by=plant.by,
        now=database_now(),
        **changes,
    )


def test_a_set_is_settled_as_it_was_counted(plant: Plant) -> None:
    foretold = in_bulk(plant, "uphold", dry_run=True)
    assert plant.status("c") == {"c": "disputed"}
    expected = (foretold.count, foretold.fingerprint)
    done = in_bulk(plant, "uphold", expected=expected)
    assert done == foretold
    assert [x.code for x in done.failures] == ["no_live_derivation"] * 2
    assert done.settled == (Dispute.objects.get(state="resolved").uid,)
    with pytest.raises(SetChanged) as changed:
        in_bulk(plant, "uphold", expected=expected)
    assert changed.value.count == 2


def test_the_queue_is_upstream_first_and_pages(plant: Plant) -> None:
    found = disputes(plant.workspace)
    letters = [x.belief.subject.external_id[-1] for x in found]
    assert letters == ["a", "b", "c"]
    assert [len(x.rests_on) for x in found] == [0, 1, 2]
    assert [x.downstream for x in found] == [2, 1, 0]
    assert found[2].rests_on == (found[0].uid, found[1].uid)
    rest = disputes(plant.workspace, after=found[0].key)
    assert [x.uid for x in rest] == [x.uid for x in found[1:]]
    lost = replace(DisputeFilter(), effect="lost")
    assert [x.uid for x in disputes(plant.workspace, lost)] == [
        x.uid for x in found[:2]
    ]
