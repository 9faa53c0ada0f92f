"""Addresses of webhooks, waits, and the signature of a known body."""

import pytest

from memory.rules.refused import Refused
from memory.rules.webhook import checked_url, signature, wait_after

HOSTS = ["hooks.example", "127.0.0.1", "localhost:8080", "[::1]", "Wide.example:8443"]


@pytest.mark.parametrize(
    "url",
    [
        "https://hooks.example/a?b=c",
        "https://HOOKS.example:9000/",
        "http://127.0.0.1:5000/x",
        "http://localhost:8080/",
        "https://wide.example:8443/",
        "http://[::1]:9/",
    ],
)
def test_a_listed_host_may_be_called(url: str) -> None:
    assert checked_url(url, HOSTS).startswith(url.lower().split("/", 3)[0])


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://other.example/", "host_not_allowed"),
        ("https://hooks.example.evil.example/", "host_not_allowed"),
        ("https://wide.example/", "host_not_allowed"),
        ("http://localhost:81/", "host_not_allowed"),
        ("http://hooks.example/", "https_needed"),
        ("ftp://hooks.example/", "https_needed"),
        ("https://hooks.example@other.example/", "bad_url"),
        ("https://user:pw@hooks.example/", "bad_url"),
        ("https://hooks.example/#here", "bad_url"),
        ("hooks.example", "bad_url"),
        ("https://", "bad_url"),
        ("https://a~xn--=h-n&", "bad_url"),
        ("https://\ud800.example/", "bad_url"),
        ("https://[", "host_not_allowed"),
        ("https://hooks.example:99999/", "bad_url"),
        ("https://hooks.example:0/", "bad_url"),
        ("https://hooks.example\\@evil.example/", "bad_url"),
        ("https://hooks.example/\x00", "bad_url"),
        ("https://hooks.example/" + "x" * 500, "bad_url"),
    ],
)
def test_other_addresses_are_refused_at_their_field(url: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        checked_url(url, HOSTS)
    assert (refused.value.code, refused.value.field) == (code, "url")


def test_nothing_may_be_called_unless_listed() -> None:
    with pytest.raises(Refused):
        checked_url("https://hooks.example/", [])


def test_the_wait_grows_fourfold_up_to_six_hours() -> None:
    waits = [wait_after(attempt, 0.5).total_seconds() for attempt in range(1, 9)]
    assert waits == [10, 40, 160, 640, 2560, 10240, 21600, 21600]
    assert wait_after(1, 0).total_seconds() == 5
    assert wait_after(1, 1).total_seconds() == 15


def test_a_signature_worked_out_elsewhere() -> None:
    # printf '1.{}' | openssl dgst -sha256 -hmac whsec_x
    assert signature("whsec_x", b"{}", 1) == "t=1,v1=" + EXPECTED


EXPECTED = "36ee2f7498f0c1777d1312b2a7361947fe5ad31223be30d0c62421f4ca753401"
