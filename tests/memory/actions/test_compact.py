"""Retention follows belief: what is needed stays, and the database itself refuses."""

import datetime
import uuid
from typing import Any

import pytest

from memory.actions.compact import Compacted, compact
from memory.actions.place_hold import place_hold, release_hold
from memory.actions.review import Verdict, review
from memory.actions.seal_log import seal_log
from memory.actions.undo import undo
from memory.models import Decision, Observation, ObservationText
from memory.queries.clock import database_now
from memory.queries.retention import compactable
from memory.queries.verification import verify
from memory.rules.refused import Missing, Refused
from tests.make import known, make_observation, record_episode
from tests.memory.claims import claim, seen, states, tell
from tests.memory.evidence import Plant, make_plant
from tests.memory.schema import refusal

pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "Line 12 runs from P-101A to V-12."


@pytest.fixture
def plant() -> Plant:
    """As ever, with o4 and o5 that nothing cites."""
    made = make_plant()
    spare = tuple(make_observation(ref, TEXT) for ref in ("o1", "o4", "o5"))
    tell(made.agent, states("e", "o1"), observations=spare)
    return made


def spare(ref: str) -> Observation:
    return Observation.objects.get(ref=ref)


def run(plant: Plant) -> Compacted:
    now = database_now()
    return compact(workspace=plant.workspace, before=now, by=plant.by, now=now)


def gone() -> set[str]:
    rows = ObservationText.objects.filter(state="compacted", text=None)
    return set(rows.values_list("observation__ref", flat=True))


def reject(plant: Plant, letter: str) -> Decision:
    found = claim(plant.workspace, letter)
    verdict = Verdict("reject", found.state.version, reason="wrong")
    return known(
        review(
            workspace=plant.workspace,
            claim=found.uid,
            verdict=verdict,
            by=plant.by,
            now=database_now(),
        ).decision
    )


def raw(ref: str) -> str:
    """Which constraint refuses a compaction past every action."""
    return refusal(
        "UPDATE memory_observationtext SET text = NULL, state = 'compacted'"
        " WHERE observation_id = (SELECT max(id) FROM memory_observation"
        " WHERE ref = %s)",
        ref,
    )


def test_only_what_nothing_needs_goes(plant: Plant) -> None:
    found = run(plant)
    assert (found.observations, found.bytes) == (2, 2 * len(TEXT))
    assert gone() == {"o4", "o5"}
    assert found.decision is not None
    assert found.decision.after == {"observations": 2, "bytes": 66}
    assert run(plant).decision is None
    with pytest.raises(Refused, match="not a decision"):
        undo(
            workspace=plant.workspace,
            decision=found.decision.uid,
            by=plant.by,
            now=database_now(),
        )


def test_the_log_is_as_it_was_sealed(plant: Plant) -> None:
    seal_log(workspace=plant.workspace, now=database_now())
    run(plant)
    assert verify(plant.workspace).bad is None


def test_an_ended_claim_needs_nothing_but_what_rests_on_it_does(plant: Plant) -> None:
    reject(plant, "a")
    run(plant)
    # b rests on a, and has not ended; so o1 stays.
    assert gone() == {"o4", "o5"}
    reject(plant, "b")
    reject(plant, "c")
    run(plant)
    first = plant.observation("o1").words
    assert (first.state, first.text) == ("compacted", None)
    assert plant.observation("o2").words.state == "compacted"
    assert plant.observation("o3").words.state == "live"


def test_what_comes_back_without_its_text_is_disputed(plant: Plant) -> None:
    decision = reject(plant, "d")
    run(plant)
    undo(
        workspace=plant.workspace,
        decision=decision.uid,
        by=plant.by,
        now=database_now(),
    )
    assert seen(plant.workspace, "d").status == "disputed"


def test_the_database_refuses_by_itself(plant: Plant) -> None:
    assert raw("o3") == "observation_text_needed"
    assert raw("o1") == "observation_text_needed"
    assert raw("o4") == ""
    reject(plant, "d")
    assert raw("o3") == ""


def test_the_refusal_lists_the_claims(plant: Plant) -> None:
    words = ObservationText.objects.filter(observation=plant.observation("o1"))
    with pytest.raises(Exception, match="claims need the text") as caught:
        words.update(text=None, state="compacted")
    named = [claim(plant.workspace, letter).uid for letter in "abc"]
    detail = getattr(caught.value.__cause__, "diag").message_detail  # noqa: B009
    assert set(detail.split(", ")) == {*map(str, named)}


def test_what_is_held_stays(plant: Plant) -> None:
    holder = uuid.uuid4()
    uids = [spare("o4").uid]
    given: dict[str, Any] = {
        "workspace": plant.workspace,
        "observations": uids,
        "holder": holder,
    }
    first = place_hold(**given, now=database_now())
    assert place_hold(**given, now=database_now()) == first
    assert raw("o4") == "observation_text_needed"
    assert run(plant).observations == 1
    assert gone() == {"o5"}
    assert release_hold(workspace=plant.workspace, holder=holder) == 1
    run(plant)
    assert gone() == {"o4", "o5"}
    with pytest.raises(Refused, match="nothing to hold"):
        place_hold(**given, now=database_now())
    insert = (
        "INSERT INTO memory_hold (workspace_id, observation_id, holder, placed_at)"
        " SELECT workspace_id, id, gen_random_uuid(), now()"
        " FROM memory_observation WHERE id = %s"
    )
    assert refusal(insert, spare("o4").pk) == "hold_on_text"
    assert refusal(insert, plant.observation("o3").pk) == ""


def test_nobody_holds_what_is_elsewhere(plant: Plant) -> None:
    with pytest.raises(Missing):
        place_hold(
            workspace=make_plant().workspace,
            observations=[spare("o4").uid],
            holder=uuid.uuid4(),
            now=database_now(),
        )


def test_what_is_still_to_be_read_or_young_stays(plant: Plant) -> None:
    record_episode(plant.agent, observations=(make_observation("o9"),), conclusions=())
    plant.workspace.lag = datetime.timedelta(hours=1)
    now = database_now()
    assert spare("o9").pk not in compactable(plant.workspace, now, limit=None)
    with pytest.raises(Refused, match="younger than"):
        compact(workspace=plant.workspace, before=now, by=plant.by, now=now)
