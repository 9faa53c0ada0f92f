"""Credentials are told from ordinary words."""

import json
import time
from pathlib import Path

import pytest

from memory.rules.credentials import credentials_in, credentials_within

ROOT = Path(__file__).parents[3]
# Put together here, so that this file holds nothing that looks like a key.
A40 = "a1B2c3D4e5F6g7H8i9J0" * 2
HELD = [
    ("AKIA" + "IOSFODNN7EXAMPLE", "api_key"),
    ("use ghp_" + A40 + " for it", "api_key"),
    ("github_pat_" + A40, "api_key"),
    ("glpat-" + A40[:20], "api_key"),
    ("xoxb-" + "123456789012-abcdef", "api_key"),
    ("AIza" + A40[:35], "api_key"),
    ("OPENAI_API_KEY=sk-proj-" + A40, "api_key"),
    ("sk_live_" + A40[:24], "api_key"),
    ("wk_" + A40, "api_key"),
    ("-----BEGIN RSA PRIVATE " + "KEY-----\nMIIE", "private_key"),
    ("-----BEGIN OPENSSH PRIVATE " + "KEY-----", "private_key"),
    ("eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0In0.abc_-1", "token"),
    ("Authorization: Bearer " + A40, "token"),
    ("postgres://app:" + "s3cr3tpw@db.example/plant", "password"),
    ("redis://:" + "hunter22@cache:6379/0", "password"),
    ("password=" + "hunter2", "password"),
    ('"password": "' + 'Tr0ub4dor&3"', "password"),
    ("The password is " + "c0rrect!horse.", "password"),
    ("client_secret: " + A40, "token"),
    ("token = '" + A40 + "'", "token"),
    ("api key: " + A40, "token"),
    ("https://plant.example/7.pdf?sv=2024-11-04&sig=" + A40 + "%3D", "token"),
    ("https://plant.example/7.pdf?X-Amz-Signature=" + A40, "token"),
]
NOT_HELD = [
    "Line 12 runs from P-101A to V-12.",
    "The key finding is that pressure rose by 4.5 bar.",
    "Password: required. Token: none.",
    "The password is stored in the vault.",
    "password=<your password>",
    "password: ${DB_PASSWORD}",
    "api_key = os.environ['OPENAI_API_KEY']",
    "token: xxxxxxxxxxxxxxxxxxxxxxxx",
    "secret: see section 4.2-B of the operating manual",
    "postgresql://user:password@host:5432/name",
    "https://example.org/a:b/c@d",
    "https://example.org/sheet?sig=main-drawing-of-the-unit&signature=A.+Diaz",
    "sha256=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "The bearer of this letter is the chief engineer of unit 12.",
    "Basic sedimentation and token bucket rate limits.",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 4c9184f37cff01bcdc32dc486ec36961",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "sk-learn and risk-based-inspection-of-heat-exchangers",
    "doi:10.1016/j.neuroimage.2008.10.036",
    "-----BEGIN PUBLIC KEY-----",
    "passport: P-101A",
]


@pytest.mark.parametrize(("text", "kind"), HELD)
def test_a_credential_is_found(text: str, kind: str) -> None:
    assert kind in credentials_in(f"They said: {text} and went on.")


@pytest.mark.parametrize("text", NOT_HELD)
def test_ordinary_words_hold_none(text: str) -> None:
    assert credentials_in(text) == ()


def test_the_passages_of_the_benchmark_hold_none() -> None:
    data = ROOT / "benchmarks" / "data"
    passages = (data / "distil_passages.jsonl").read_text().splitlines()
    assert len(passages) >= 60
    assert [each for each in passages if credentials_in(each)] == []
    pairs = (data / "paraphrases.tsv").read_text().splitlines()
    assert [each for each in pairs if credentials_in(each)] == []


def test_every_string_of_a_json_value_is_looked_at() -> None:
    deep = {"text": ["fine", {"note": HELD[0][0]}], "n": 4, "password=hunter2": None}
    assert credentials_within(json.loads(json.dumps(deep))) == ("api_key",)
    assert credentials_within(None) == ()


HOSTILE = ["a", "password=", "://a:", "bearer ", "eyJ", "AKIA", "-----BEGIN ", "sk-",
           "a://", 'password: "', "secret is ", "A ", "token a1", "?a-sig"]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_hostile_text_takes_no_longer_than_another(piece: str) -> None:
    text = piece * (100_000 // len(piece))
    began = time.process_time()
    credentials_in(text + " private key token pass :// sk- wk_ eyj sig=")
    assert time.process_time() - began < 1
