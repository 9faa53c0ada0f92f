"""Entities: claims in and out, look-alikes, merges and their undo."""

import pytest
from django.test import Client

from memory.models import Agent, Decision, Merge, Node
from tests.curation.conftest import SignedIn
from tests.make import distil_episode, make_conclusion, make_member

PUMPS = ["P-101A", "P101A", "P-101B"]


@pytest.fixture
def pumps(agent: Agent) -> dict[str, Node]:
    """Three pumps that feed one separator: two are one, the third is a sibling."""
    distil_episode(agent, conclusions=tuple(make_conclusion(x) for x in PUMPS))
    return {each: Node.objects.get(external_id=each) for each in PUMPS}


def path(node: Node, verb: str = "") -> str:
    return f"/w/plant/entities/{node.uid}/{verb}"


def body(desk: Client, node: Node) -> str:
    return desk.get(path(node)).content.decode()


def test_a_look_alike_is_suggested_with_its_reason_and_a_sibling_is_not(
    desk: Client, pumps: dict[str, Node]
) -> None:
    shown = body(desk, pumps["P-101A"])
    assert "only the separators differ" in shown
    assert f'value="{pumps["P101A"].uid}"' in shown
    assert f'value="{pumps["P-101B"].uid}"' not in shown


def test_one_slip_is_suggested(desk: Client, agent: Agent) -> None:
    for site in ("Hamburg", "Hamburgg", "Bremen"):
        named = {"kind": "site", "id": site}
        distil_episode(agent, conclusions=(make_conclusion() | {"subject": named},))
    shown = body(desk, Node.objects.get(external_id="Hamburg"))
    assert "one letter differs" in shown
    assert "Bremen" not in shown


def test_merged_entities_share_a_page_and_are_parted_again(
    desk: Client, pumps: dict[str, Node]
) -> None:
    answer = desk.post(path(pumps["P-101A"], "merge/"), {"other": pumps["P101A"].uid})
    made = Decision.objects.latest("pk")
    assert answer["Location"] == f"{path(pumps['P-101A'])}?done={made.uid}"
    shown = desk.get(answer["Location"]).content.decode()
    assert "You merged pump P101A into pump P-101A." in shown
    assert "2 equal statements" in shown
    assert "only the separators differ" not in shown
    assert "This entity counts as" in body(desk, pumps["P101A"])
    desk.post(f"/w/plant/activity/{made.uid}/undo/")
    assert Merge.objects.get().undone_by is not None
    assert "2 equal statements" not in body(desk, pumps["P-101A"])


def test_what_is_not_the_same_is_not_suggested_again(
    desk: Client, pumps: dict[str, Node]
) -> None:
    one, other = pumps["P-101A"], pumps["P101A"]
    desk.post(path(one, "distinct/"), {"other": other.uid, "reason": "two sites"})
    for node in (one, other):
        shown = body(desk, node)
        assert "only the separators differ" not in shown
        assert "Not the same as" in shown
    refused = desk.post(path(one, "merge/"), {"other": other.uid})
    assert refused.status_code == 422
    assert "were told apart" in refused.content.decode()
    desk.post(f"/w/plant/activity/{Decision.objects.latest('pk').uid}/undo/")
    assert "only the separators differ" in body(desk, one)


def test_any_entity_can_be_named(desk: Client, pumps: dict[str, Node]) -> None:
    named = {"kind": "Pump", "id": "p-101b", "reason": "renamed"}
    assert desk.post(path(pumps["P-101A"], "merge/"), named).status_code == 303
    assert Merge.objects.get().node == pumps["P-101B"]
    for wrong in ("P-0", " ", ""):
        answer = desk.post(
            path(pumps["P-101A"], "merge/"), {"kind": "pump", "id": wrong}
        )
        assert answer.status_code == 422
        assert 'class="wrong"' in answer.content.decode()


def test_the_list_is_filtered_and_holds_no_sources(
    desk: Client, pumps: dict[str, Node]
) -> None:
    shown = desk.get("/w/plant/entities/?kind=pump&q=101").content.decode()
    assert all(f"/entities/{each.uid}/" in shown for each in pumps.values())
    assert "V-12" not in shown
    assert "Diagram" not in desk.get("/w/plant/entities/").content.decode()


def test_a_viewer_sees_and_cannot(
    pumps: dict[str, Node], agent: Agent, signed_in: SignedIn
) -> None:
    vera = signed_in(make_member(agent.workspace, role="viewer"))
    shown = body(vera, pumps["P-101A"])
    assert "only the separators differ" in shown
    assert "Merge into this" not in shown
