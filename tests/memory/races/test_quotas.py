"""Writers at once never pass a quota together."""

import pytest

from memory.models import Episode, Intake, Workspace
from memory.rules.refused import Later
from tests.make import make_agent, make_workspace, record_episode
from tests.memory.races.barrier import at_once, errors, rounds

pytestmark = pytest.mark.django_db(transaction=True)
WRITERS = 6


def test_the_last_places_are_given_once() -> None:
    for _ in rounds(30, 4):
        agent = make_agent(make_workspace())
        Workspace.objects.filter(pk=agent.workspace.pk).update(episodes_per_day=4)
        agent.workspace.refresh_from_db()
        refused = errors(at_once(*[lambda by=agent: record_episode(by)] * WRITERS))
        assert [type(each) for each in refused] == [Later] * (WRITERS - 4)
        here = {"workspace": agent.workspace}
        assert Episode.objects.filter(**here).count() == 4
        assert Intake.objects.get(**here).episodes == 4
