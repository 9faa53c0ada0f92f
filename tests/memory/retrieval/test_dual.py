"""Dual retrieval: names, words, meaning and one hop, fused, each hit with reasons."""

from copy import copy
from datetime import timedelta
from typing import Any

import pytest

from memory.actions.archive import archive
from memory.llm import ModelFailed
from memory.models import Agent, Claim, ClaimStatus, Node, Unembedded, Workspace
from memory.queries.clock import database_now
from memory.queries.embedding import standing
from memory.retrieval import meaning
from memory.retrieval.around import around
from memory.retrieval.dual import QueryVector, dual, embed_query
from memory.retrieval.found import resolve
from memory.retrieval.hop import hop
from memory.retrieval.meaning import shortcomings
from memory.retrieval.mentions import mentioned
from tests.make import (
    distil_episode,
    make_agent,
    make_conclusion,
    make_observation,
    make_workspace,
)
from tests.memory.embedding.plant import Counting, embedded, install

pytestmark = pytest.mark.django_db(transaction=True)
SIBLINGS = [f"P-101{letter}" for letter in "ABCDEFGH"]


@pytest.fixture
def agent() -> Agent:
    """Eight siblings feed a vessel each, whose pressure is said of the vessel only."""
    agent = make_agent(make_workspace())
    fed = [
        make_conclusion(tag, f"V-{n}", text=f"{tag} feeds separator V-{n}")
        for n, tag in enumerate(SIBLINGS)
    ]
    held = [f"Vessel {n} is held at {n + 3} bar" for n, _ in enumerate(SIBLINGS)]
    seen = make_observation("held", ". ".join(held))
    pressures = [_pressure(n, text) for n, text in enumerate(held)]
    observations = (make_observation(), seen)
    distil_episode(agent, observations=observations, conclusions=(*fed, *pressures))
    assert Claim.objects.count() == 16
    return agent


def _pressure(number: int, text: str) -> dict[str, Any]:
    return make_conclusion() | {
        "subject": {"kind": "separator", "id": f"V-{number}"},
        "predicate": "has_pressure",
        "object": None,
        "value": {"number": str(number + 3), "unit": "bar"},
        "supports": ["held"],
        "text": text,
    }


def found(
    workspace: Workspace, query: str, vector: QueryVector | None = None
) -> list[tuple[str, tuple[str, ...]]]:
    hits = dual(workspace, query, vector)
    return [(each.text, each.hit.why) for each in resolve(workspace, hits)]


def asked(workspace: Workspace, query: str) -> list[tuple[str, tuple[str, ...]]]:
    return found(workspace, query, embed_query(query))


@pytest.mark.parametrize("number", [0, 3, 7])
def test_siblings_rank_by_tag(agent: Agent, number: int) -> None:
    embedded(agent.workspace)
    tag = SIBLINGS[number]
    for query in (tag, f"Which vessel does {tag} feed?", f"what about {tag.lower()}"):
        first, second, *_ = asked(agent.workspace, query)
        assert (first[0], first[1][0]) == (tag, "exact")
        assert second[0] == f"{tag} feeds separator V-{number}"
        assert "edge" in second[1]


def test_meaning_finds_what_no_word_names(agent: Agent) -> None:
    query = "how many bars are the containers kept under"
    assert found(agent.workspace, query) == []
    embedded(agent.workspace)
    near = [text for text, why in asked(agent.workspace, query) if "vector" in why]
    assert "is held at" in near[0]


def test_a_claim_of_a_neighbour_is_one_edge_away(agent: Agent) -> None:
    """The pump alone is named; the pressure is said of the vessel that it feeds."""
    texts = dict(found(agent.workspace, "P-101C"))
    assert texts["Vessel 2 is held at 5 bar"] == ("edge",)
    assert "Vessel 3 is held at 6 bar" not in texts


def test_without_a_vector_names_words_and_edges_remain(agent: Agent) -> None:
    texts = dict(found(agent.workspace, "P-101B"))
    assert "exact" in texts["P-101B"]
    assert "edge" in texts["P-101B feeds separator V-1"]
    assert not any("vector" in why for why in texts.values())


