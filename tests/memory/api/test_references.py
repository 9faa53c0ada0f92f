"""The reference library over HTTP, and what the gate makes of it."""

from typing import Any

import pytest

from memory.models import Decision, Source
from tests.memory.api.calls import Caller, accept, agent_caller, claim_of, member_of
from tests.memory.api.rows import retracted

pytestmark = pytest.mark.django_db(transaction=True)
NOTE = {"note": "We hold the sheet."}
PAPER = {
    "type": "article-journal",
    "title": "On the  pumps of plants",
    "author": [{"family": "Nakamura", "given": "A."}, {"family": "Diaz"}],
    "issued": {"date-parts": [[2024, 3]]},
    "DOI": "https://doi.org/10.1000/ABC",
}


@pytest.fixture
def agent() -> Caller:
    return agent_caller()


@pytest.fixture
def curator(agent: Caller) -> Caller:
    return member_of(agent)


def test_the_gate_marks_what_rests_on_a_vetted_source(
    agent: Caller, curator: Caller
) -> None:
    claim = accept(curator, claim_of(agent))
    source = Source.objects.get().node.uid
    told = curator.post(f"/sources/{source}/vet", NOTE).json()
    assert (told["source"], told["note"]) == (str(source), NOTE["note"])
    assert told["vetted_by"]
    assert marks(agent) == {claim["id"]: True}
    assert curator.post(f"/sources/{source}/vet", NOTE).status_code == 200
    told = curator.post(f"/sources/{source}/unvet", {"note": "Withdrawn."}).json()
    assert (told["vetted_at"], told["vetted_by"], told["note"]) == (None, None, None)
    assert marks(agent) == {claim["id"]: False}
    made = Decision.objects.filter(action__in=["vet", "unvet"]).order_by("pk")
    assert [(x.action, x.words.text) for x in made] == [
        ("vet", NOTE["note"]),
        ("unvet", "Withdrawn."),
    ]


def marks(agent: Caller) -> dict[str, bool]:
    told = agent.post("/gate", {"message": "Which pump feeds V-12?"}).json()
    return {each["claim"]: each["vetted"] for each in told["context"]}


def test_a_bibliography_becomes_vetted_sources(agent: Caller, curator: Caller) -> None:
    site = {"title": "Pump handbook", "URL": "https://pumps.example/handbook"}
    sent = NOTE | {"items": [PAPER, site, PAPER, {"title": "Nowhere"}]}
    told = curator.post("/references", sent).json()
    assert (told["created"], told["vetted"]) == (2, 2)
    assert [(x["title"], x["uri"], x["as_of"]) for x in told["items"]] == [
        (
            "Nakamura et al.: On the pumps of plants",
            "https://doi.org/10.1000/abc",
            "2024-03",
        ),
        ("Pump handbook", "https://pumps.example/handbook", ""),
    ]
    (failure,) = told["failures"]
    assert (failure["index"], failure["code"], failure["field"]) == (
        3,
        "missing",
        "DOI",
    )
    again = curator.post("/references", sent).json()
    assert (again["created"], again["vetted"]) == (0, 0)
    assert [x["source"] for x in again["items"]] == [x["source"] for x in told["items"]]
    listed = agent.get("/references").json()["items"]
    assert {x["source"] for x in listed} == {x["source"] for x in told["items"]}


def test_what_an_episode_draws_on_is_the_reference(
    agent: Caller, curator: Caller
) -> None:
    uri = "https://doi.org/10.1000/abc"
    drawn = {"ref": "pid", "kind": "document", "uri": uri, "as_of": "2024-03-01"}
    claim = accept(curator, claim_of(agent, sources=[drawn]))
    assert marks(agent) == {claim["id"]: False}
    dated = PAPER | {"issued": {"date-parts": [[2024, 3, 1]]}}
    told = curator.post("/references", NOTE | {"items": [dated]}).json()
    assert (told["created"], told["vetted"]) == (0, 1)
    assert marks(agent) == {claim["id"]: True}
    retracted(curator, f"/sources/{told['items'][0]['source']}")
    assert marks(agent) == {}


@pytest.mark.parametrize(
    ("item", "field"),
    [
        ({}, "title"),
        ({"title": 7}, "title"),
        ({"title": "x", "DOI": "10.1/a b"}, "DOI"),
        ({"title": "x", "URL": "https://" + "x" * 2000}, "URL"),
        ({"title": "x", "DOI": ["10.1/a"]}, "DOI"),
        ({"title": "x", "URL": "javascript:alert(1)"}, "URL"),
        ({"title": "x", "URL": "pumps.example/handbook"}, "URL"),
        ({"title": "x", "URL": "https://pumps.example/\u202e"}, "URL"),
    ],
)
def test_a_bad_reference_is_named(curator: Caller, item: Any, field: str) -> None:
    told = curator.post("/references", NOTE | {"items": [item]}).json()
    assert [(x["index"], x["field"]) for x in told["failures"]] == [(0, field)]
    assert not Source.objects.exists()


@pytest.mark.parametrize(
    "issued", [None, 3, {}, {"date-parts": []}, {"date-parts": [["x", 13]]}]
)
def test_a_date_that_says_nothing_is_left_out(curator: Caller, issued: Any) -> None:
    item = PAPER | {"issued": issued}
    told = curator.post("/references", NOTE | {"items": [item]}).json()
    assert [x["as_of"] for x in told["items"]] == [""]


@pytest.mark.parametrize(
    "doi", ["10.1000/abc", "doi:10.1000/ABC", "http://dx.doi.org/10.1000%2FABC"]
)
def test_spellings_of_a_doi_are_one_reference(curator: Caller, doi: str) -> None:
    items = [PAPER, PAPER | {"DOI": doi}]
    told = curator.post("/references", NOTE | {"items": items}).json()
    assert [x["uri"] for x in told["items"]] == ["https://doi.org/10.1000/abc"]


def test_an_agent_vouches_for_nothing(agent: Caller) -> None:
    claim_of(agent)
    source = Source.objects.get().node.uid
    assert agent.post(f"/sources/{source}/vet", NOTE).status_code == 403
    assert agent.post("/references", NOTE | {"items": []}).status_code == 403
