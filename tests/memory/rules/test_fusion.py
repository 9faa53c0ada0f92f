"""Reciprocal rank fusion, worked out by hand."""

import pytest

from memory.rules.fusion import fuse
from memory.rules.vectors import NoVectors, fitted, read_vectors, width


def test_what_two_lenses_find_comes_before_what_one_finds() -> None:
    found = fuse({"one": ["a", "b"], "other": ["c", "b"]})
    assert [each.key for each in found] == ["b", "a", "c"]
    assert found[0].lenses == ("one", "other")
    # Twice second, out of twice first: (2 / 62) / (2 / 61).
    assert found[0].score == pytest.approx(61 / 62, abs=1e-6)
    assert found[1].score == found[2].score == pytest.approx(0.5)


def test_names_come_first_in_their_order() -> None:
    found = fuse({"exact": ["z", "y"], "text": ["a", "y"], "v": ["a"]}, first="exact")
    assert [(each.key, each.score) for each in found][:2] == [("z", 1.0), ("y", 1.0)]
    assert found[1].lenses == ("exact", "text")


def test_a_lens_may_weigh_less() -> None:
    found = fuse({"far": ["a"], "near": ["x", "b"]}, weights={"far": 0.5})
    assert [each.key for each in found] == ["x", "b", "a"]
    assert fuse({"near": ["b", "b"]})[0].score == 1.0
    assert fuse({}) == []


def test_vectors_are_fitted_to_the_width_of_a_table() -> None:
    assert [width(1), width(384), width(385), width(3072)] == [384, 384, 3072, 3072]
    with pytest.raises(ValueError, match="empty"):
        width(3073)
    found = fitted([3.0, 4.0])
    assert (found[:3], len(found)) == ([0.6, 0.8, 0.0], 384)


def test_vectors_are_read_in_the_order_of_the_texts() -> None:
    body = b'{"data":[{"index":1,"embedding":[2]},{"index":0,"embedding":[1e0]}]}'
    assert read_vectors(body, count=2, dimensions=1) == [[1.0], [2.0]]
    with pytest.raises(NoVectors, match="no embeddings"):
        read_vectors(b'{"data":[{"index":-1,"embedding":[1]}]}', count=1, dimensions=1)
