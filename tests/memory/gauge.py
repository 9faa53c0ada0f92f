"""A gauge that is read again and again: claims that contradict each other."""

import datetime
from typing import Any

from memory.actions.promote import promote
from memory.actions.retract import Target, retract
from memory.models import (
    Actor,
    Agent,
    Claim,
    Episode,
    Observation,
    Retraction,
)
from memory.queries.clock import database_now
from memory.queries.invariants import broken
from tests.make import (
    NOON,
    distil_episode,
    make_conclusion,
    make_observation,
)
from tests.memory.claims import statuses_follow_events

DAY = datetime.timedelta(days=1)


def pressure(number: str, *supports: object, **changes: Any) -> dict[str, Any]:
    value: dict[str, Any] = {"object": None, "value": {"number": number, "unit": "bar"}}
    given = {"predicate": "has_pressure", "supports": list(supports)}
    return make_conclusion("P-1", **(given | value | changes))


def shared(agent: Agent, ref: str = "o1") -> str:
    """The id by which a later episode names what the first one saw."""
    rows = Observation.objects.filter(workspace=agent.workspace, ref=ref)
    return str(rows.earliest("pk").uid)


def tell(agent: Agent, *conclusions: dict[str, Any], **changes: Any) -> Episode:
    text = "The gauge of P-1 reads 5, 6 or 7 bar."
    refs = changes.pop("refs", ("o1",))
    at = changes.pop("at", NOON)
    seen = tuple(make_observation(ref, text, observed_at=at) for ref in refs)
    return distil_episode(agent, observations=seen, conclusions=conclusions)


def run(agent: Agent) -> None:
    agent.workspace.refresh_from_db()
    promote(workspace=agent.workspace, now=database_now())


def claim(number: int) -> Claim:
    return Claim.objects.select_related("state").get(value_number=number)


def statuses(*numbers: int) -> list[str]:
    return [claim(number).state.status for number in numbers]


def sound() -> bool:
    return statuses_follow_events() and not [name for name, ids in broken() if ids]


def change(agent: Agent) -> None:
    """5 bar on two observations, then 6 bar on these and a third: overlap 2/3."""
    tell(agent, pressure("5", "o1", "o2"), refs=("o1", "o2"))
    run(agent)
    seen = shared(agent), shared(agent, "o2")
    tell(agent, pressure("6", *seen, "o3"), refs=("o3",), at=NOON + DAY)
    assert statuses(5, 6) == ["admissible", "quarantined"]


def take(agent: Agent, ref: str) -> Retraction:
    found = retract(
        workspace=agent.workspace,
        target=Target(observation=Observation.objects.get(ref=ref).uid),
        kind="retraction",
        reason="The gauge was broken.",
        by=Actor(agent=agent),
        now=database_now(),
    )
    assert found.retraction is not None
    return found.retraction
