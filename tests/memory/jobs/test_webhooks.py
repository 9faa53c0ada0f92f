"""What webhooks are told: by ids, signed, of what was served, and to no one else."""

import hashlib
import hmac
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

from memory.models import Delivery
from memory.queries.clock import database_now
from tests.fake_openai import FakeModel
from tests.memory.api.calls import claim_of, conclusion, observation
from tests.memory.jobs.hooked import Plant, make_plant, plant, receiver
from tests.settled import tell_webhooks

__all__ = ["plant", "receiver"]

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_was_served_what_falls_is_told_without_a_word(
    receiver: FakeModel, plant: Plant
) -> None:
    plant.retract()
    tell_webhooks()
    (told,) = receiver.requests
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempts, delivery.status) == ("delivered", 1, 200)
    agent = {"agent": str(plant.agent.owner.uid), "receipts": 1, "claims": 1}
    assert told["id"] == str(delivery.uid)
    assert told["event"] == "retracted"
    assert told["workspace"] == str(plant.agent.workspace.uid)
    assert told["claims"] == [{"claim": plant.claim["id"], "effect": "lost"}]
    assert (told["receipts"], told["agents"]) == ([plant.receipt], [agent])
    assert [told[f"{x}_total"] for x in ("claims", "receipts", "agents")] == [1, 1, 1]
    decision = plant.admin.get("/decisions").json()["items"][0]
    assert told["subject"] == decision["id"]
    for word in (b"P-101A", b"V-12", b"pump", plant.agent.owner.name.encode()):
        assert word not in receiver.bodies[0]


def test_the_signature_is_of_the_very_bytes(receiver: FakeModel, plant: Plant) -> None:
    plant.retract()
    tell_webhooks()
    said = receiver.requests[0]["headers"]
    parts = dict(part.split("=") for part in said["x-warrant-signature"].split(","))
    signed = parts["t"].encode() + b"." + receiver.bodies[0]
    mac = hmac.new(plant.secret.encode(), signed, hashlib.sha256)
    assert parts["v1"] == mac.hexdigest()
    assert abs(int(parts["t"]) - database_now().timestamp()) < 60
    assert said["accept-encoding"] == "identity"
    shown = plant.admin.get("/webhooks").content.decode()
    assert plant.secret not in shown


def test_the_readmes_check_tells_ours_from_others(
    receiver: FakeModel, plant: Plant
) -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text()
    found = re.search(
        r"^    import hashlib.*?(?=^## )", readme, re.DOTALL | re.MULTILINE
    )
    assert found is not None
    names: dict[str, Any] = {}
    exec(textwrap.dedent(found[0]), names)
    plant.retract()
    tell_webhooks()
    header = receiver.requests[0]["headers"]["x-warrant-signature"]
    sent = receiver.bodies[0]
    assert names["is_from_warrant"](plant.secret, header, sent)
    assert not names["is_from_warrant"](plant.secret, header, sent + b" ")
    assert not names["is_from_warrant"]("whsec_other", header, sent)
    old = header.replace("t=1", "t=0", 1)
    assert not names["is_from_warrant"](plant.secret, old, sent)


def test_what_nobody_was_served_is_told_to_nobody(receiver: FakeModel) -> None:
    plant = make_plant(receiver, "retracted", "dispute_opened")
    pump, vessel = {"kind": "pump", "id": "P-9"}, {"kind": "separator", "id": "V-9"}
    other = claim_of(
        plant.agent,
        observations=[observation(text="Line 99 runs from P-9 to V-9.")],
        conclusions=[conclusion(subject=pump, object=vessel)],
    )
    plant.claim = other
    plant.retract()
    tell_webhooks()
    (told,) = receiver.requests
    assert told["event"] == "dispute_opened"
    assert told["claims"] == [{"claim": other["id"], "effect": "lost"}]
    assert (told["receipts"], told["agents_total"]) == ([], 0)


def test_another_workspace_is_never_told(receiver: FakeModel, plant: Plant) -> None:
    receiver.url += "/elsewhere"
    make_plant(receiver, "retracted", "dispute_opened")
    plant.retract()
    tell_webhooks()
    assert [each["path"] for each in receiver.requests] == ["/v1"]
