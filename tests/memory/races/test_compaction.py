"""What destroys text against new claims: no order of the two breaks a promise."""

from collections.abc import Callable
from functools import partial

import pytest

from memory.actions.compact import compact
from memory.actions.erase import Erased, erase
from memory.jobs.distil import drain
from memory.models import Claim, DerivationText, Observation, ObservationText
from memory.queries.clock import database_now
from memory.queries.damage import damaged
from memory.queries.evidence import resolve_now
from memory.queries.invariants import broken
from tests.make import distil_episode, make_observation, record_episode
from tests.memory.claims import rejected, states
from tests.memory.evidence import Plant, make_plant
from tests.memory.races.barrier import at_once, errors, rounds
from tests.memory.races.distilling import distil_one

pytestmark = pytest.mark.django_db(transaction=True)


def compacting(plant: Plant) -> Callable[[], object]:
    now = database_now()
    return lambda: compact(workspace=plant.workspace, before=now, by=plant.by, now=now)


def test_a_claim_drawn_while_its_text_is_compacted() -> None:
    plant = make_plant()
    outcomes = set()
    for place in rounds(200, 6):
        old = distil_episode(
            plant.agent, observations=(make_observation(),), conclusions=()
        )
        span = Observation.objects.get(episode=old)
        episode = record_episode(
            plant.agent,
            observations=(make_observation(),),
            conclusions=(states(f"x{place}", str(span.uid)),),
        )
        work = episode.work.get().pk
        acts: list[Callable[[], object]] = [
            partial(distil_one, work),
            compacting(plant),
        ]
        assert not errors(at_once(*acts))
        found = Claim.objects.filter(subject__external_id=f"pump x{place}").first()
        state = ObservationText.objects.get(observation=span).state
        outcomes.add(state)
        if found is None:
            assert state == "compacted"
            assert rejected(episode) == [(0, "dead_support")]
        else:
            assert state == "live"
            assert resolve_now([found.pk]).stands(found.pk)
    assert outcomes <= {"live", "compacted"}
    assert damaged(plant.workspace) == []
    assert not [name for name, ids in broken() if ids]


def test_a_claim_drawn_while_its_text_is_erased() -> None:
    plant = make_plant()
    for place in rounds(200, 6):
        episode = record_episode(
            plant.agent,
            observations=(make_observation(),),
            conclusions=(states(f"y{place}"),),
        )
        uid = episode.observations.get().uid
        erasing = partial(
            erase,
            workspace=plant.workspace,
            observation=uid,
            reason="Asked for.",
            by=plant.by,
            now=database_now(),
        )
        acts: list[Callable[[], object]] = [
            partial(distil_one, episode.work.get().pk),
            erasing,
        ]
        _, erased = at_once(*acts)
        assert isinstance(erased, Erased)
        drain()
        left = DerivationText.objects.filter(derivation__episode=episode)
        assert set(left.values_list("text", flat=True)) <= {None}
        assert not Claim.objects.filter(subject__external_id=f"pump y{place}").exists()
        assert ObservationText.objects.get(observation__uid=uid).text is None
    assert damaged(plant.workspace) == []
    assert not [name for name, ids in broken() if ids]
