"""A row of each kind that an address names, by the first part of the address."""

from typing import Any

from memory.models import Actor, Membership
from tests.memory.api.calls import (
    Caller,
    accept,
    conclusion,
    distil,
    merged,
    observation,
)
from tests.memory.hooks import add_hook, dead_delivery

REASON = "The sheet is out of date."


def make_rows(owner: Caller, curator: Caller) -> dict[str, str]:
    """An accepted claim, in conflict with one whose evidence was retracted."""
    told = distil(
        owner,
        observations=[observation(), observation(ref="o2", text="P-104 feeds V-12.")],
        conclusions=[
            conclusion(),
            conclusion(subject={"kind": "pump", "id": "P-104"}, supports=["o2"]),
        ],
    )
    first, second = (each["id"] for each in told["observations"])
    taken = retracted(owner, f"/observations/{first}")
    by_pump = {each["subject"]["external_id"]: each for each in told["claims"]}
    claim = accept(curator, by_pump["P-104"])
    imported = owner.raw("/episodes/bulk", b"{}", "application/x-ndjson")
    passed = owner.post("/gate", {"message": "Which pump feeds V-12?"}).json()
    conflict = curator.get("/conflicts").json()["items"][0]
    dispute = curator.get("/disputes").json()["items"][0]
    decision = curator.get("/decisions").json()["items"][0]
    assert isinstance(curator.owner, Membership)
    hook = add_hook(owner.workspace, Actor(member=curator.owner))
    return {
        "agents": str(owner.owner.uid),
        "claims": claim["id"],
        "conflicts": conflict["id"],
        "deliveries": str(dead_delivery(hook).uid),
        "decisions": decision["id"],
        "disputes": dispute["id"],
        "episodes": told["id"],
        "merges": merged(owner),
        "nodes": claim["subject"]["id"],
        "observations": second,
        "receipts": passed["receipt"],
        "operations": imported.json()["operation"],
        "retractions": taken["retraction"],
        "sources": told["sources"][0]["id"],
        "webhooks": str(hook.uid),
    }


def retracted(caller: Caller, path: str, **changes: object) -> dict[str, Any]:
    """Retract what a path names."""
    body = {"kind": "retraction", "reason": REASON} | changes
    reply = caller.post(f"{path}/retract", body)
    assert reply.status_code == 200, reply.content
    return dict(reply.json())
