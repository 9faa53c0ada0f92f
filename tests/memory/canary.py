"""A word said in every place that words can be, and where it is still found."""

from typing import Any

from django.db import connection

from memory.actions.merge_nodes import merge_nodes
from memory.actions.put_node import put_node
from memory.actions.retract import Target, retract
from memory.actions.review import Verdict, review
from memory.models import (
    Actor,
    Claim,
    Episode,
    IdempotentReply,
    Node,
    Observation,
    Operation,
    OperationLine,
    Source,
    Work,
)
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName
from memory.rules.entry import ResidueEntry, SourceEntry
from tests.make import (
    NOON,
    ask_gate,
    distil_episode,
    make_conclusion,
    make_key,
    make_observation,
    make_source,
)
from tests.memory.evidence import Plant

CANARY = "Quetzalcoatl"


def dump() -> dict[str, str]:
    """Every row of every table as text, by table."""
    return {
        name: "\n".join(filter(None, columns.values()))
        for name, columns in _columns().items()
    }


def _columns() -> dict[str, dict[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public' ORDER BY 1, 2"
        )
        found: dict[str, dict[str, str]] = {}
        for table, column in cursor.fetchall():
            cursor.execute(
                f'SELECT string_agg("{column}"::text, chr(10)) FROM "{table}"'
            )
            ((found.setdefault(table, {})[column]),) = cursor.fetchone()
    return found


def traces(word: str = CANARY) -> set[str]:
    """The columns in which the word, or what full-text search makes of it, is left."""
    return {
        f"{table}.{column}"
        for table, columns in _columns().items()
        for column, told in columns.items()
        if told and word.lower() in told.lower()
    }


def hashes() -> set[str]:
    """The ids and digests that are hashes of what was said."""
    rows = [
        *Claim.objects.values_list("uid", flat=True),
        *Node.objects.values_list("uid", flat=True),
        *Source.objects.values_list("voice", flat=True),
    ]
    digests = Episode.objects.exclude(body_hash=None).values_list("body_hash")
    return {str(uid) for uid in rows} | {bytes(x or b"").hex() for (x,) in digests}


def poisoned(plant: Plant) -> Episode:
    """An episode that says the word in each of its parts."""
    text = f"{CANARY} runs P-101A at 5 bar."
    seen = {"kind": "person", "id": CANARY}
    episode = distil_episode(
        plant.agent,
        external_id=f"talk with {CANARY}",
        task=f"Who is {CANARY}?",
        sources=(make_source(), _source()),
        observations=(
            make_observation(REF, text, source=SOURCE, locator=f"{CANARY}, page 3"),
            make_observation("x2"),
        ),
        conclusions=(
            make_conclusion("P-9", "V-9", supports=[REF], text=f"{CANARY} says so"),
            make_conclusion(
                "P-9", "V-8", supports=[REF], qualifiers={"according to": CANARY}
            ),
            {
                **make_conclusion("P-9", supports=[REF], predicate="also_known_as"),
                "object": None,
                "value": {"text": f"{CANARY}'s own"},
            },
            {
                **make_conclusion("P-9", supports=[REF]),
                "subject": seen,
                "object": {"kind": "separator", "id": "V-7"},
            },
            make_conclusion(supports=[REF], predicate=f"is_{CANARY}", text=CANARY),
        ),
        residue=(ResidueEntry("question", f"Is {CANARY} right?", (seen,)),),
    )
    Node.objects.filter(external_id=CANARY).update(name=f"Mr {CANARY}")
    Work.objects.filter(episode=episode).update(error=f"No {CANARY}.")
    judged(plant)
    ask_gate(plant.agent, f"What did {CANARY} do?")
    return episode


REF = f"{CANARY} 1"
SOURCE = f"{CANARY} file"


def _source() -> SourceEntry:
    uri = f"doc://plant/{CANARY}.pdf"
    return make_source(SOURCE, uri=uri, title=f"{CANARY}'s file", version=f"{CANARY} 2")


def judged(plant: Plant) -> None:
    """People say it in notes and reasons; a reply to an agent holds it."""
    row = Claim.objects.filter(subject__external_id="P-9").earliest("pk")
    review(
        workspace=plant.workspace,
        claim=row.uid,
        verdict=Verdict("accept", row.state.version, note=f"{CANARY} agreed."),
        by=plant.by,
        now=database_now(),
    )
    retract(
        workspace=plant.workspace,
        target=Target(observation=Observation.objects.get(ref=REF).uid),
        kind="concern",
        reason=f"{CANARY} doubts it.",
        by=Actor(agent=plant.agent),
        now=database_now(),
    )
    key, _ = make_key(plant.agent)
    IdempotentReply.objects.create(
        key=key, token="t", request_hash=b"x", body=CANARY, created_at=NOON
    )


def named_elsewhere(plant: Plant) -> None:
    """What names the entity though no observation of it does."""
    Node.objects.filter(external_id="pump d").update(description=f"{CANARY} owns it")
    other = distil_episode(plant.agent, sources=(make_source("manual"),), **OF_MANUAL)
    source = Source.objects.get(observations__episode=other)
    Source.objects.filter(pk=source.pk).update(vetted_note=f"{CANARY} checked it")
    alias = put_node(
        workspace=plant.workspace,
        name=NodeName("person", f"Don {CANARY}"),
        title=ALIAS,
        description=None,
        now=NOON,
    ).node
    merge_nodes(
        workspace=plant.workspace,
        node=alias.uid,
        into=Node.objects.get(external_id=CANARY).uid,
        by=plant.by,
        now=database_now(),
    )


ALIAS = "Tlatoani"
OF_MANUAL: dict[str, Any] = {
    "observations": (make_observation("m1", f"{ALIAS} said it.", source="manual"),),
    "conclusions": (make_conclusion("P-7", "V-7", supports=["m1"]),),
}


def line_that_waits(plant: Plant) -> OperationLine:
    """An episode that was sent in bulk and is not recorded yet."""
    key, _ = make_key(plant.agent)
    operation = Operation.objects.create(
        workspace=plant.workspace, kind="import_episodes", key=key, created_at=NOON
    )
    OperationLine.objects.create(
        workspace=plant.workspace,
        operation=operation,
        position=1,
        state="failed",
        code="bad_json",
        message=f"{CANARY} is no object.",
    )
    return OperationLine.objects.create(
        workspace=plant.workspace,
        operation=operation,
        position=0,
        sent={"task": f"Ask {CANARY}."},
    )
