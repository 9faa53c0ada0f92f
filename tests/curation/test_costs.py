"""A page costs the same number of statements for N rows and for twice as many."""

import datetime

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from memory.actions.merge_nodes import merge_nodes
from memory.models import (
    Actor,
    Agent,
    CheckedText,
    Claim,
    DistillationRun,
    Membership,
    Node,
    Work,
    WorkState,
)
from memory.ports import tensions
from memory.queries.clock import database_now
from tension.actions.raise_tension import Stated, raise_tension
from tension.models import Tension
from tests.make import (
    ask_gate,
    distil_episode,
    make_agent,
    make_conclusion,
    make_key,
    make_observation,
    make_source,
    record_episode,
)
from tests.memory.found import FLAWED

PATHS = ["", "review/", "review/{claim}/", "claims/", "claims/{claim}/",
         "claims/{claim}/provenance/", "episodes/",
         "episodes/{episode}/", "sources/", "sources/{source}/", "uncited/",
         "rejected/", "retention/", "activity/", "entities/", "entities/{entity}/",
         "search/?q=P-101A+feeds", "failed/", "usage/", "settings/keys/",
         "episodes/{episode}/claim/{observation}/", "retrieval/",
         "checks/", "checks/{text}/", "tensions/", "collisions/",
         "tensions/?view=board", "tensions/{tension}/"]  # fmt: skip


def fill(agent: Agent, start: int) -> None:
    """Three more episodes of one document: a claim each, one in common, one refused."""
    for number in range(start, start + 3):
        distil_episode(
            agent,
            observations=(
                make_observation(),
                make_observation("o2", f"Seen in round {number}: 3 + {number} = 2."),
                make_observation("o3", f"{FLAWED} {'3 + 4 = 6. ' * number}"),
            ),
            sources=(make_source(),),
            conclusions=(
                make_conclusion(),
                make_conclusion(f"P-{number}", f"V-{number}"),
                make_conclusion("P-0", "V-0", supports=[]),
                make_conclusion("P-101A", f"V-1{number}"),
            ),
        )
        failed = record_episode(agent, task=f"never finished {number}")
        Work.objects.filter(episode=failed).update(state=WorkState.DEAD, attempts=5)
        DistillationRun.objects.create(
            workspace=agent.workspace,
            episode=failed,
            model=f"model-{number}",
            reply_hashes=[],
            at=database_now() - datetime.timedelta(days=number),
        )
        make_key(make_agent(agent.workspace))
        merge_pump(agent, f"P-{number}")
        ask_gate(agent)
        keep_open(agent, number)


def merge_pump(agent: Agent, spelled: str) -> None:
    """One pump more counts as P-101A."""
    one, other = (
        Node.objects.get(kind="pump", external_id=each) for each in (spelled, "P-101A")
    )
    merge_nodes(
        workspace=agent.workspace,
        node=one.uid,
        into=other.uid,
        by=Actor(member=Membership.objects.get()),
        now=database_now(),
    )


def keep_open(agent: Agent, number: int) -> Tension:
    """A tension about P-101A more, shown and met once more, each with a finding."""
    claim = Claim.objects.get(subject__external_id=f"P-{number}", object__isnull=False)
    node = Node.objects.get(kind="pump", external_id="P-101A")
    stated = Stated("question", f"Question {number}?", "", [node.uid], [claim.uid])
    row = raise_tension(
        workspace=agent.workspace,
        stated=stated,
        by=Actor(agent=agent),
        now=database_now(),
    )
    tensions().surface(
        workspace=agent.workspace,
        nodes=[node.pk, claim.subject_id],
        limit=9,
        context=f"receipt:{number}",
    )
    return row


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
        observation=support.observation.uid,
        entity=claim.subject.uid,
        text=CheckedText.objects.latest("pk").uid,
        tension=Tension.objects.earliest("pk").uid,
    )
    before = cost(desk, f"/w/plant/{found}")
    fill(agent, 4)
    assert cost(desk, f"/w/plant/{found}") <= before
