"""An OpenAI-compatible server on loopback that replays whatever a test scripts."""

import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

type Json = dict[str, Any]
type Act = Callable[["Handler"], None]


def claim(
    subject: str | Json = "P-101A",
    predicate: str = "feeds",
    target: str | Json = "V-12",
    quote: str = "P-101A feeds V-12.",
    **changes: Any,
) -> Json:
    """A claim as an obedient model would write it, resting on o1."""
    value = {"number": None, "unit": None, "date": None, "text": None, "flag": None}
    return {
        "subject": {"kind": "pump", "id": subject}
        if isinstance(subject, str)
        else subject,
        "predicate": predicate,
        "object": {"kind": "vessel", "id": target} if isinstance(target, str) else None,
        "value": None if isinstance(target, str) else value | target,
        "type": "relation",
        "confidence": 0.9,
        "supports": [{"observation": "o1", "quote": quote}],
    } | changes


def question(**changes: Any) -> Json:
    """A question left open by o1."""
    return {
        "kind": "question",
        "text": "Why does it feed V-12?",
        "observation": "o1",
        "quote": "P-101A feeds V-12.",
        "about": [{"kind": "pump", "id": "P-101A"}],
    } | changes


def answer(*claims: Any, questions: Any = (), **extra: Any) -> str:
    """The text of a whole reply."""
    whole = {"reasoning": "It is written.", "claims": list(claims)}
    return json.dumps(whole | {"open_questions": list(questions)} | extra)


def says(text: str, *, finish: str = "stop", **said: Any) -> Act:
    """A completion with this text."""
    usage = said.pop("usage", {"prompt_tokens": 1000, "completion_tokens": 200})
    message = {"role": "assistant", "content": text} | said
    return body(
        {
            "id": "c",
            "object": "chat.completion",
            "model": "fake-1",
            "choices": [{"index": 0, "finish_reason": finish, "message": message}],
            "usage": usage,
        }
    )


def vectors(*rows: list[float] | None, **row: Any) -> Act:
    """An embeddings reply; one vector a row, in order."""
    data = [
        {"object": "embedding", "index": index, "embedding": values} | row
        for index, values in enumerate(rows)
    ]
    return body({"object": "list", "model": "fake-e", "data": data})


def body(content: object, *, status: int = 200, **headers: str) -> Act:
    """Any JSON, with any status; underscores in header names stand for hyphens."""

    def act(handler: "Handler") -> None:
        handler.send(status, json.dumps(content).encode(), headers)

    return act


def page(handler: "Handler") -> None:
    """A web page where a completion should be, with status 200."""
    handler.send(200, b"<html>Please log in</html>", {"Content_Type": "text/html"})


def reset(handler: "Handler") -> None:
    """The connection is cut without a word."""
    handler.connection.shutdown(socket.SHUT_RDWR)


def hang(handler: "Handler") -> None:
    """Nothing comes until the client goes away or the server closes."""
    handler.fake.closing.wait(30)


def drip(handler: "Handler") -> None:
    """A byte at a time, without an end."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000000")
    handler.end_headers()
    handler.trickle(b" ")


def drip_headers(handler: "Handler") -> None:
    """The same before any body: header after header."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
    handler.trickle(b"a: b\r\n")


def flood(handler: "Handler") -> None:
    """200 MB, as fast as they are taken."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(200 * 2**20))
    handler.end_headers()
    for _ in range(200):
        handler.wfile.write(b" " * 2**20)
        handler.fake.sent += 2**20


def bomb(handler: "Handler") -> None:
    """A small body that unpacks to 64 MB."""
    packed = gzip.compress(b" " * 2**26)
    handler.send(200, packed, {"Content_Encoding": "gzip"})


@dataclass
class FakeModel:
    """What the server does: each request takes the next act, the last one for ever."""

    url: str = ""
    acts: list[Act] = field(default_factory=list)
    choose: Callable[[Json], Act] | None = None
    requests: list[Json] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    sent: int = 0
    closing: threading.Event = field(default_factory=threading.Event)

    def then(self, *acts: Act) -> None:
        """Script what follows."""
        self.acts = list(acts)

    def next_act(self, request: Json) -> Act:
        """The act for one request."""
        self.requests.append(request)
        if self.choose is not None:
            return self.choose(request)
        return self.acts.pop(0) if len(self.acts) > 1 else self.acts[0]


def shown(request: Json) -> Json:
    """The question inside a request: predicates, entities and observations."""
    question: Json = json.loads(request["messages"][1]["content"])
    return question


class Handler(BaseHTTPRequestHandler):
    """Answers one request with the next act."""

    protocol_version = "HTTP/1.1"
    fake: FakeModel

    def do_POST(self) -> None:
        """Read the request and act; a client that has gone away is no fault."""
        length = int(self.headers["Content-Length"])
        content = self.rfile.read(length)
        self.fake.bodies.append(content)
        request = json.loads(content) | {
            "path": self.path,
            "headers": {name.lower(): told for name, told in self.headers.items()},
        }
        self.close_connection = True
        try:
            self.fake.next_act(request)(self)
        except OSError:
            return

    def send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
        """One whole response."""
        self.send_response(status)
        for name, value in ({"Content_Type": "application/json"} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        # Else a client that asks again at once writes to what is being closed.
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def trickle(self, piece: bytes) -> None:
        """The same piece over and over, slowly."""
        while not self.fake.closing.is_set():
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(0.05)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing."""


@contextmanager
def serving() -> Iterator[FakeModel]:
    """A server on a free port of the loopback, gone afterwards."""
    fake = FakeModel(acts=[says(answer(claim()))])
    handler = type("Scripted", (Handler,), {"fake": fake})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        fake.url = f"http://127.0.0.1:{server.server_port}/v1"
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield fake
        finally:
            fake.closing.set()
            server.shutdown()
            thread.join()
