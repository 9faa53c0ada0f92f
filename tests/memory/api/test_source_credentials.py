"""What holds credentials is marked, and no agent is told the words or the place."""

from typing import Any

import pytest
from pytest_django import Settings

from memory.models import ObservationText, Source, Workspace
from tests.config.test_mcp import call
from tests.fake_openai import says, serving
from tests.memory.api.calls import (
    Caller,
    accept,
    agent_caller,
    conclusion,
    distil,
    member_of,
    observation,
    source,
)
from tests.memory.api.test_proxy import chat

pytestmark = pytest.mark.django_db(transaction=True)
# Put together here, so that this file holds nothing that looks like a password.
SECRET = "hunter2-" + "A7b"
URI = f"https://reader:{SECRET}@plant.example/pid-7.pdf"
TITLE = f"The sheet whose password is {SECRET}"
NOTE = {"note": "We hold it."}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def believed(agent: Caller) -> str:
    """The id of a claim with two readings of a source with a password in its words."""
    told = distil(
        agent,
        sources=[source(uri=URI, title=TITLE)],
        observations=[observation(), observation(ref="o2", text="P-101A to V-12.")],
        conclusions=[conclusion(), conclusion(supports=["o2"])],
    )
    return str(accept(member_of(agent), told["claims"][0])["id"])


def ask(agent: Caller) -> dict[str, Any]:
    """The only source of the only claim that the gate serves."""
    told = agent.post("/gate", {"message": "Which pump feeds V-12?"}).json()
    (served,) = told["context"]
    (found,) = served["sources"]
    return dict(found)


@pytest.mark.parametrize(
    "changes",
    [
        {"uri": URI},
        {"title": TITLE},
        {"version": f"password={SECRET}"},
        {"uri": None, "ref": f"password={SECRET}"},
    ],
)
def test_its_episode_tells_it_as_it_is_with_the_mark(
    agent: Caller, changes: dict[str, Any]
) -> None:
    sent = source(**changes)
    told = distil(
        agent, sources=[sent, source(ref="other", uri="doc://plant/pid-8.pdf")],
        observations=[observation(source=sent["ref"])],
    )  # fmt: skip
    found = {each["ref"]: each for each in told["sources"]}
    assert found[sent["ref"]]["credentials"] == ["password"]
    assert found[sent["ref"]]["title"] == sent["title"]
    assert found[sent["ref"]]["uri"] == (sent["uri"] or "")
    assert found["other"]["credentials"] == []


def test_the_gate_tells_its_id_alone(agent: Caller, believed: str) -> None:
    uid = str(Source.objects.get().node.uid)
    assert ask(agent) == {
        "id": uid,
        "title": "",
        "uri": "",
        "as_of": "2024-03-01",
        "vetted": False,
        "credentials": ["password"],
    }
    told = agent.post("/gate", {"message": "Which pump feeds V-12?"}).json()
    kept = agent.get(f"/receipts/{told['receipt']}")
    assert kept.json()["context"][0]["sources"][0]["uri"] == ""
    assert SECRET not in kept.content.decode()


def test_a_workspace_may_show_it(agent: Caller, believed: str) -> None:
    Workspace.objects.update(shows_credentials=True)
    found = ask(agent)
    assert (found["title"], found["uri"]) == (TITLE, URI)
    assert found["credentials"] == ["password"]
    why = agent.get(f"/claims/{believed}/justification").json()
    assert {each["source"]["uri"] for each in why["spans"]} == {URI}
    assert TITLE in why["confidence"]["direction"]


def test_the_evidence_of_a_claim_conceals_it(agent: Caller, believed: str) -> None:
    why = agent.get(f"/claims/{believed}/justification")
    concealed = {
        "id": str(Source.objects.get().node.uid),
        "title": "",
        "uri": "",
        "credentials": ["password"],
    }
    assert [each["source"] for each in why.json()["spans"]] == [concealed] * 2
    confidence = why.json()["confidence"]
    assert [each["source"] for each in confidence["shared"]] == [concealed]
    said = "Both rest on a source that holds credentials."
    assert confidence["direction"].endswith(said)
    assert SECRET not in why.content.decode()
    assert SECRET not in agent.get(f"/claims/{believed}").content.decode()


