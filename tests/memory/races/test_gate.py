"""Eight callers of the gate against what makes claims fall: none of it is served."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from memory.actions.compact import compact
from memory.actions.retract import Target
from memory.actions.review import Reviewed, Verdict, review
from memory.actions.undo import undo
from memory.jobs.gate import pass_gate
from memory.models import Actor, Claim, ReceiptLine
from memory.queries.clock import database_now
from memory.queries.invariants import broken
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from tests.make import known
from tests.memory.claims import claim
from tests.memory.evidence import Plant, give, make_plant, take
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)
CALLERS = 8
MESSAGE = "What of pump a, pump b, pump c and pump d?"

# By the order of transactions: what takes the exclusive lock gets its number behind
# it, and so does a receipt. A line is wrong when the last change before it was a fall.
WRONG = """
SELECT count(*) FROM memory_receiptline line
JOIN memory_receipt receipt ON receipt.id = line.receipt_id
JOIN LATERAL (
    SELECT event.after FROM memory_statusevent event
    WHERE event.claim_id = line.claim_id
          AND event.xmin::text::bigint < receipt.xmin::text::bigint
    ORDER BY event.id DESC LIMIT 1
) last ON last.after <> 'admissible'
WHERE line.reason = ''
"""


@pytest.fixture
def plant() -> Plant:
    return make_plant()


def callers(plant: Plant) -> list[Callable[[], object]]:
    call = partial(
        pass_gate,
        workspace=plant.workspace,
        by=Actor(agent=plant.agent),
        message=MESSAGE,
    )
    return [call] * CALLERS


def wrong() -> int:
    with connection.cursor() as cursor:
        cursor.execute(WRONG)
        (count,) = cursor.fetchone()
    return int(count)


def served() -> int:
    return ReceiptLine.objects.filter(reason="").count()


def compacting(plant: Plant) -> None:
    now = database_now()
    compact(workspace=plant.workspace, before=now, by=plant.by, now=now)


def changing(plant: Plant, row: Claim) -> Reviewed:
    """A curator says that it is another tank: the old claim is superseded."""
    row.state.refresh_from_db()
    edit = Edit(target=NodeName("separator", f"tank of {row.state.version}"))
    return review(
        workspace=plant.workspace,
        claim=row.uid,
        verdict=Verdict("edit", row.state.version, edit=edit),
        by=plant.by,
        now=database_now(),
    )


def test_gates_against_a_retraction_and_a_compaction(plant: Plant) -> None:
    target = Target(observation=plant.observation("o1").uid)
    for _ in rounds(200, 5):
        taking = partial(take, plant, "", target=target)
        compaction = partial(compacting, plant)
        outcomes = at_once(*callers(plant), taking, compaction)
        assert not errors(outcomes)
        give(plant, outcomes[CALLERS])  # type: ignore[arg-type]
    assert served() > 0
    assert wrong() == 0
    assert not [name for name, ids in broken() if ids]


def test_gates_against_a_supersession(plant: Plant) -> None:
    row = claim(plant.workspace, "d")
    for _ in rounds(200, 5):
        outcomes = at_once(*callers(plant), partial(changing, plant, row))
        assert not errors(outcomes)
        done = outcomes[CALLERS]
        assert isinstance(done, Reviewed)
        undo(
            workspace=plant.workspace,
            decision=known(done.decision).uid,
            by=plant.by,
            now=database_now(),
        )
    assert served() > 0
    assert wrong() == 0


def test_the_count_of_wrong_lines_sees_one(plant: Plant) -> None:
    ask, *_ = callers(plant)
    take(plant, "o1")
    ask()
    assert wrong() == 0
    fallen = ReceiptLine.objects.filter(workspace=plant.workspace, reason="disputed")[0]
    fallen.pk, fallen.receipt_id, fallen.reason = None, made_later(plant), ""
    fallen.save(force_insert=True)
    assert wrong() == 1


def made_later(plant: Plant) -> int:
    """A receipt that tells of nothing."""
    passed = pass_gate(
        workspace=plant.workspace, by=Actor(agent=plant.agent), message="Nothing?"
    )
    assert passed.lines == []
    return passed.receipt.pk
