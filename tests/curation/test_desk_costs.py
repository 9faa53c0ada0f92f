"""Retraction, disputes and conflicts cost no more statements for twice the rows."""

import pytest
from django.test import Client

from memory.models import Agent, Claim, Conflict, Dispute, Membership, Retraction
from tests.curation import plant
from tests.curation.test_costs import cost
from tests.make import (
    distil_episode,
    make_conclusion,
    make_observation,
    make_source,
)

PATHS = ["", "disputes/", "disputes/{dispute}/", "disputes/{dispute}/retire/",
         "conflicts/", "sources/{kept}/retract/", "retractions/{retraction}/",
         "claims/{claim}/?as_of=2026-12-31"]  # fmt: skip


def fill(agent: Agent, desk: Client, start: int) -> None:
    """Three chains more on a source that stays and on one that goes, three pairs."""
    numbers = range(start, start + 3)
    distil_episode(
        agent,
        sources=(make_source("stays"), make_source(f"goes{start}")),
        observations=(
            make_observation(f"s{start}", source="stays"),
            make_observation(f"g{start}", source=f"goes{start}"),
        ),
        conclusions=tuple(x for n in numbers for x in _chain(n, start)),
    )
    plant.retract(desk, f"g{start}")


def _chain(n: int, start: int) -> list[dict[str, object]]:
    return [
        make_conclusion(f"A-{n}", f"V-{n}", ref=f"a{n}", supports=[f"g{start}"]),
        make_conclusion(f"B-{n}", f"W-{n}", supports=[{"conclusion": f"a{n}"}]),
        make_conclusion("A-0", "V-0", supports=[f"s{start}"]),
        make_conclusion(f"C-{n}", f"X-{n}", supports=[f"s{start}"]),
        make_conclusion(f"D-{n}", f"X-{n}", supports=[f"s{start}"]),
    ]


@pytest.mark.parametrize("path", PATHS)
def test_twice_the_rows_cost_no_more_statements(
    desk: Client, curator: Membership, agent: Agent, path: str
) -> None:
    fill(agent, desk, 1)
    dispute = Dispute.objects.earliest("pk")
    found = path.format(
        dispute=dispute.uid,
        retraction=Retraction.objects.earliest("pk").uid,
        conflict=Conflict.objects.earliest("pk").uid,
        claim=Claim.objects.get(subject__external_id="A-0").uid,
        kept=plant.source_of("s1"),
    )
    before = cost(desk, f"/w/plant/{found}")
    fill(agent, desk, 4)
    assert cost(desk, f"/w/plant/{found}") <= before
