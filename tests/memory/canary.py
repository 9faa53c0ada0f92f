"""A word said in every place that words can be, and where it is still found."""

from django.db import connection

from memory.actions.retract import Target, retract
from memory.actions.review import Verdict, review
from memory.models import (
    Actor,
    Claim,
    Episode,
    IdempotentReply,
    Observation,
    Operation,
    OperationLine,
)
from memory.queries.clock import database_now
from memory.rules.entry import ResidueEntry
from tests.make import (
    NOON,
    ask_gate,
    distil_episode,
    make_conclusion,
    make_key,
    make_observation,
)
from tests.memory.evidence import Plant

CANARY = "Quetzalcoatl"

EVERYWHERE = {
    "memory_decisionnote",
    "memory_derivationtext",
    "memory_episodetext",
    "memory_idempotentreply",
    "memory_node",
    "memory_observationtext",
    "memory_receipttext",
    "memory_rejectedcandidate",
    "memory_residue",
    "memory_retractionwords",
}


def dump() -> dict[str, str]:
    """Every row of every table as text, by table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        )
        tables = [name for (name,) in cursor.fetchall()]
        found = {}
        for name in tables:
            cursor.execute(f'SELECT string_agg(t::text, chr(10)) FROM "{name}" t')
            (found[name],) = cursor.fetchone()
    return found


def traces() -> set[str]:
    """The tables in which the word, or what full-text search makes of it, is left."""
    word = CANARY.lower()
    return {name for name, rows in dump().items() if rows and word in rows.lower()}


def poisoned(plant: Plant) -> Episode:
    """An episode that says the word in each of its parts."""
    text = f"{CANARY} runs P-101A at 5 bar."
    seen = {"kind": "person", "id": CANARY}
    episode = distil_episode(
        plant.agent,
        task=f"Who is {CANARY}?",
        observations=(make_observation("x1", text), make_observation("x2")),
        conclusions=(
            make_conclusion("P-9", "V-9", supports=["x1"], text=f"{CANARY} says so"),
            {
                **make_conclusion("P-9", supports=["x1"]),
                "subject": seen,
                "object": {"kind": "separator", "id": "V-7"},
            },
            make_conclusion(supports=["x1"], predicate=f"is_{CANARY}"),
        ),
        residue=(ResidueEntry("question", f"Is {CANARY} right?", (seen,)),),
    )
    judged(plant)
    ask_gate(plant.agent, f"What did {CANARY} do?")
    return episode


def judged(plant: Plant) -> None:
    """People say it in notes and reasons; a reply to an agent holds it."""
    row = Claim.objects.get(subject__external_id="P-9")
    review(
        workspace=plant.workspace,
        claim=row.uid,
        verdict=Verdict("accept", row.state.version, note=f"{CANARY} agreed."),
        by=plant.by,
        now=database_now(),
    )
    retract(
        workspace=plant.workspace,
        target=Target(observation=Observation.objects.get(ref="x1").uid),
        kind="concern",
        reason=f"{CANARY} doubts it.",
        by=Actor(agent=plant.agent),
        now=database_now(),
    )
    key, _ = make_key(plant.agent)
    IdempotentReply.objects.create(
        key=key, token="t", request_hash=b"x", body=CANARY, created_at=NOON
    )


def line_that_waits(plant: Plant) -> OperationLine:
    """An episode that was sent in bulk and is not recorded yet."""
    key, _ = make_key(plant.agent)
    operation = Operation.objects.create(
        workspace=plant.workspace, kind="import_episodes", key=key, created_at=NOON
    )
    return OperationLine.objects.create(
        workspace=plant.workspace,
        operation=operation,
        position=0,
        sent={"task": f"Ask {CANARY}."},
    )
