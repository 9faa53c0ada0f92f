"""The log's chain: every change of a sealed row is found, and named."""

import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from memory.actions.seal_log import seal_log
from memory.models import (
    EpisodeText,
    LogSeal,
    Observation,
    Workspace,
)
from memory.queries.clock import database_now
from memory.queries.verification import verify
from tests.make import record_episode
from tests.memory.claims import unguarded
from tests.memory.evidence import Plant, make_plant, take
from tests.memory.races.barrier import at_once, errors
from tests.memory.schema import refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def plant() -> Plant:
    made = make_plant()
    take(made, "o1", note="The pump was replaced.")
    take(made, "o2", "concern")
    seal(made.workspace)
    return made


def seal(workspace: Workspace) -> int:
    return seal_log(workspace=workspace, now=database_now())


def bad(workspace: Workspace) -> str | None:
    return verify(workspace).bad


def spoil(statement: str) -> None:
    with unguarded(), connection.cursor() as cursor:
        cursor.execute(statement)


def test_all_is_sealed_once(plant: Plant) -> None:
    found = verify(plant.workspace)
    # Two retractions wrote an episode each; five claims' derivations on three spans.
    assert found.bad is None
    assert found.unsealed == 0
    kinds = LogSeal.objects.order_by("number").values_list("kind", "ids")
    sizes = {kind: len(ids) for kind, ids in kinds}
    assert sizes["episode"] == 3
    assert sizes["observation"] == 3
    assert sizes["derivation"] == 5
    assert seal(plant.workspace) == 0
    assert [x.number for x in LogSeal.objects.order_by("number")] == [1, 2, 3, 4]


def test_the_tail_is_told_and_sealed(plant: Plant) -> None:
    before = verify(plant.workspace)
    record_episode(plant.agent)
    assert verify(plant.workspace).unsealed == 2
    assert seal(plant.workspace) == 2
    after = verify(plant.workspace)
    assert after.rows == before.rows + 2
    assert after.bad is None
    out = StringIO()
    call_command("verify_log", stdout=out)
    assert f"head {after.head.hex()}" in out.getvalue()


SPOILS = {
    "episode": "UPDATE memory_episode SET model = model || 'x' WHERE id = {}",
    "observation": "UPDATE memory_observation SET locator = 'sheet 4' WHERE id = {}",
    "derivation": "UPDATE memory_derivation SET kappa = 0.81 WHERE id = {}",
    "decision": "UPDATE memory_decision SET reason = 'wrong' WHERE id = {}",
}


@pytest.mark.parametrize("kind", SPOILS)
def test_a_changed_row_is_named(plant: Plant, kind: str) -> None:
    id_ = LogSeal.objects.get(kind=kind).ids[1]
    spoil(SPOILS[kind].format(id_))
    assert bad(plant.workspace) == f"{kind} {id_}"
    with pytest.raises(CommandError, match=f"{kind} {id_}"):
        call_command("verify_log", stdout=StringIO())


@pytest.mark.parametrize("kind", SPOILS)
def test_a_deleted_row_is_named(plant: Plant, kind: str) -> None:
    id_ = LogSeal.objects.get(kind=kind).ids[-1]
    spoil(f"DELETE FROM memory_{kind} WHERE id = {id_}")
    assert bad(plant.workspace) == f"{kind} {id_}"


def test_two_rows_swapped(plant: Plant) -> None:
    first, second = Observation.objects.order_by("pk")[:2]
    spoil(
        "UPDATE memory_observation SET id = CASE id"
        f" WHEN {first.pk} THEN -{second.pk} ELSE -{first.pk} END"
        f" WHERE id IN ({first.pk}, {second.pk});"
        " UPDATE memory_observation SET id = -id WHERE id < 0"
    )
    assert bad(plant.workspace) == f"observation {first.pk}"


def test_another_support(plant: Plant) -> None:
    spoil("UPDATE memory_support SET span_end = span_end - 1 WHERE premise_id IS NULL")
    id_ = LogSeal.objects.get(kind="derivation").ids[0]
    assert bad(plant.workspace) == f"derivation {id_}"


@pytest.mark.parametrize(
    ("table", "field"),
    [
        ("observationtext", "text"),
        ("derivationtext", "text"),
        ("episodetext", "task"),
        ("decisionnote", "text"),
    ],
)
def test_other_words(plant: Plant, table: str, field: str) -> None:
    spoil(f"UPDATE memory_{table} SET {field} = 'Other words.'")
    assert bad(plant.workspace) is not None


def test_words_without_their_salt(plant: Plant) -> None:
    EpisodeText.objects.update(salt=None)
    assert bad(plant.workspace) is not None


def test_words_that_are_missing(plant: Plant) -> None:
    spoil("DELETE FROM memory_observationtext")
    assert bad(plant.workspace) is not None


def test_flipped_bits_of_the_chain(plant: Plant) -> None:
    chance = random.Random(7)
    for seal_ in LogSeal.objects.order_by("number"):
        for field in ("leaves", "digest"):
            whole = bytes(getattr(seal_, field))
            place = chance.randrange(len(whole))
            flipped = bytearray(whole)
            flipped[place] ^= 1 << chance.randrange(8)
            with unguarded():
                LogSeal.objects.filter(pk=seal_.pk).update(**{field: bytes(flipped)})
            assert bad(plant.workspace) == f"seal {seal_.number}"
            with unguarded():
                LogSeal.objects.filter(pk=seal_.pk).update(**{field: whole})
    assert bad(plant.workspace) is None


def test_a_seal_taken_out(plant: Plant) -> None:
    spoil("DELETE FROM memory_logseal WHERE number = 2")
    assert bad(plant.workspace) == "seal 2"


def test_a_chain_cut_short_shows_in_its_head(plant: Plant) -> None:
    head = verify(plant.workspace).head
    spoil("DELETE FROM memory_logseal WHERE number = 4")
    found = verify(plant.workspace)
    assert found.head != head
    assert found.unsealed > 0


def test_a_seal_stays_as_it_is(plant: Plant) -> None:
    assert refusal("UPDATE memory_logseal SET number = 9") == "logseal_append_only"
    assert refusal("DELETE FROM memory_logseal") == "logseal_append_only"


def test_two_sealers_at_once(plant: Plant) -> None:
    for _ in range(3):
        record_episode(plant.agent)
        sealers = [lambda: seal(plant.workspace)] * 3
        assert not errors(at_once(*sealers))
    seal(plant.workspace)
    found = verify(plant.workspace)
    assert (found.bad, found.unsealed) == (None, 0)
    numbers = list(LogSeal.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
