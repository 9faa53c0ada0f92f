"""Retention as a curator sees it: who needs what, and what may go."""

import datetime

import pytest
from django.test import Client

from curation.contexts.retention import size
from memory.models import Agent, Claim, Observation, ObservationText, Workspace
from tests.curation.conftest import SignedIn
from tests.make import distil_episode, make_member, make_observation
from tests.memory.claims import unguarded

URL = "/w/plant/retention/"
DAY = datetime.timedelta(days=1)


@pytest.fixture
def old(agent: Agent) -> Claim:
    """One claim on one text, and a text that nothing cites, ten days old."""
    distil_episode(
        agent, observations=(make_observation(), make_observation("o2", "Not cited."))
    )
    with unguarded():
        for row in Observation.objects.all():
            recorded = row.recorded_at - 10 * DAY
            Observation.objects.filter(pk=row.pk).update(recorded_at=recorded)
    return Claim.objects.get()


def test_what_blocks_and_what_is_free(desk: Client, old: Claim) -> None:
    page = desk.get(URL).content.decode()
    assert "now 11 days" in page
    assert "1 text is needed by 1 claim (33 bytes), 0 held" in page
    assert "1 free to go (10 bytes)" in page
    assert f"/w/plant/claims/{old.uid}/" in page


def test_compaction_removes_only_what_is_free(desk: Client, old: Claim) -> None:
    before = (datetime.datetime.now(datetime.UTC) - 2 * DAY).date().isoformat()
    reply = desk.post(f"{URL}compact/", {"before": before}, follow=True)
    assert "1 text was compacted." in reply.content.decode()
    states = ObservationText.objects.values_list("observation__ref", "state")
    assert dict(states) == {"o1": "live", "o2": "compacted"}


@pytest.mark.parametrize("before", ["", "soon", "2999-01-01"])
def test_nothing_goes_without_a_sound_day(
    desk: Client, old: Claim, before: str
) -> None:
    reply = desk.post(f"{URL}compact/", {"before": before})
    assert reply.status_code == 303
    assert not ObservationText.objects.exclude(state="live").exists()
    assert desk.get(URL, {"before": before}).status_code == 200


def test_a_viewer_only_looks(
    workspace: Workspace, old: Claim, signed_in: SignedIn
) -> None:
    viewer = signed_in(make_member(workspace, role="viewer"))
    assert 'id="compact"' not in viewer.get(URL).content.decode()
    reply = viewer.post(f"{URL}compact/", {"before": "2026-01-01"})
    assert reply.status_code == 403


def test_an_empty_workspace(desk: Client, workspace: Workspace) -> None:
    assert "No claim needs text of that age" in desk.get(URL).content.decode()


def test_sizes() -> None:
    assert [size(x) for x in (0, 999, 1000, 1_540_000)] == [
        "0 bytes",
        "999 bytes",
        "1.0 kB",
        "1.5 MB",
    ]
