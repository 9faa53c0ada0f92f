"""A row of each kind that an address names, by the first part of the address."""

from tests.memory.api.calls import (
    Caller,
    accept,
    conclusion,
    distil,
    member_of,
    merged,
    observation,
)

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
    conflict = curator.get("/conflicts").json()["items"][0]
    dispute = curator.get("/disputes").json()["items"][0]
    decision = curator.get("/decisions").json()["items"][0]
    return {
        "agents": str(owner.owner.uid),
        "claims": claim["id"],
        "conflicts": conflict["id"],
        "decisions": decision["id"],
        "disputes": dispute["id"],
        "episodes": told["id"],
        "erasures": erasure,
        "holds": holder,
        "merges": merged(owner),
        "nodes": claim["subject"]["id"],
        "observations": second,
        "operations": imported.json()["operation"],
        "retractions": taken["retraction"],
        "sources": told["sources"][0]["id"],
    }


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


def retracted(caller: Caller, path: str, **changes: object) -> dict[str, str]:
    """Retract what a path names."""
    body = {"kind": "retraction", "reason": REASON} | changes
    reply = caller.post(f"{path}/retract", body)
    assert reply.status_code == 200, reply.content
    return dict(reply.json())
