"""What the start of everything says and refuses."""

import json
import socket
from pathlib import Path

import pytest

from config.run import demo_lines, refuse_taken, shown


def test_a_taken_port_is_refused_with_a_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SystemExit, match=rf"port {port} .*PORT=8001 make run"):
            refuse_taken("127.0.0.1", port)
    refuse_taken("127.0.0.1", port)


def test_the_demo_s_logins_and_keys_are_told(tmp_path: Path) -> None:
    demo = {
        "url": "http://localhost:1",
        "agent_key": "k",
        "lead": {"username": "ada", "password": "p"},
    }
    (tmp_path / "demo.json").write_text(json.dumps(demo))
    told = list(demo_lines(tmp_path / "demo.json"))
    assert told == ["agent key: k", "log in as lead: ada / p"]
    assert list(demo_lines(tmp_path / "none.json")) == []


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1"])
def test_an_address_is_shown_as_a_browser_here_calls_it(host: str) -> None:
    assert shown(host) == "localhost"
    assert shown("10.0.0.7") == "10.0.0.7"
