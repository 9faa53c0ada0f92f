"""What fails in one workspace does not stop the ones after it."""

import datetime
from typing import Any

import pytest

from memory.actions import promote as promoting
from memory.models import Claim
from memory.steps.locks import share_workspace
from memory.tasks import promote_due
from tests.make import distil_episode, make_agent, make_workspace

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_workspace_in_trouble(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    places = [make_workspace(lag=datetime.timedelta(0)) for _ in range(3)]
    for place in places:
        distil_episode(make_agent(place))

    def broken(workspace: Any) -> None:
        if workspace == places[1]:
            raise RuntimeError("no")
        share_workspace(workspace)

    monkeypatch.setattr(promoting, "share_workspace", broken)
    promote_due()
    found = Claim.objects.order_by("workspace_id").values_list("state__status")
    assert [x for (x,) in found] == ["admissible", "quarantined", "admissible"]
    assert f"workspace {places[1].slug} was passed over" in caplog.text
