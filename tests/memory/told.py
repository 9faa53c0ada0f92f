"""Passes a world's gate, so that receipts and echoes hold rows of every kind."""

from memory.jobs.gate import pass_gate
from memory.models import (
    Actor,
    Derivation,
    Echo,
    EchoKind,
    Episode,
    Observation,
    ReceiptLine,
)
from memory.queries.clock import database_now
from tests.memory.contest import World


def tell(world: World) -> None:
    """An agent and a member ask; two observations repeat what they were told."""
    workspace = world.workspace
    episode = Episode.objects.filter(workspace=workspace, agent=world.agent)[0]
    for by in (Actor(agent=world.agent), Actor(member=world.member)):
        pass_gate(
            workspace=workspace,
            by=by,
            message="Which pump feeds V-12, and which V-13?",
            episode=episode.uid,
        )
    seen = Observation.objects.filter(workspace=workspace).order_by("pk")
    line = ReceiptLine.objects.filter(workspace=workspace)[0]
    kept = Derivation.objects.filter(workspace=workspace).order_by("pk").last()
    now = database_now()
    for observation, kind, derivation in (
        (seen[0], EchoKind.MARK, None),
        (seen[1], EchoKind.SUSPECT, kept),
    ):
        Echo.objects.create(
            workspace=workspace,
            observation=observation,
            line=line,
            derivation=derivation,
            kind=kind,
            likeness=1.0,
            at=now,
        )
