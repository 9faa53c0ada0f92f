"""The README's examples, run as they are printed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as django_settings
from pytest_django import Settings

from memory.models import Receipt
from tests.fake_openai import says, serving
from tests.memory.api.calls import accept, agent_caller, claim_of, member_of

pytestmark = pytest.mark.django_db(transaction=True)
EXAMPLES = re.findall(
    r"^```python\n(.*?)^```",
    (Path(django_settings.BASE_DIR) / "README.md").read_text(),
    re.DOTALL | re.MULTILINE,
)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_it_passes_the_gate(example: str, live_url: str, settings: Settings) -> None:
    agent = agent_caller()
    accept(member_of(agent), claim_of(agent))
    with serving() as upstream:
        upstream.then(says("P-101A does."))
        settings.WARRANT_PROXY_UPSTREAM = upstream.url
        told = subprocess.run(
            [sys.executable, "-c", example],
            env=os.environ | {"WARRANT_URL": live_url, "WARRANT_KEY": agent.secret},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
    assert str(Receipt.objects.get().uid) in told
    assert "P-101A" in told


def test_there_is_one_for_each_door() -> None:
    assert len(EXAMPLES) == 2