def test_kinds_are_kept_apart_and_each_row_comes_once(agent: Agent) -> None:
    embedded(agent.workspace)
    vector = embed_query("P-101A")
    everything = dual(agent.workspace, "P-101A", vector)
    keys = [(hit.kind, hit.pk) for hit in everything]
    assert len({*keys}) == len(keys)
    claims = dual(agent.workspace, "P-101A", vector, ["claim"])
    assert claims == [hit for hit in everything if hit.kind == "claim"]
    assert all(0 < hit.score <= 1 for hit in everything)


def test_mentions_are_whole_names(agent: Agent) -> None:
    nodes = dict(Node.objects.values_list("external_id", "pk"))
    text = "Is P-101A, or “p–101b”, older than P101C? P-101 is not one."
    assert {x.node: x.spelled for x in mentioned(agent.workspace, text)} == {
        nodes["P-101A"]: True,
        nodes["P-101B"]: True,
        nodes["P-101C"]: False,
    }
    assert mentioned(make_workspace(), text) == []


@pytest.mark.parametrize(("missing", "said"), [(1000, "1,000"), (1001, "More than")])
def test_what_is_missing_is_counted_to_a_thousand(missing: int, said: str) -> None:
    here = make_workspace()
    row = Unembedded(workspace=here, kind="node", object=1)
    Unembedded.objects.bulk_create([copy(row) for _ in range(missing)])
    (told,) = shortcomings(embed_query("x"), standing(here))
    assert told.startswith(said)


def test_a_half_migrated_store_says_what_is_missing(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = agent.workspace
    (said,) = shortcomings(embed_query("x"), standing(here))
    assert "33 texts have no vector" in said
    embedded(here)
    assert shortcomings(embed_query("x"), standing(here)) == []
    other = install(monkeypatch, Counting("other", 3072))
    vector = embed_query("P-101D")
    assert "No text has a vector of other" in shortcomings(vector, standing(here))[0]
    assert found(here, "P-101D", vector)[0] == ("P-101D", ("exact", "text"))
    assert not any("vector" in why for _, why in found(here, "P-101D", vector))
    other.failure = ModelFailed("away")
    assert embed_query("P-101D") is None
    assert "gave no vector" in shortcomings(None, standing(here))[0]


def test_vectors_of_two_models_are_never_compared(
    agent: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedded(agent.workspace)
    vector = embed_query("drum pressure")
    assert vector is not None
    assert meaning.nearest(agent.workspace, vector, ["claim"], 5)
    stranger = QueryVector("another-384", vector.values)
    assert meaning.nearest(agent.workspace, stranger, ["claim"], 5) == []


@pytest.mark.parametrize("query", ["", "   ", "%", "'", "\\", "-", "\u202e", "a" * 400])
def test_odd_queries_are_answered(agent: Agent, query: str) -> None:
    embedded(agent.workspace)
    assert isinstance(asked(agent.workspace, query), list)


def test_of_a_hub_the_newest_claims_are_followed(agent: Agent) -> None:
    """Two hundred by a hop, sixty in the subgraph; what is archived takes no place."""
    ends = [
        make_conclusion("HUB", f"T-{n}", predicate="connected_to") for n in range(205)
    ]
    distil_episode(agent, conclusions=tuple(ends))
    hub = Node.objects.get(external_id="HUB")
    made = Claim.objects.filter(subject=hub).order_by("-pk")
    newest = list(made.values_list("pk", flat=True))
    now = database_now()
    ClaimStatus.objects.filter(claim__in=newest[:3]).update(
        status="retired", changed_at=now
    )
    assert archive(workspace=agent.workspace, now=now + timedelta(days=181)) == 3
    links = hop(agent.workspace, named=[hub.pk]).links
    assert [link.claim for link in links] == newest[3:203]
    assert around([hub.pk]) == newest[3:63]
