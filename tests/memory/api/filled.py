"""Adds rows to every list of the API."""

from typing import Any

from memory.actions.put_predicate import PredicateEntry, put_predicate
from memory.jobs.distil import drain
from memory.models import Actor, Claim, Membership, Node, Observation, Webhook
from tests.memory.api.calls import (
    Caller,
    conclusion,
    distil,
    episode,
    member_of,
    observation,
)
from tests.memory.api.rows import kept_open, retracted
from tests.memory.hooks import HOST, add_hook, dead_delivery


def fill(curator: Caller, name: str, rows: int = 2) -> None:
    """Add rows to every list; the same number of them each time."""
    for number in range(rows):
        subject = {"kind": "pump", "id": f"{name}-{number}"}
        stated = [conclusion(subject=subject, object={"kind": "line", "id": name})]
        if claim := Claim.objects.order_by("id").first():
            resting = conclusion(
                subject=subject,
                predicate="is_a",
                object={"kind": "thing", "id": "pump"},
                supports=["o1", {"claim": str(claim.uid)}],
            )
            stated.append(resting)
        curator.post("/episodes", episode(conclusions=stated))
        curator.post("/episodes", episode(**to_lose(f"{name}-{number}")))
        entry = PredicateEntry(name=f"{name}_{number}", label=f"{name} {number}")
        put_predicate(workspace=curator.workspace, entry=entry)
    drain()
    for number in range(rows):
        node = Node.objects.get(external_id=f"{name}-{number}", kind="pump")
        kept_open(curator, str(node.uid))
    told(curator, name, rows)
    kept(curator, name, rows)
    for row in Observation.objects.filter(ref=name_of_lost(name)):
        retracted(curator, f"/observations/{row.uid}")
    first = Claim.objects.order_by("id").first()
    assert first is not None
    for _ in range(rows):
        version = first.state.__class__.objects.get(pk=first.pk).version
        verdict = {"version": version, "verdict": "needs_evidence", "note": name}
        assert curator.post(f"/claims/{first.uid}/review", verdict).status_code == 200


def told(curator: Caller, name: str, rows: int) -> None:
    """Webhooks; the oldest one is told of more."""
    assert isinstance(curator.owner, Membership)
    by = Actor(member=curator.owner)
    for number in range(rows):
        add_hook(curator.workspace, by, f"https://{HOST}/{name}/{number}")
        dead_delivery(Webhook.objects.order_by("pk")[0])


def kept(curator: Caller, name: str, rows: int) -> None:
    """References, and observations of which some are held and others erased."""
    admin = member_of(curator, role="admin")
    for number in range(rows):
        paper = {"title": f"On {name}", "DOI": f"10.1/{name}-{number}"}
        sent = {"note": "We hold it.", "items": [paper]}
        assert curator.post("/references", sent).status_code == 200
        seen = [
            observation(ref=ref, text=f"{ref} of {name} {number}.")
            for ref in ("Kept", "Gone")
        ]
        told_ = distil(curator, observations=seen, conclusions=[])
        held, gone = (each["id"] for each in told_["observations"])
        assert admin.post("/holds", {"observations": [held]}).status_code == 201
        sent = {"observation": gone, "reason": "Asked for."}
        assert admin.post("/erasures", sent).status_code == 201


def name_of_lost(name: str) -> str:
    """The ref of an observation that is retracted."""
    return f"lost {name}"


def to_lose(name: str) -> dict[str, Any]:
    """An episode whose claim is disputed once its evidence is retracted."""
    ref = name_of_lost(name.partition("-")[0])
    subject, object_ = {"kind": "fan", "id": name}, {"kind": "duct", "id": name}
    return {
        "observations": [
            observation(
                ref=ref, text=f"Fan {name} feeds duct {name}. We get 12 + 7 = 18."
            )
        ],
        "conclusions": [
            conclusion(subject=subject, object=object_, supports=[ref]),
        ],
    }
