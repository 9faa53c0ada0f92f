"""A workspace with a row in every table, all written through the actions."""

import datetime
from decimal import Decimal
from typing import Any

from memory.actions.declare_distinct import declare_distinct
from memory.actions.embed import Made, begin_run, store_vectors
from memory.actions.hold_review import hold
from memory.actions.import_episodes import Line, import_episodes
from memory.actions.merge_nodes import merge_nodes
from memory.actions.put_node import put_node
from memory.actions.review import Reviewed, Verdict, review
from memory.actions.undo import undo
from memory.models import (
    Actor,
    Claim,
    DistillationRun,
    Episode,
    IdempotentReply,
    ReviewItem,
)
from memory.queries.clock import database_now
from memory.queries.embeddable import texts, waiting
from memory.rules.candidate import NodeName
from memory.rules.digest import text_digest
from memory.rules.edit import Edit
from memory.rules.entry import ResidueEntry
from memory.rules.refused import Refused
from tests.make import (
    NOON,
    distil_episode,
    known,
    make_agent,
    make_conclusion,
    make_key,
    make_member,
    make_observation,
    make_workspace,
)
from tests.memory.contest import World, contest
from tests.memory.found import check
from tests.memory.hooks import add_hook, dead_delivery
from tests.memory.keep import keep
from tests.memory.told import tell

__all__ = ["DAY", "World", "decide", "make_world"]

DAY = datetime.timedelta(days=1)


def make_world() -> World:
    """Two claims accepted and edited, one of them twice, one held, one refused."""
    workspace = make_workspace()
    world = World(workspace, make_agent(workspace), make_member(workspace))
    keep(world)
    key, _ = make_key(world.agent)
    make_key(world.member)
    IdempotentReply.objects.create(
        key=key, token="t", request_hash=b"x" * 32, created_at=NOON
    )
    import_episodes(
        workspace=workspace,
        lines=[Line(0, Refused("bad_json", "The body is not JSON."))],
        key=key,
        now=database_now(),
    )
    distil_episode(
        world.agent,
        observations=(make_observation(text="P-101A feeds V-12 at 12.5 bar."),),
        conclusions=_conclusions(),
        residue=(ResidueEntry("question", "Why?", ({"kind": "pump", "id": "P-9"},)),),
    )
    DistillationRun.objects.create(
        workspace=workspace,
        episode=Episode.objects.filter(workspace=workspace)[0],
        model="fake",
        reply_hashes=["a" * 64],
        cost=Decimal("0.01"),
        stored=True,
        at=NOON,
    )
    _judge(world)
    check(world)
    contest(world)
    _name(world)
    tell(world)
    _embed(world)
    dead_delivery(add_hook(world.workspace, Actor(member=world.member)))
    return world


def _embed(world: World) -> None:
    """A text of each kind has a vector of either width; the others wait."""
    for dimensions in (3072, 384):
        run = begin_run(
            workspace=world.workspace,
            model=f"fake-{dimensions}",
            dimensions=dimensions,
            now=database_now(),
        )
        queue = waiting(world.workspace, 1000)
        read = texts(world.workspace, queue.values())
        first = {key[0]: key for key in reversed(read)}.values()
        store_vectors(
            run=run,
            taken={pk: key for pk, key in queue.items() if key in first},
            made=[Made(x, text_digest(read[x]), [1.0] * dimensions) for x in first],
            refused={},
        )


def _name(world: World) -> None:
    """Two spellings of one pump are merged, a third is told apart."""
    now, by = database_now(), Actor(member=world.member)
    one, other, third = (
        put_node(
            workspace=world.workspace,
            name=NodeName("pump", spelled),
            title=None,
            description=None,
            now=now,
        ).node.uid
        for spelled in ("P-50", "P50", "P 50")
    )
    merge_nodes(workspace=world.workspace, node=one, into=other, by=by, now=now)
    declare_distinct(workspace=world.workspace, node=one, other=third, by=by, now=now)


def _conclusions() -> tuple[dict[str, Any], ...]:
    pressure: dict[str, Any] = {
        "object": None,
        "value": {"number": "12.5", "unit": "bar"},
    }
    return (
        make_conclusion(ref="a", valid_from="2026-01-01T00:00:00+00:00"),
        make_conclusion(
            subject="P-102",
            predicate="has_pressure",
            supports=["o1", {"conclusion": "a"}],
            **pressure,
        ),
        make_conclusion(subject="P-103", predicate="is_unheard_of"),
    )


def _judge(world: World) -> None:
    node = Claim.objects.get(workspace=world.workspace, value_kind="node")
    number = Claim.objects.get(workspace=world.workspace, value_number=Decimal("12.5"))
    decide(world, node, "accept")
    decide(world, node, "edit", Edit(text="It feeds V-12.", valid_to=NOON + DAY))
    undone = decide(world, node, "edit", Edit(target=NodeName("separator", "V-14")))
    undo(
        workspace=world.workspace,
        decision=known(undone.decision).uid,
        by=Actor(member=world.member),
        now=database_now(),
    )
    decide(world, node, "edit", Edit(target=NodeName("separator", "V-13")))
    hold(
        workspace=world.workspace, claim=number.uid, by=world.member, now=database_now()
    )
    assert ReviewItem.objects.filter(held_by=world.member).exists()


def decide(
    world: World, claim: Claim, kind: str, edit: Edit | None = None, **more: str
) -> Reviewed:
    """A curator's verdict on what they see now."""
    claim.state.refresh_from_db()
    return review(
        workspace=world.workspace,
        claim=claim.uid,
        verdict=Verdict(kind, claim.state.version, edit=edit, **more),
        by=Actor(member=world.member),
        now=database_now(),
    )
