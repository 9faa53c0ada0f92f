"""A workspace with people who keep tensions."""

import pytest

from tests.tension.plant import Plant, make_plant


@pytest.fixture
def plant(transactional_db: None) -> Plant:
    """Nothing has happened there yet."""
    return make_plant()
