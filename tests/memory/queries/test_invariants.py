"""The invariants hold of what the actions write, and each sees its violation."""

import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from memory.queries.invariant_statements import STATEMENTS
from memory.queries.invariants import CHECKS, broken
from tests.memory.breaks import BREAKS
from tests.memory.evidence import Plant, give, make_plant, resolve, take, undo_it

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def plant(django_db_setup: None, django_db_blocker: Any) -> Iterator[Plant]:
    """A plant whose every part has been through something, and another workspace."""
    with django_db_blocker.unblock():
        made = make_plant()
        first = take(made, "o1")
        take(made, "o2", "concern")
        undo_it(made, resolve(made, "c", "uphold").decision)
        resolve(made, "a", "retire", reason="wrong")
        give(made, first)
        make_plant()
        yield made
        call_command("flush", interactive=False, verbosity=0)
        connection.close()


def rules_broken() -> set[str]:
    return {name for name, ids in broken() if ids}


@pytest.fixture
def unguarded() -> Iterator[None]:
    """Triggers and foreign keys are off, as for somebody who repairs by hand."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = origin")


def test_all_hold_of_what_the_actions_write(plant: Plant) -> None:
    out = StringIO()
    call_command("check_invariants", stdout=out)
    assert len(re.findall("^holds", out.getvalue(), re.MULTILINE)) == len(BREAKS)


@pytest.mark.parametrize("name", [*STATEMENTS, *CHECKS])
def test_each_sees_its_violation(plant: Plant, unguarded: None, name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(BREAKS[name])
    assert name in rules_broken()


def test_the_command_fails_and_names_what_is_broken(
    plant: Plant, unguarded: None
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_work")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of the store's"):
        call_command("check_invariants", stdout=out)
    assert re.search(r"BROKEN  no episode is forgotten: \d+", out.getvalue())
