"""A large workspace has an index of its own; a small one is scanned and never short."""

import pytest
from django.db import connection

from memory.jobs import index_vectors
from memory.jobs.index_vectors import index_all, index_workspace
from memory.models import Workspace
from memory.retrieval.meaning import embed_query, nearest
from tests.make import distil_episode, make_agent, make_conclusion, make_workspace
from tests.memory.embedding.plant import Counting, embedded, install

pytestmark = pytest.mark.django_db(transaction=True)
LARGE = 60


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Counting:
    monkeypatch.setattr(index_vectors, "INDEXED_FROM", LARGE)
    return install(monkeypatch, Counting())


def planted(pumps: int) -> Workspace:
    agent = make_agent(make_workspace())
    fed = tuple(make_conclusion(f"P-{n}", f"V-{n}") for n in range(pumps))
    distil_episode(agent, conclusions=fed)
    embedded(agent.workspace)
    return agent.workspace


def indexes() -> dict[str, bool]:
    with connection.cursor() as cursor:
        cursor.execute(index_vectors.INDEXES, [r"^memory_vector\d+_hnsw_"])
        return dict(cursor.fetchall())


def forget_indexes() -> None:
    for name in indexes():
        with connection.cursor() as cursor:
            cursor.execute(f"DROP INDEX {name}")


def test_only_a_large_workspace_has_an_index_and_keeps_it(model: Counting) -> None:
    forget_indexes()
    large, small = planted(30), planted(3)
    index_all()
    name = index_workspace(large)
    assert (indexes(), index_workspace(small)) == ({name: True}, "")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = %s::regclass",
            [name],
        )
    assert indexes() == {name: False}
    index_all()
    assert indexes() == {name: True}
    forget_indexes()


def test_an_index_goes_with_its_model(
    model: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_indexes()
    large = planted(30)
    first = index_workspace(large)
    install(monkeypatch, Counting("it's 100 %", 3072))
    embedded(large)
    second = index_workspace(large)
    assert first.startswith("memory_vector384_hnsw_")
    assert second.startswith("memory_vector3072_hnsw_")
    assert indexes() == {second: True}
    forget_indexes()


def test_no_query_is_short_beside_a_large_workspace(model: Counting) -> None:
    forget_indexes()
    large, small = planted(40), planted(4)
    index_workspace(large)
    vector = embed_query("P-3 feeds V-3")
    assert vector is not None
    for place, count in ((large, 40), (small, 4)):
        claims = nearest(place, vector, ["claim"], count)
        assert len(claims) == count
        assert nearest(place, vector, ["claim"], 1) == claims[:1]
    forget_indexes()


def test_the_index_is_what_answers(model: Counting) -> None:
    forget_indexes()
    large = planted(30)
    name = index_workspace(large)
    literal = "[" + ",".join(["0.5"] * 384) + "]"
    with connection.cursor() as cursor:
        cursor.execute("SET enable_sort = off")
        cursor.execute(
            "EXPLAIN SELECT id FROM memory_vector384 WHERE workspace_id = %s"
            " AND model = %s ORDER BY value <=> %s::halfvec LIMIT 10",
            [large.pk, model.model, literal],
        )
        plan = "".join(line for (line,) in cursor.fetchall())
        cursor.execute("RESET enable_sort")
        settings = ("hnsw.ef_search", "hnsw.iterative_scan")
        cursor.execute("SELECT current_setting(%s), current_setting(%s)", settings)
        assert cursor.fetchone() == ("200", "relaxed_order")
    assert name in plan
    forget_indexes()
