"""Long texts: checked by workers in bounded memory, each piece once."""

import tracemalloc

import pytest

from memory.actions.check_document import PIECE, check_document
from memory.actions.work import claim_next, release
from memory.jobs.document import run_check
from memory.models import (
    Actor,
    Agent,
    CheckedText,
    Finding,
    LineState,
    OperationLine,
    Work,
    WorkState,
)
from memory.queries.clock import database_now
from memory.queries.operations import operation_view

pytestmark = pytest.mark.django_db(transaction=True)
PLAIN = "Nothing in these words is a number of any kind at all. " * 29


def begin(agent: Agent, text: str) -> CheckedText:
    return check_document(
        workspace=agent.workspace,
        text=text,
        key=None,
        by=Actor(agent=agent),
        now=database_now(),
    )


def stretch(row: CheckedText, seconds: float) -> tuple[int, int]:
    """Let a worker run for so long; gives how far it is then."""
    assert row.operation is not None
    lease = claim_next(now=database_now())
    assert lease is not None
    run_check(lease, row.operation, seconds=seconds)
    release(lease)
    told = operation_view(row.workspace, row.operation.uid)
    return told.done, told.total


def test_a_megabyte_is_checked_in_bounded_memory_with_progress(reader: Agent) -> None:
    text = (PLAIN + "We get 12 + 7 = 18. ") * 640
    assert len(text) > 1_000_000
    row = begin(reader, text)
    tracemalloc.start()
    assert [stretch(row, 0) for _ in range(3)] == [(1, 64), (2, 64), (3, 64)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # Not the text, of which one copy is a megabyte, and what is found in a piece.
    assert peak < 3_000_000
    assert stretch(row, 600) == (64, 64)
    found = Finding.objects.filter(text=row, verdict="contradicted")
    assert found.count() == 640
    for each in found.order_by("position"):
        assert text[each.start : each.end] == each.quote == "12 + 7 = 18"
    assert Work.objects.get(operation=row.operation).state == WorkState.DONE


def test_each_piece_is_checked_once_whoever_takes_over(reader: Agent) -> None:
    text = (PLAIN + "We get 12 + 7 = 18. ") * 30
    row = begin(reader, text)
    seen = [stretch(row, 0)[0] for _ in range(-(-len(text) // PIECE))]
    assert seen == sorted(set(seen))
    assert stretch(row, 60)[0] == OperationLine.objects.count()
    assert not OperationLine.objects.filter(state=LineState.WAITING).exists()
    assert Finding.objects.filter(verdict="contradicted").count() == 30
    assert begin(reader, text) == row


def test_nothing_is_kept_of_a_text_that_was_erased_meanwhile(reader: Agent) -> None:
    row = begin(reader, (PLAIN + "We get 12 + 7 = 18. ") * 30)
    CheckedText.objects.update(text="")
    stretch(row, 60)
    assert not Finding.objects.exists()
