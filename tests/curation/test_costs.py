"""A page costs the same number of statements for N rows and for twice as many."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory.models import Agent, Claim
from tests.make import distil_episode, make_conclusion, make_observation, make_source

PATHS = ["", "review/", "review/{claim}/", "claims/", "claims/{claim}/",
         "claims/{claim}/provenance/", "episodes/",
         "episodes/{episode}/", "sources/", "sources/{source}/", "uncited/",
         "rejected/", "activity/"]  # fmt: skip


def fill(agent: Agent, start: int) -> None:
    """Three more episodes of one document: a claim each, one in common, one refused."""
    for number in range(start, start + 3):
        distil_episode(
            agent,
            observations=(
                make_observation(),
                make_observation("o2", f"Seen in round {number}, and never cited."),
            ),
            sources=(make_source(),),
            conclusions=(
                make_conclusion(),
                make_conclusion(f"P-{number}", f"V-{number}"),
                make_conclusion("P-0", "V-0", supports=[]),
            ),
        )


def cost(desk: Client, path: str) -> int:
    """How many statements a page needs."""
    cache.clear()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert desk.get(path).status_code == 200
    return len(queries)


@pytest.mark.parametrize("path", PATHS)
def test_twice_the_rows_cost_no_more_statements(
    desk: Client, agent: Agent, path: str
) -> None:
    fill(agent, 1)
    claim = Claim.objects.earliest("pk")
    derivation = claim.derivations.earliest("pk")
    support = derivation.supports.select_related("observation__source__node").get()
    assert support.observation is not None
    found = path.format(
        claim=claim.uid,
        episode=derivation.episode.uid,
        source=support.observation.source.node.uid,
    )
    before = cost(desk, f"/w/plant/{found}")
    fill(agent, 4)
    assert cost(desk, f"/w/plant/{found}") <= before
