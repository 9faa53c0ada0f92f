"""Claims of which each rests on another one, and all on one observation."""

from typing import Any

from tests.memory.api.calls import Caller, accept, conclusion, distil, observation


def area(pump: str) -> dict[str, Any]:
    """A conclusion on a pump's place."""
    named = {"kind": "area", "id": "unit 3"}
    changes = {"predicate": "located_in", "object": named, "text": f"{pump}, unit 3"}
    return conclusion(subject={"kind": "pump", "id": pump}, **changes)


def falling(agent: Caller, curator: Caller, count: int = 1) -> str:
    """So many accepted claims on one observation, and on each of them another one.

    The first of these rests on an observation of its own too. Gives the observation.
    """
    pumps = [f"P-{count}{number}" for number in range(count)]
    first = [conclusion(subject={"kind": "pump", "id": pump}) for pump in pumps]
    told = distil(agent, conclusions=first)
    on = {
        claim["subject"]["external_id"]: accept(curator, claim)["id"]
        for claim in told["claims"]
    }
    by_premise = [area(pump) | {"supports": [{"claim": on[pump]}]} for pump in pumps]
    by_itself = area(pumps[0]) | {"supports": ["o2"], "confidence": 0.5}
    distil(
        agent,
        observations=[observation(ref="o2", text=f"{pumps[0]} stands in unit 3.")],
        conclusions=[*by_premise, by_itself],
    )
    return str(told["observations"][0]["id"])


def paged(caller: Caller, url: str, **query: Any) -> list[dict[str, Any]]:
    """The whole list, page by page."""
    items: list[dict[str, Any]] = []
    while True:
        page = caller.get(url, **query).json()
        items += page["items"]
        if page["next"] is None:
            return items
        assert len(page["items"]) == query["limit"]
        query["cursor"] = page["next"]
