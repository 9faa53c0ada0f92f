"""Bodies that are not what they should be: refused by name, and nothing is stored."""

import gzip
import json

import pytest

from tests.memory.api.calls import (
    Caller,
    agent_caller,
    episode,
    observation,
    refused,
)

pytestmark = pytest.mark.django_db
DEEP = "[" * 31 + "]" * 31


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


BODIES: list[tuple[str, bytes, int, str]] = [
    ("empty", b"", 400, "bad_json"),
    ("cut off", b'{"external_id": "x', 400, "bad_json"),
    ("trailing", b"{} {}", 400, "bad_json"),
    ("single quotes", b"{'external_id': 'x'}", 400, "bad_json"),
    ("comment", b"{} // no", 400, "bad_json"),
    ("array", b"[]", 422, "object_expected"),
    ("string", b'"x"', 422, "object_expected"),
    ("null", b"null", 422, "object_expected"),
    ("duplicate key", b'{"task": "a", "task": "b"}', 400, "duplicate_key"),
    ("utf-16", '{"task": "a"}'.encode("utf-16"), 400, "encoding"),
    ("utf-16 without mark", '{"task": "a"}'.encode("utf-16-le"), 400, "encoding"),
    ("stray bytes", b'{"task": "\xff\xfe"}', 400, "encoding"),
    ("byte order mark", b"\xef\xbb\xbf{}", 400, "encoding"),
    ("depth 100,000", b"[" * 100_000, 400, "bad_json"),
    ("depth 33", f'{{"task": [{DEEP}]}}'.encode(), 422, "too_deep"),
    ("5,000 digits", b'{"task": ' + b"9" * 5000 + b"}", 400, "bad_json"),
    ("infinite", b'{"task": 1e400}', 422, "finite_number"),
    ("not a number", b'{"task": NaN}', 422, "finite_number"),
    (
        "many members",
        json.dumps(dict.fromkeys(map(str, range(150_000)))).encode(),
        422,
        "too_many",
    ),
]


@pytest.mark.parametrize(
    ("body", "status", "code"), [b[1:] for b in BODIES], ids=[b[0] for b in BODIES]
)
def test_a_body_is_strict_json(
    agent: Caller, body: bytes, status: int, code: str
) -> None:
    assert refused(agent.raw("/episodes", body))[:2] == (status, code)


@pytest.mark.parametrize(
    "media",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/xml",
        "application/json; charset=utf-16",
        "",
    ],
)
def test_only_json_is_read(agent: Caller, media: str) -> None:
    body = json.dumps(episode()).encode()
    response = agent.raw("/episodes", body, media)
    assert refused(response)[:2] == (415, "unsupported_media_type")


def test_compressed_bodies_are_not_unpacked(agent: Caller) -> None:
    bomb = gzip.compress(b" " * 10_000_000)
    headers = {"Content-Encoding": "gzip"}
    response = agent.post("/episodes", bomb, **headers)
    assert refused(response)[:2] == (415, "unsupported_media_type")


def test_a_large_body_is_refused_in_the_envelope(agent: Caller) -> None:
    body = json.dumps(episode(task="x" * 2_700_000)).encode()
    assert refused(agent.raw("/episodes", body))[:2] == (413, "too_large")


TEXTS = [
    "<script>alert(1)</script>",
    "{{7*7}}",
    "'; drop table memory_claim; --",
    "=cmd()",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_comes_back_as_it_was(agent: Caller, text: str) -> None:
    body = episode(observations=[observation(text=text)])
    posted = agent.post("/episodes", body)
    assert posted.status_code == 202
    told = agent.get(f"/episodes/{posted.json()['id']}").json()
    assert told["observations"][0]["text"] == text
