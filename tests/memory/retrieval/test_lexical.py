"""Search by identifier, name and words: what comes, in what order, and why."""

import pytest
from django.db import connection, transaction

from memory.actions.merge_nodes import merge_nodes
from memory.models import Actor, Agent, Node, Workspace
from memory.queries.clock import database_now
from memory.retrieval import mentions
from memory.retrieval.dual import dual
from memory.retrieval.found import marked, resolve
from memory.retrieval.lexical import NODE_WORDS, SOURCE_WORDS, lexical
from tests.make import (
    distil_episode,
    make_agent,
    make_conclusion,
    make_member,
    make_source,
    make_workspace,
)

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = "The spare pump keeps the separator filled overnight"


@pytest.fixture
def agent() -> Agent:
    agent = make_agent(make_workspace())
    sources = (make_source(title="Pumping diary of the night shift"),)
    stated = (make_conclusion(), make_conclusion("P-9", "V-9", text=WORDS))
    distil_episode(agent, sources=sources, conclusions=stated)
    return agent


def found(workspace: Workspace, query: str) -> list[tuple[str, str, tuple[str, ...]]]:
    hits = lexical(workspace, query)
    return [(x.hit.kind, x.text, x.hit.why) for x in resolve(workspace, hits)]


@pytest.mark.parametrize("query", ["P-101A", "p–101a", " P-101A "])
def test_an_identifier_comes_first_then_the_claims_at_it(
    agent: Agent, query: str
) -> None:
    hits = resolve(agent.workspace, dual(agent.workspace, query, None))
    first, second, *_ = [(x.hit.kind, x.text, x.hit.why) for x in hits]
    assert (first[:2], first[2][0]) == (("node", "P-101A"), "exact")
    assert (second[:2], second[2][-1]) == (("claim", "P-101A feeds V-12"), "edge")


def test_another_spelling_finds_it_and_says_that_it_is_none(agent: Agent) -> None:
    assert found(agent.workspace, "P101A")[0] == ("node", "P-101A", ("text",))


def test_words_are_stemmed_and_found_in_claims_and_titles(agent: Agent) -> None:
    assert found(agent.workspace, "pumps") == [
        ("claim", WORDS, ("text",)),
        ("source", "Pumping diary of the night shift", ("text",)),
    ]
    assert found(agent.workspace, '"spare pump" -diary') == [
        ("claim", WORDS, ("text",))
    ]


def test_a_source_is_found_by_title_and_address(agent: Agent) -> None:
    for query in ("pumping diary of the night shift", "doc://plant/doc.pdf"):
        kind, _, why = found(agent.workspace, query)[0]
        assert (kind, why[0]) == ("source", "exact")


def test_a_merged_name_brings_what_it_counts_as(agent: Agent) -> None:
    nodes = {x: Node.objects.get(external_id=x) for x in ("P-9", "P-101A")}
    merge_nodes(
        workspace=agent.workspace,
        node=nodes["P-9"].uid,
        into=nodes["P-101A"].uid,
        by=Actor(member=make_member(agent.workspace)),
        now=database_now(),
    )
    hits = dual(agent.workspace, "P-9", None)
    texts = [each.text for each in resolve(agent.workspace, hits)]
    assert texts[:2] == ["P-9", "P-101A"]
    assert {"P-101A feeds V-12", WORDS} <= set(texts)


@pytest.mark.parametrize("query", ["", "   ", "%", "'", "\\", "a" * 400, "-", "\u202e"])
def test_odd_queries_find_nothing(agent: Agent, query: str) -> None:
    assert found(agent.workspace, query) == []


def test_another_workspace_finds_none_of_it(agent: Agent) -> None:
    stranger = make_workspace()
    queries = ["P-101A", "pump", *map(str, Node.objects.values_list("uid", flat=True))]
    assert [lexical(stranger, query) for query in queries] == [[]] * len(queries)


def test_matching_words_are_marked(agent: Agent) -> None:
    assert marked(["Two pumps & <b>one</b> tank", "none"], "pump one") == [
        [("Two ", False), ("pumps", True), (" & <b>", False), ("one", True),
         ("</b> tank", False)],
        [("none", False)],
    ]  # fmt: skip
    assert marked(["At P-101 and P-102"], "p-101") == [
        [("At ", False), ("P-101", True), (" and ", False), ("P", True),
         ("-102", False)],
    ]  # fmt: skip


def test_what_the_whole_query_names_is_not_crowded_out_by_its_parts(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older node is called by a word of the query, and one row is looked at."""
    monkeypatch.setattr(mentions, "MOST_NODES", 1)
    older, wanted = Node.objects.exclude(kind="source").order_by("pk")[:2]
    Node.objects.filter(pk=older.pk).update(name="Pump")
    Node.objects.filter(pk=wanted.pk).update(name="Main pump")
    assert [x.node for x in mentions.mentioned(agent.workspace, "Pump")] == [older.pk]
    (found,) = mentions.mentioned(agent.workspace, "main pump")
    assert (found.node, found.whole, found.spelled) == (wanted.pk, True, True)


@pytest.mark.parametrize(
    ("table", "words", "index"),
    [
        ("memory_node", NODE_WORDS, "node_words"),
        ("memory_source", SOURCE_WORDS, "source_words"),
    ],
)
def test_words_are_found_through_their_index(
    agent: Agent, table: str, words: str, index: str
) -> None:
    found = f"SELECT id FROM {table} WHERE {words} @@ websearch_to_tsquery('pump')"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {found}")
        assert index in str(cursor.fetchall())
