"""A belief that outlives its text: consolidated, compacted, asked for much later."""

import datetime
from collections.abc import Iterator
from typing import Any

import pytest

from memory.actions.compact import compact
from memory.actions.promote import promote
from memory.actions.sweep import sweep, watch
from memory.jobs.distil import drain
from memory.models import (
    Actor,
    Claim,
    Episode,
    ObservationText,
    Predicate,
    StatusEvent,
    Workspace,
)
from memory.queries.retention import retention
from tests.make import make_agent, make_workspace
from tests.memory.api.calls import Caller, conclusion, episode, member_of, observation
from tests.memory.claims import unguarded
from tests.memory.clock import Clock, pretending

pytestmark = pytest.mark.django_db(transaction=True)
DAY = datetime.timedelta(days=1)
HOUR = datetime.timedelta(hours=1)
FIRST = {"confidence": 0.91, "text": "P-101A feeds V-12"}


class Incident:
    """A workspace with hardly a week's lag, a hundred days before the present."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.start = clock.advance(-100 * DAY)
        workspace = make_workspace(lag=7 * DAY - HOUR)
        self.agent = Caller(make_agent(workspace))
        self.curator = member_of(self.agent)

    @property
    def workspace(self) -> Workspace:
        found: Workspace = self.agent.workspace
        return found

    def day(self, number: int) -> datetime.datetime:
        """Go to a day; what the clock does by itself is done then."""
        now = self.clock.reach(self.start + number * DAY)
        promote(workspace=self.workspace, now=now)
        if watch(workspace=self.workspace, now=now) is None:
            sweep(workspace=self.workspace, now=now)
        return now

    def tell(self, **changes: Any) -> dict[str, Any]:
        at = self.clock.now().isoformat()
        given = {"started_at": at, "closed_at": at}
        posted = self.agent.post("/episodes", episode(**(given | changes)))
        assert posted.status_code == 202, posted.content
        drain()
        url = f"/episodes/{posted.json()['id']}"
        told: dict[str, Any] = self.agent.get(url).json()
        return told

    def compact(self, window: int) -> int:
        """Ask for a raw window of so many days; gives how many texts went."""
        now = self.clock.now()
        before = now - window * DAY
        by = Actor(policy="retention")
        return compact(
            workspace=self.workspace, before=before, by=by, now=now
        ).observations


@pytest.fixture
def it() -> Iterator[Incident]:
    with pretending() as clock:
        yield Incident(clock)


def seen(at: datetime.datetime, ref: str = "o1") -> list[dict[str, Any]]:
    return [observation(ref=ref, observed_at=at.isoformat())]


def consolidated(it: Incident) -> tuple[str, str]:
    """The claim, promoted on day 12, and the observation that it rests on."""
    told = it.tell(observations=seen(it.day(5)), conclusions=[conclusion(**FIRST)])
    claim = told["claims"][0]["id"]
    it.day(11)
    assert it.agent.get(f"/claims/{claim}").json()["status"] == "quarantined"
    it.day(12)
    found = it.agent.get(f"/claims/{claim}").json()
    assert (found["status"], found["confidence"]["by_source"]) == ("admissible", 0.91)
    return claim, told["observations"][0]["id"]


def opposite(it: Incident, on: str) -> str:
    """The same text, read the other way."""
    told = it.tell(
        observations=seen(it.day(85), "o2"),
        conclusions=[
            conclusion(predicate="does_not_feed", supports=[on], confidence=0.7)
        ],
    )
    claim: str = told["claims"][0]["id"]
    return claim


def test_a_text_that_a_belief_needs_is_kept(it: Incident) -> None:
    claim, text = consolidated(it)
    it.tell(observations=seen(it.day(13)), conclusions=[])
    it.day(30)
    assert it.compact(7) == 1
    blocked = retention(it.workspace, it.clock.now() - 7 * DAY)
    assert [str(each.claim.uid) for each in blocked.blockers] == [claim]
    it.day(80)
    found = it.agent.get(f"/claims/{claim}/justification")
    assert found.status_code == 200
    assert found.json()["spans"][0]["observation"] == text


def test_what_is_read_the_other_way_supersedes(it: Incident) -> None:
    claim, text = consolidated(it)
    it.day(30)
    it.compact(7)
    newer = opposite(it, text)
    changed = it.day(92)
    old = it.agent.get(f"/claims/{claim}").json()
    assert (old["status"], old["superseded_by"]) == ("superseded", newer)
    assert it.agent.get(f"/claims/{newer}").json()["status"] == "admissible"
    told = Episode.objects.get(kind="supersession")
    event = StatusEvent.objects.get(claim__uid=claim, after="superseded")
    assert told.closed_at is not None
    assert told.closed_at <= event.at <= changed
    assert told.external_id == f"supersession:{event.decision.uid}"
    # It stays true of its time, and is not served as if of now.
    assert old["valid_to"] is not None
    refused = it.agent.get(f"/claims/{claim}/justification")
    assert (refused.status_code, refused.json()["superseded_by"]) == (409, newer)


def test_a_belief_whose_text_is_gone_is_withheld(it: Incident) -> None:
    claim, text = consolidated(it)
    it.day(30)
    with unguarded():
        # Compacted by somebody who went round every guard.
        ObservationText.objects.update(text=None, state="compacted")
    for number in (30, 90):
        it.day(number)
        refused = it.agent.get(f"/claims/{claim}/justification")
        told = refused.json()
        assert (refused.status_code, told["status"]) == (409, "unverified")
        assert [each["observation"] for each in told["dead_supports"]] == [text]
        found = it.agent.get(f"/claims/{claim}").json()
        assert (found["status"], found["admissible"]) == ("unverified", False)
        assert found["confidence"]["by_source"] == found["confidence"]["now"] == 0
    assert it.agent.get("/claims", status="admissible").json()["items"] == []
    # Nothing on record took the text away: that is damage, and swept over by nobody.
    assert Claim.objects.get(uid=claim).state.status == "admissible"


def test_the_opposite_of_what_no_longer_stands(it: Incident) -> None:
    claim, text = consolidated(it)
    it.day(30)
    done = member_of(it.agent, role="admin").post(
        "/erasures", {"observation": text, "reason": "The law asks for it."}
    )
    assert done.status_code == 201
    old = Claim.objects.get()
    it.day(85)
    told = it.tell(
        observations=seen(it.day(85)),
        conclusions=[conclusion(predicate="does_not_feed")],
    )
    it.day(92)
    served = it.agent.get("/claims", status="admissible").json()["items"]
    assert [each["id"] for each in served] == [told["claims"][0]["id"]]
    assert it.agent.get(f"/claims/{claim}").status_code == 404
    refused = it.agent.get(f"/claims/{old.uid}/justification")
    assert (refused.status_code, refused.json()["status"]) == (409, "disputed")


def test_confidence_fades_by_the_half_life_of_its_predicate(it: Incident) -> None:
    Predicate.objects.filter(name="feeds").update(half_life_days=30)
    claim, _ = consolidated(it)
    # Thirty and sixty days after it was concluded on day 5.
    for number, share in ((35, 0.5), (65, 0.25)):
        it.day(number)
        found = it.agent.get(f"/claims/{claim}").json()["confidence"]
        assert found["now"] == pytest.approx(0.91 * share, rel=1e-3)
        assert found["by_source"] == 0.91
