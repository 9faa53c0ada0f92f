"""How much of what a question asks for is among the first ten, lens by lens.

The claims and questions derive from endoflife.date (MIT) and from the Review of
Particle Physics, edition 2026 (CC BY 4.0).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import batched
from pathlib import Path
from typing import Any

from benchmarks.figure import Figure, Options
from memory.actions.put_predicate import PredicateEntry, put_predicate
from memory.jobs.embed import embed_due
from memory.models import Claim, Node, Workspace
from memory.queries.embeddable import Key
from memory.retrieval.dual import dual, embed_query
from memory.retrieval.hop import hop, led_to
from memory.retrieval.lenses import Asked, raw, reworded, subgraph, vocabulary
from memory.retrieval.lexical import lexical
from memory.retrieval.meaning import nearest
from memory.retrieval.mentions import mentioned
from memory.rules.fusion import fuse
from memory.rules.reframe import reframe
from tests.make import distil_episode, make_agent, make_observation, make_workspace

DATA = Path(__file__).parent / "data"
TOP = 10
VALUES = {
    "ends_life": "date",
    "ends_active_support": "date",
    "ends_extended_support": "date",
    "measured": "node",
    "is_valued": "text",
}
type Lens = Callable[[Workspace, str, str], list[Key]]


@dataclass(frozen=True)
class Question:
    """What is asked, and the rows that answer it, by kind and id."""

    kind: str
    query: str
    wanted: frozenset[Key]


def figures(_: Options) -> Iterator[Figure]:
    """Recall at ten of each lens alone and of their union, over all questions."""
    workspace = corpus()
    asked = questions(workspace)
    found = {name: recalls(workspace, lens, asked) for name, lens in LENSES.items()}
    for name, by_kind in found.items():
        kinds = ", ".join(f"{kind} {share:.2f}" for kind, share in by_kind.items())
        yield Figure(f"recall@10 {name} ({kinds})", by_kind["all"], 0, "", True)
    yield Figure(
        f"union over best lens, {len(asked)} questions", _gain(found), 0.05, "", True
    )
    of_claims = [x for x in asked if all(kind == "claim" for kind, _ in x.wanted)]
    passed = {name: recalls(workspace, lens, of_claims) for name, lens in GATE.items()}
    for name, by_kind in passed.items():
        yield Figure(f"gate's recall@10 {name}", by_kind["all"], 0, "", True)
    name = f"gate's lenses together over the best, {len(of_claims)} questions"
    yield Figure(name, _gain(passed), 0, "", True)


def _gain(found: Mapping[str, Mapping[str, float]]) -> float:
    """How much more the union finds than the best lens alone."""
    best = max(shares["all"] for name, shares in found.items() if name != "union")
    return found["union"]["all"] - best


def read(name: str) -> list[dict[str, Any]]:
    """The rows of a data file."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def corpus(subjects: frozenset[str] | None = None) -> Workspace:
    """A workspace of its own that holds the claims, each with its vector."""
    workspace = make_workspace()
    for name, value in VALUES.items():
        label = name.replace("_", " ")
        entry = PredicateEntry(name, label, value_kind=value)
        put_predicate(workspace=workspace, entry=entry)
    agent = make_agent(workspace)
    rows = read("retrieval_claims.jsonl")
    kept = [x for x in rows if subjects is None or x["subject"][1] in subjects]
    for some in batched(kept, 40):
        distil_episode(
            agent,
            observations=tuple(
                make_observation(f"o{n}", each["text"]) for n, each in enumerate(some)
            ),
            conclusions=tuple(_conclusion(n, each) for n, each in enumerate(some)),
        )
    while embed_due():
        pass
    return workspace


def _conclusion(number: int, row: dict[str, Any]) -> dict[str, Any]:
    target = row.get("object")
    kind, name = row["subject"]
    value = {"date": row.get("date"), "text": row.get("string")}
    stated = {part: said for part, said in value.items() if said is not None}
    return {
        "subject": {"kind": kind, "id": name},
        "predicate": row["predicate"],
        "object": {"kind": target[0], "id": target[1]} if target else None,
        "value": stated or None,
        "confidence": 0.8,
        "supports": [f"o{number}"],
        "text": row["text"],
    }


def questions(workspace: Workspace) -> list[Question]:
    """The questions whose answers the workspace holds."""
    worded = Claim.objects.filter(workspace=workspace).values_list(
        "derivations__words__text", "pk"
    )
    nodes = Node.objects.filter(workspace=workspace).values_list("external_id", "pk")
    claims, named = dict(worded), dict(nodes)
    return [
        Question(
            row["kind"],
            row["query"],
            frozenset(
                [("claim", claims[text]) for text in row.get("claims", ())]
                + [("node", named[name]) for name in row.get("nodes", ())]
            ),
        )
        for row in read("retrieval_questions.jsonl")
        if row["about"] in named
    ]


def recalls(
    workspace: Workspace, lens: Lens, asked: list[Question]
) -> dict[str, float]:
    """Mean share of the wanted rows among the first ten, over all and by kind.

    Each lens is asked for rows of the wanted kind only: claims, or nodes.
    """
    shares: dict[str, list[float]] = {"all": []}
    for each in asked:
        ((kind, _), *_) = each.wanted
        first = set(lens(workspace, each.query, kind)[:TOP])
        share = len(first & each.wanted) / min(TOP, len(each.wanted))
        shares["all"].append(share)
        shares.setdefault(each.kind, []).append(share)
    return {kind: sum(some) / len(some) for kind, some in shares.items()}


def _lexical(workspace: Workspace, query: str, kind: str) -> list[Key]:
    return [(hit.kind, hit.pk) for hit in lexical(workspace, query, [kind])]


def _vector(workspace: Workspace, query: str, kind: str) -> list[Key]:
    vector = embed_query(query)
    assert vector is not None
    return [key for key, _ in nearest(workspace, vector, [kind], TOP)]


def _edge(workspace: Workspace, query: str, kind: str) -> list[Key]:
    """The claims at what the query names, and the nodes they lead to."""
    nodes = [each.node for each in mentioned(workspace, query)]
    keys = led_to(hop(workspace, named=nodes).links, nodes)
    return [key for key in keys if key[0] == kind]


def _union(workspace: Workspace, query: str, kind: str) -> list[Key]:
    hits = dual(workspace, query, embed_query(query), [kind])
    return [(hit.kind, hit.pk) for hit in hits]


def _brought(workspace: Workspace, message: str) -> dict[str, tuple[int, ...]]:
    """What each lens of the gate brings, without a model."""
    asked, words = Asked(workspace, message), vocabulary(workspace)
    query = reframe(message, words)
    return {
        "raw": raw(asked).claims,
        "reframe": reworded(asked, query, form="rule", lesser="").claims,
        "subgraph": subgraph(asked, ()).claims,
    }


def _gate(lens: str) -> Lens:
    return lambda workspace, message, kind: [
        (kind, pk) for pk in _brought(workspace, message)[lens]
    ]


def _together(workspace: Workspace, message: str, kind: str) -> list[Key]:
    return [(kind, each.key) for each in fuse(_brought(workspace, message))]


LENSES: dict[str, Lens] = {
    "lexical": _lexical,
    "vector": _vector,
    "edge": _edge,
    "union": _union,
}

GATE: dict[str, Lens] = {
    **{lens: _gate(lens) for lens in ("raw", "reframe", "subgraph")},
    "union": _together,
}
