"""Two workspaces with a row in every table, for the tests of the schema."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.memory.world import World, make_world


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
