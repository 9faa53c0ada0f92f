"""A source that holds credentials is marked wherever a page shows it."""

import pytest
from django.test import Client

from memory.models import Agent, Claim, Episode, Source, Workspace
from tests.make import distil_episode, make_source, record_episode

# Put together here, so that this file holds nothing that looks like a password.
URI = "https://reader:" + "hunter2-A7b@plant.example/7"


@pytest.fixture
def leaky(agent: Agent) -> Episode:
    """An episode whose source has a password in its address, after a harmless one."""
    record_episode(agent, task="harmless")
    marked = make_source("doc", uri=URI, title="Leaky sheet")
    return distil_episode(agent, task="leaky", sources=(marked,))


def page(desk: Client, path: str) -> str:
    """A page of the workspace."""
    return desk.get(f"/w/plant/{path}").content.decode()


def test_its_own_page_says_who_reads_it(desk: Client, leaky: Episode) -> None:
    own = f"sources/{Source.objects.get(uri=URI).node.uid}/"
    assert "looks as if it held a password: no model is shown" in page(desk, own)
    assert URI in page(desk, own)
    Workspace.objects.update(shows_credentials=True)
    assert "this workspace lets models read it" in page(desk, own)


def test_lists_mark_and_find_it(desk: Client, leaky: Episode) -> None:
    assert page(desk, "sources/").count(">Credential<") == 1
    found = page(desk, "sources/?holds=credentials")
    assert "Leaky sheet" in found
    assert "Diagram doc" not in found
    found = page(desk, "episodes/?holds=credentials")
    assert "leaky" in found
    assert "harmless" not in found


def test_what_was_drawn_from_it_is_marked(desk: Client, leaky: Episode) -> None:
    assert "Credential in source" in page(desk, f"episodes/{leaky.uid}/")
    claim = Claim.objects.get()
    (leaf,) = page(desk, f"claims/{claim.uid}/").split("Leaky sheet</b>")[1:]
    assert leaf.partition("</figcaption>")[0].count(">Credential<") == 1
