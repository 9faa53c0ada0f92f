"""Texts get their vectors: queued by whoever writes, embedded once, forgotten."""

import pytest
from django.db import connection

from memory.actions.embed import Made, store_vectors
from memory.actions.erase import erase
from memory.actions.put_node import put_node
from memory.jobs import embed
from memory.jobs.embed import embed_batch, embed_due
from memory.llm import ModelFailed
from memory.models import Actor, Agent, Claim, Node, Operation, Source, Unembedded
from memory.queries.clock import database_now
from memory.queries.embeddable import texts
from memory.queries.embedding import current_run, standing
from memory.queries.operations import operation_view
from memory.rules.candidate import NodeName
from memory.rules.digest import text_digest
from tests.make import distil_episode, make_agent, make_member, make_source
from tests.make import make_workspace as workspace_
from tests.memory.embedding.plant import Counting, embedded, install, queued, vectors

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Counting:
    return install(monkeypatch, Counting())


@pytest.fixture
def agent(model: Counting) -> Agent:
    agent = make_agent(workspace_())
    distil_episode(agent)
    return agent


def test_what_is_written_is_queued_by_its_table(agent: Agent) -> None:
    # By "node_unembedded", "source_unembedded" and "claim_unembedded".
    claim, source = Claim.objects.get(), Source.objects.get()
    nodes = Node.objects.exclude(kind="source").values_list("pk", flat=True)
    expected = {
        ("claim", claim.pk),
        ("source", source.pk),
        *(("node", x) for x in nodes),
    }
    assert {*queued(agent.workspace)} == expected
    assert sorted(texts(agent.workspace, expected).values()) == [
        "Diagram doc", "P-101A feeds V-12", "pump P-101A", "separator V-12"
    ]  # fmt: skip


def test_a_text_is_embedded_once(agent: Agent, model: Counting) -> None:
    rows = embedded(agent.workspace)
    assert (len(rows), len(model.asked), queued(agent.workspace)) == (4, 4, [])
    distil_episode(agent)
    assert queued(agent.workspace) == [("claim", Claim.objects.get().pk)]
    assert [row.pk for row in embedded(agent.workspace)] == [row.pk for row in rows]
    assert len(model.asked) == 4


def test_a_source_with_a_credential_goes_to_no_model(
    agent: Agent, model: Counting
) -> None:
    embedded(agent.workspace)
    uri = "https://reader:" + "hunter2-A7b@plant.example/8"
    leaky = (make_source("doc", uri=uri, title="Sheet 8"),)
    distil_episode(agent, sources=leaky)
    source = Source.objects.get(uri=uri)
    assert ("source", source.pk) in queued(agent.workspace)
    assert len(embedded(agent.workspace)) == 4
    assert queued(agent.workspace) == []
    assert "Sheet 8" not in model.asked
    agent.workspace.shows_credentials = True
    assert texts(agent.workspace, [("source", source.pk)]) == {
        ("source", source.pk): "Sheet 8"
    }


@pytest.mark.parametrize(
    ("table", "trigger", "change"),
    [
        ("memory_node", '"node_reworded"', "name = 'Feed pump'"),
        ("memory_source", '"source_reworded"', "title = 'Sheet 8'"),
        ("memory_derivationtext", '"claim_reworded"', "text = 'It feeds V-12'"),
    ],
)
def test_a_changed_text_is_embedded_anew(
    agent: Agent, model: Counting, table: str, trigger: str, change: str
) -> None:
    embedded(agent.workspace)
    where = " WHERE kind = 'pump'" if table == "memory_node" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {change}{where}")
        cursor.execute("UPDATE memory_node SET degree = degree + 1")
    assert len(queued(agent.workspace)) == 1, trigger
    assert len(embedded(agent.workspace)) == 4
    assert len(model.asked) == 5
    assert change.split("'")[1] in model.asked[-1]


def test_a_model_that_is_away_is_asked_later(agent: Agent, model: Counting) -> None:
    model.failure = ModelFailed("It cannot be reached.", 60)
    embed_due()
    run = current_run(agent.workspace)
    assert run is not None
    assert (run.error, len(queued(agent.workspace))) == ("It cannot be reached.", 4)
    assert run.due_at > database_now()
    model.failure = None
    embed_due()
    assert not vectors(agent.workspace)
    run.due_at = database_now()
    run.save()
    assert len(embedded(agent.workspace)) == 4
    run.refresh_from_db()
    assert run.error == ""


def test_a_text_that_is_refused_spares_the_others(
    agent: Agent, model: Counting
) -> None:
    model.poison = "V-12"
    assert len(embedded(agent.workspace)) == 2
    now = standing(agent.workspace)
    assert (now.waiting, now.refused, now.missing) == (0, 2, 2)
    assert {row.error for row in Unembedded.objects.all()} == {"It is poison."}


def test_erased_words_leave_no_vector(agent: Agent, model: Counting) -> None:
    before = len(embedded(agent.workspace))
    node = Node.objects.get(external_id="P-101A")
    done = erase(
        workspace=agent.workspace,
        node=node.uid,
        reason="Asked for.",
        by=Actor(member=make_member(agent.workspace)),
        now=database_now(),
    )
    gone = done.certificate.counts["vectors"]
    assert gone > 0
    assert len(vectors(agent.workspace)) == before - gone
    left = [row.source_id or row.node_id for row in embedded(agent.workspace)]
    assert len(left) == before - gone
    assert node.pk not in [row.node_id for row in vectors(agent.workspace)]


def test_a_vector_of_words_erased_meanwhile_is_not_stored(
    agent: Agent, model: Counting
) -> None:
    embedded(agent.workspace)
    node = Node.objects.get(external_id="P-101A")
    run = current_run(agent.workspace)
    assert run is not None
    key = ("node", node.pk)
    made = [Made(key, text_digest("pump P-101A"), [1.0] * 384)]
    assert store_vectors(run=run, taken={0: key}, made=made, refused={}) == 1
    Node.objects.filter(pk=node.pk).update(name="Other")
    assert store_vectors(run=run, taken={0: key}, made=made, refused={}) == 0
    assert ("node", node.pk) in queued(agent.workspace)


def test_another_model_takes_over_batch_by_batch(
    agent: Agent, model: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded(agent.workspace)
    monkeypatch.setattr(embed, "BATCH", 3)
    other = install(monkeypatch, Counting("other", 3072))
    run = embed._run(agent.workspace, other)
    view = operation_view(agent.workspace, run.operation.uid)
    assert (view.state, view.done, view.total) == ("queued", 0, 4)
    assert embed_batch(run, other)
    view = operation_view(agent.workspace, run.operation.uid)
    assert (view.state, view.done, view.total) == ("running", 3, 4)
    # As if the worker had been killed: the next one goes on, and asks nothing twice.
    assert len(embedded(agent.workspace)) == 4
    view = operation_view(agent.workspace, run.operation.uid)
    assert (view.state, view.done, len(other.asked)) == ("done", 4, 4)
    assert Operation.objects.filter(kind="embed").count() == 2
    assert not type(vectors(agent.workspace)[0]).objects.filter(model="counting")


def test_a_node_put_with_words_is_found_by_them(agent: Agent, model: Counting) -> None:
    put_node(
        workspace=agent.workspace,
        name=NodeName("pump", "P-7"),
        title="Booster",
        description="Lifts condensate.",
        now=database_now(),
    )
    embedded(agent.workspace)
    assert "pump Booster, P-7: Lifts condensate." in model.asked
