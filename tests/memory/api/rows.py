"""A row of each kind that an address names, by the first part of the address."""

import datetime
from typing import Any

from memory.actions.archive import archive
from memory.models import Actor, Membership
from memory.queries.clock import database_now
from tests.memory.api.calls import (
    Caller,
    accept,
    conclusion,
    distil,
    member_of,
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
    erasure, holder = kept(owner)
    imported = owner.raw("/episodes/bulk", b"{}", "application/x-ndjson")
    passed = owner.post("/gate", {"message": "Which pump feeds V-12?"}).json()
    tension, collision = kept_open(curator, claim["subject"]["id"])
    conflict = curator.get("/conflicts").json()["items"][0]
    dispute = curator.get("/disputes").json()["items"][0]
    decided = curator.get("/decisions").json()["items"]
    decision = next(each for each in decided if each["action"] == "accept")
    assert isinstance(curator.owner, Membership)
    hook = add_hook(owner.workspace, Actor(member=curator.owner))
    return {
        "agents": str(owner.owner.uid),
        "claims": claim["id"],
        "collisions": collision,
        "conflicts": conflict["id"],
        "deliveries": str(dead_delivery(hook).uid),
        "decisions": decision["id"],
        "disputes": dispute["id"],
        "episodes": told["id"],
        "findings": found(owner),
        "erasures": erasure,
        "holds": holder,
        "merges": merged(owner),
        "nodes": claim["subject"]["id"],
        "observations": second,
        "receipts": passed["receipt"],
        "operations": imported.json()["operation"],
        "retractions": taken["retraction"],
        "sources": told["sources"][0]["id"],
        "tensions": tension,
        "webhooks": str(hook.uid),
    }


def found(owner: Caller) -> str:
    """The id of an alarm about an observation."""
    flawed = observation(text="We get 12 + 7 = 18.")
    distil(owner, observations=[flawed], conclusions=[])
    items = owner.get("/findings", verdict="contradicted").json()["items"]
    return str(items[0]["id"])


def kept_open(caller: Caller, node: str) -> tuple[str, str]:
    """A tension about a node, and its meeting with a question about that node."""
    stated = {"kind": "question", "text": "Which one runs?", "about": [node]}
    raised = caller.post("/tensions", stated)
    assert raised.status_code == 201, raised.content
    assert caller.post("/tensions/surface", {"nodes": [node]}).status_code == 200
    met = caller.get("/collisions", tension=raised.json()["id"]).json()["items"]
    return raised.json()["id"], met[0]["id"]


def archived(owner: Caller, curator: Caller) -> str:
    """The id of a claim that was retired long ago."""
    other = conclusion(subject={"kind": "pump", "id": "P-9"}, predicate="connected_to")
    (claim,) = distil(owner, conclusions=[other])["claims"]
    verdict = {"version": claim["version"], "verdict": "reject", "reason": "wrong"}
    assert curator.post(f"/claims/{claim['id']}/review", verdict).status_code == 200
    owner.workspace.archive_after = datetime.timedelta(0)
    owner.workspace.save()
    assert archive(workspace=owner.workspace, now=database_now()) == 1
    return str(claim["id"])


def kept(owner: Caller) -> tuple[str, str]:
    """A certificate of what was erased, and the holder of what is held."""
    admin = member_of(owner, role="admin")
    seen = [observation(), observation(ref="o2", text="Kept for a reason.")]
    told = distil(owner, observations=seen, conclusions=[])
    first, second = (each["id"] for each in told["observations"])
    erased = admin.post("/erasures", {"observation": first, "reason": REASON})
    assert erased.status_code == 201, erased.content
    held = admin.post("/holds", {"observations": [second]})
    assert held.status_code == 201, held.content
    return erased.json()["erasure"]["id"], held.json()["holder"]


def retracted(caller: Caller, path: str, **changes: object) -> dict[str, Any]:
    """Retract what a path names."""
    body = {"kind": "retraction", "reason": REASON} | changes
    reply = caller.post(f"{path}/retract", body)
    assert reply.status_code == 200, reply.content
    return dict(reply.json())
