"""Which addresses webhooks may name, how bodies are signed, and when to try again."""

import datetime
import hashlib
import hmac
import ipaddress
from collections.abc import Collection

import httpx2

from memory.rules.refused import Refused

MAX_ATTEMPTS = 8
MAX_URL = 500
# In seconds.
FIRST_WAIT, LONGEST_WAIT = 10, 6 * 3600
LOOPBACK_NAME = "localhost"


def checked_url(text: str, allowed: Collection[str]) -> str:
    """The address as it is called; `allowed` are hosts, each with a port or with any.

    Read by the library that calls it, so that both see one host. Raises Refused.
    """
    url = _read(text)
    if url is None:
        raise _refused(
            "bad_url", "An address has a host, no user name and no #fragment."
        )
    if not _names(url) & {name.lower() for name in allowed}:
        raise _refused(
            "host_not_allowed",
            f"Webhooks may not go to {url.host}.",
            "Whoever runs the site lists hosts in WARRANT_WEBHOOK_HOSTS.",
        )
    if url.scheme != "https" and not (url.scheme == "http" and _loopback(url.host)):
        raise _refused("https_needed", "The address has to start with https://.")
    return str(url)


def signature(secret: str, body: bytes, at: int) -> str:
    """What X-Warrant-Signature says of a body sent at a Unix time."""
    signed = f"{at}.".encode() + body
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


def wait_after(attempt: int, jitter: float) -> datetime.timedelta:
    """How long to wait after a failed try, from 1: four times longer each time.

    `jitter` lies in [0, 1]; the wait in a half to one and a half of its length.
    """
    seconds = min(FIRST_WAIT * 4 ** (attempt - 1), LONGEST_WAIT)
    return datetime.timedelta(seconds=seconds * (0.5 + jitter))


def _read(text: str) -> httpx2.URL | None:
    """The address, unless it is none or a name of its host cannot be read."""
    try:
        url = httpx2.URL(text)
        plain = url.host and not url.userinfo and not url.fragment
    except (httpx2.InvalidURL, ValueError):
        return None
    fits = len(str(url)) <= MAX_URL and 0 < _port(url) < 2**16
    return url if plain and fits else None


def _port(url: httpx2.URL) -> int:
    standard = 80 if url.scheme == "http" else 443
    return standard if url.port is None else url.port


def _names(url: httpx2.URL) -> set[str]:
    """How a list may name the host: with any port, or with this one."""
    host = f"[{url.host}]" if ":" in url.host else url.host
    return {host, f"{host}:{_port(url)}"}


def _loopback(host: str) -> bool:
    try:
        return host == LOOPBACK_NAME or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _refused(code: str, message: str, hint: str = "") -> Refused:
    return Refused(code, message, field="url", hint=hint)
