"""Embedding models: the one on this machine, the last resort, a server's replies."""

import math
from pathlib import Path

import pytest
from pytest_django import Settings

from memory.embedding import embedder as chosen
from memory.embedding import minilm
from memory.embedding.embedder import embedder
from memory.embedding.endpoint import Endpoint
from memory.embedding.hashed import Hashed
from memory.embedding.minilm import TOKENS, ModelMissing, load_minilm, pinned
from memory.llm import ModelFailed
from tests.fake_openai import Act, FakeModel, body, hang, page, vectors

ONE, TWO = [1.0, 0.0, 0.5], [0.0, 2.0, 0.25]
REMOTE = Endpoint("fake-e", 3)


def cosine(one: list[float], other: list[float]) -> float:
    dot = sum(a * b for a, b in zip(one, other, strict=True))
    return dot / math.hypot(*one) / math.hypot(*other)


def test_minilm_tells_meanings_apart() -> None:
    asked, alike, other = load_minilm().embed(
        [
            "Which machine moves the liquid?",
            "The pump drives the fluid.",
            "It is late.",
        ],
        seconds=9,
    )
    assert len(asked) == 384
    assert math.hypot(*asked) == pytest.approx(1, abs=1e-6)
    assert cosine(asked, alike) > 0.4 > cosine(asked, other)


def test_a_text_has_one_vector_whatever_stands_beside_it() -> None:
    texts = ["P-101A feeds V-12.", "word " * 900, ""]
    alone, *_ = load_minilm().embed(texts[:1], seconds=9)
    beside, long, empty = load_minilm().embed(texts, seconds=9)
    assert alone == beside
    assert all(map(math.isfinite, [*long, *empty]))


def test_a_file_that_is_not_the_pinned_one_is_refused() -> None:
    package, file, _ = TOKENS
    with pytest.raises(ModelMissing, match="not the one that was pinned"):
        pinned(package, file, "0" * 64)
    with pytest.raises(ModelMissing, match="brings no"):
        pinned(package, "nothing.json", "0" * 64)
    with pytest.raises(ModelMissing, match="is not installed"):
        pinned("no_such_package", file, "0" * 64)


def test_without_the_model_the_last_resort_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(minilm, "MODEL", (*minilm.MODEL[:2], "0" * 64))
    chosen._on_this_machine.cache_clear()
    try:
        found = embedder()
        assert isinstance(found, Hashed)
        assert "not the one that was pinned" in found.degraded
    finally:
        chosen._on_this_machine.cache_clear()
    monkeypatch.undo()
    assert (embedder().model, embedder().degraded) == ("all-MiniLM-L6-v2-int8", "")
    chosen._on_this_machine.cache_clear()


def test_hashed_words_know_spelling_only() -> None:
    asked, same, other = Hashed("because").embed(
        ["the spare pump", "Spare PUMP, the", "a vessel"], seconds=9
    )
    assert cosine(asked, same) == pytest.approx(1)
    assert cosine(asked, other) < 0.3
    assert Hashed("").embed(["", "%"], seconds=9)[0][0] == 1.0


def test_the_environment_names_the_model(model: FakeModel, settings: Settings) -> None:
    assert embedder().model == "all-MiniLM-L6-v2-int8"
    settings.WARRANT_EMBEDDING_MODEL = "text-embedding-3-large"
    assert embedder() == Endpoint("text-embedding-3-large", 3072)


def test_texts_are_sent_whole_and_vectors_come_in_their_order(model: FakeModel) -> None:
    rows = [
        {"index": index, "embedding": values} for index, values in ((1, TWO), (0, ONE))
    ]
    model.then(body({"error": "busy"}, status=500), body({"data": rows}))
    assert REMOTE.embed(["first", "x" * 9000], seconds=9) == [ONE, TWO]
    sent = model.requests[-1]
    assert sent["path"] == "/v1/embeddings"
    assert (sent["model"], sent["encoding_format"]) == ("fake-e", "float")
    assert sent["input"] == ["first", "x" * 8000]


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (vectors(ONE), "1 embeddings for 2 texts"),
        (vectors(ONE, TWO, ONE), "3 embeddings for 2 texts"),
        (vectors(ONE, TWO, index=0), "2 embeddings for 2 texts"),
        (vectors(ONE, [1.0, 2.0]), "2 dimensions where 3 are set"),
        (vectors(ONE, [1.0, math.nan, 0.0]), "finite"),
        (vectors(ONE, [1.0, math.inf, 0.0]), "finite"),
        (vectors(ONE, [0.0, 0.0, 0.0]), "finite"),
        (vectors(ONE, None), "no embeddings"),
        (vectors(ONE, TWO, embedding="AACAPw=="), "no embeddings"),
        (body({"data": None}), "no embeddings"),
        (page, "no embeddings: <html>"),
        (hang, "no whole reply within"),
        (body({"error": {"message": "no such model"}}, status=404), "answered 404"),
    ],
)
def test_a_bad_reply_is_refused(model: FakeModel, act: Act, said: str) -> None:
    model.then(act)
    with pytest.raises(ModelFailed, match=said) as caught:
        REMOTE.embed(["one", "two"], seconds=1)
    assert not caught.value.refused


def test_texts_that_the_server_refuses_are_told_from_its_faults(
    model: FakeModel,
) -> None:
    model.then(body({"error": {"message": "too long"}}, status=400))
    with pytest.raises(ModelFailed, match="too long") as caught:
        REMOTE.embed(["one"], seconds=9)
    assert caught.value.refused


def test_no_weights_are_kept_beside_the_code() -> None:
    here = Path(minilm.__file__).parent
    assert {path.suffix for path in here.iterdir() if path.is_file()} == {".py"}