def test_the_evidence_of_a_claim_does_not_quote_them(
    agent: Caller, live_url: str
) -> None:
    leaky = f"P-101A feeds V-12, says the panel (password={SECRET})."
    told = distil(
        agent,
        observations=[observation(text=leaky), observation(ref="o2")],
        conclusions=[conclusion(supports=["o1", "o2"])],
    )
    claim = accept(member_of(agent), told["claims"][0])["id"]
    plain = observation()["text"]

    def quoted() -> list[tuple[str | None, list[str]]]:
        why = agent.get(f"/claims/{claim}/justification").json()
        assert why["derivations"][0]["supports"][1]["quote"] == plain
        return [(each["quote"], each["credentials"]) for each in why["spans"]]

    assert quoted() == [(None, ["password"]), (plain, [])]
    _, why = call(live_url, agent, "why", claim=claim)
    assert plain in str(why)
    assert SECRET not in str(why)
    Workspace.objects.update(shows_credentials=True)
    assert quoted() == [(leaky, ["password"]), (plain, [])]


@pytest.mark.parametrize("shown", [False, True])
def test_provenance_and_the_node_name_it_by_its_id(
    agent: Caller, believed: str, shown: bool
) -> None:
    ObservationText.objects.update(text=f"password={SECRET}", credentials=["password"])
    Workspace.objects.update(shows_credentials=shown)
    uid = str(Source.objects.get().node.uid)
    node = agent.get(f"/nodes/{uid}").json()
    assert node["external_id"] == (URI if shown else uid)
    drawn = agent.get(f"/claims/{believed}/provenance").json()["nodes"]
    assert {x["kind"]: x["label"] for x in drawn[1:]} == {
        "observation": f"password={SECRET}"
        if shown
        else "an observation that holds credentials",
        "source": TITLE if shown else "a source that holds credentials",
    }
    document = agent.get(f"/claims/{believed}/prov.json").content.decode()
    for told in (str(node), str(drawn), document):
        assert (SECRET in told) == shown


def test_a_search_finds_it_and_conceals_it(agent: Caller, believed: str) -> None:
    asked = {"query": "sheet", "kinds": ["source"]}
    (hit,) = agent.post("/search", asked).json()["items"]
    assert (hit["id"], hit["text"]) == (str(Source.objects.get().node.uid), "")
    Workspace.objects.update(shows_credentials=True)
    (hit,) = agent.post("/search", asked).json()["items"]
    assert hit["text"] == TITLE


def test_a_reference_is_marked_too(agent: Caller) -> None:
    curator = member_of(agent)
    items = [{"title": "Handbook", "URL": f"{URI}?rev=2"}]
    told = curator.post("/references", NOTE | {"items": items}).json()
    assert [each["credentials"] for each in told["items"]] == [["password"]]
    (listed,) = agent.get("/references").json()["items"]
    assert (listed["uri"], listed["credentials"]) == (f"{URI}?rev=2", ["password"])


def test_the_chat_proxy_names_it_by_its_id(
    agent: Caller, believed: str, live_url: str, settings: Settings
) -> None:
    with serving() as upstream:
        settings.WARRANT_PROXY_UPSTREAM = upstream.url
        upstream.then(says("P-101A does."))
        chat(live_url, agent)
        (request,) = upstream.requests
    briefing = request["messages"][0]["content"]
    assert f'from "{Source.objects.get().node.uid}"' in briefing
    assert SECRET not in str(request)


def test_the_tools_conceal_it(agent: Caller, believed: str, live_url: str) -> None:
    _, told = call(live_url, agent, "recall", message="Which pump feeds V-12?")
    assert [each["claim"] for each in told["context"]] == [believed]
    _, why = call(live_url, agent, "why", claim=believed)
    assert len(why["spans"]) == 2
    assert SECRET not in f"{told} {why}"
