"""What speaks to a model: whole replies only, in time and of bounded size."""

import datetime
import hashlib
import json
import time
from email.utils import format_datetime

import pytest
from django.db import transaction
from pydantic import BaseModel
from pytest_django import Settings

from memory.llm import Message, ModelFailed, Reply, ask, is_configured
from tests import fake_openai as fakes
from tests.fake_openai import FakeModel, says
from tests.memory.conftest import KEY


class Shape(BaseModel):
    """Any shape will do here."""

    words: str


def asked(seconds: float = 5) -> Reply:
    return ask([Message("user", "hello")], answer=Shape, seconds=seconds)


def test_a_reply_comes_with_its_count_and_digest(model: FakeModel) -> None:
    model.then(says("hi"))
    reply = asked()
    assert (reply.text, reply.model) == ("hi", "fake-1")
    assert (reply.tokens_in, reply.tokens_out) == (1000, 200)
    assert len(bytes.fromhex(reply.digest)) == hashlib.sha256().digest_size
    [request] = model.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["model"] == "fake"
    assert request["headers"]["authorization"] == f"Bearer {KEY}"
    assert request["response_format"]["json_schema"]["strict"] is True
    assert request["response_format"]["json_schema"]["schema"]["required"] == ["words"]


def test_the_digest_is_of_the_body_as_received(model: FakeModel) -> None:
    completion = {"choices": [{"message": {"content": "hi"}}], "odd": "kept"}
    model.then(fakes.body(completion))
    digest = hashlib.sha256(json.dumps(completion).encode()).hexdigest()
    reply = asked()
    assert reply == Reply("hi", "fake", digest, None, None)


@pytest.mark.parametrize(
    "passing",
    [
        fakes.body({}, status=500),
        fakes.body({}, status=503),
        fakes.body({}, status=429),
        fakes.body({}, status=429, Retry_After="0"),
        fakes.reset,
    ],
)
def test_what_passes_is_tried_again(model: FakeModel, passing: fakes.Act) -> None:
    model.then(passing, passing, says("hi"))
    assert asked().text == "hi"
    assert len(model.requests) == 3


@pytest.mark.parametrize(
    ("act", "tries", "words"),
    [
        (fakes.body({"error": {"message": "no"}}, status=500), 3, "500"),
        (fakes.body({}, status=401), 1, "401"),
        (fakes.body({}, status=400), 1, "400"),
        (fakes.body({}, status=302, Location="/v1/elsewhere"), 1, "302"),
        (fakes.reset, 3, "cannot be reached"),
        (fakes.page, 1, "no chat completion: <html>"),
        (fakes.body("hi"), 1, "no chat completion"),
        (fakes.body({"choices": []}), 1, "no chat completion"),
        (fakes.body({"choices": None}), 1, "no chat completion"),
        (says("{", finish="length"), 1, "cut off"),
        (says("", finish="content_filter"), 1, "refused: filtered"),
        (says("", refusal="I would rather not"), 1, "refused: I would rather not"),
        (says("hi", usage={"prompt_tokens": -1, "completion_tokens": 1}), 1, "no chat"),
        (fakes.bomb, 1, "compressed"),
    ],
)
def test_what_is_no_answer_is_an_error(
    model: FakeModel, act: fakes.Act, tries: int, words: str
) -> None:
    model.then(act)
    with pytest.raises(ModelFailed, match=words):
        asked()
    assert len(model.requests) == tries


@pytest.mark.parametrize("act", [fakes.hang, fakes.drip, fakes.drip_headers])
def test_what_does_not_end_is_cut(model: FakeModel, act: fakes.Act) -> None:
    model.then(act)
    started = time.monotonic()
    with pytest.raises(ModelFailed, match="no whole reply within 1 s"):
        asked(seconds=0.6)
    assert time.monotonic() - started < 2


def test_a_flood_is_cut_early(model: FakeModel) -> None:
    model.then(fakes.flood)
    with pytest.raises(ModelFailed, match="more than 8388608 bytes"):
        asked()
    assert model.sent < 64 * 2**20
    assert len(model.requests) == 1


def test_a_long_wait_is_left_to_the_queue(model: FakeModel) -> None:
    model.then(fakes.body({}, status=429, Retry_After="120"))
    with pytest.raises(ModelFailed) as failure:
        asked()
    assert failure.value.retry_after == 120
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("header", "low", "high"),
    [("999999999999999", 3600, 3600), ("soon", 0, 60), ("-5", 0, 60), ("", 0, 60)],
)
def test_a_strange_wait_is_bounded(
    model: FakeModel, header: str, low: float, high: float
) -> None:
    model.then(fakes.body({}, status=429, Retry_After=header))
    with pytest.raises(ModelFailed) as failure:
        asked()
    assert low <= failure.value.retry_after <= high


def test_a_wait_may_be_a_date(model: FakeModel) -> None:
    at = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=100)
    date = format_datetime(at, usegmt=True)
    model.then(fakes.body({}, status=503, Retry_After=date))
    with pytest.raises(ModelFailed) as failure:
        asked()
    assert 90 < failure.value.retry_after <= 100


def test_an_error_is_fit_to_show(model: FakeModel) -> None:
    words = f"bad key {KEY}\x00\x1b " + "x" * 1000
    model.then(fakes.body({"error": {"message": words}}, status=401))
    with pytest.raises(ModelFailed) as failure:
        asked()
    said = str(failure.value)
    assert KEY not in said
    assert said.isprintable()
    assert len(said) <= 300


@pytest.mark.django_db
def test_no_question_inside_a_transaction(model: FakeModel) -> None:
    with transaction.atomic(), pytest.raises(RuntimeError):
        asked()
    assert not model.requests


@pytest.mark.parametrize(
    ("address", "name", "on"),
    [("", "m", False), ("http://h", "", False), ("http://h", "m", True)],
)
def test_off_until_address_and_name_are_given(
    settings: Settings, address: str, name: str, on: bool
) -> None:
    settings.OPENAI_BASE_URL, settings.WARRANT_MODEL = address, name
    assert is_configured() is on
