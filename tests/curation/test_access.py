"""Who gets in: members only, own rows only, curators' verbs for curators only."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from memory.models import (
    Actor,
    Agent,
    Claim,
    Decision,
    Episode,
    Finding,
    Membership,
    Node,
    Observation,
    Source,
)
from memory.ports import tensions
from memory.queries.clock import database_now
from tension.actions.raise_tension import Stated, raise_tension
from tests.curation.conftest import SignedIn
from tests.make import (
    ask_gate,
    distil_episode,
    make_agent,
    make_member,
    make_workspace,
)
from tests.memory.found import distil_flawed

READS = ["", "review/", "claims/", "episodes/", "sources/", "uncited/", "rejected/",
         "activity/", "activity.csv", "help/", "entities/", "search/",
         "settings/keys/", "failed/", "retention/", "usage/",
         "retrieval/", "checks/", "tensions/", "collisions/"]  # fmt: skip
ROWS = ["review/{claim}/", "claims/{claim}/", "claims/{claim}/provenance/",
        "claims/{claim}/provenance.svg", "claims/{claim}/provenance.csv",
        "claims/{claim}/prov.json", "episodes/{episode}/", "entities/{entity}/",
        "sources/{source}/", "activity/{decision}/",
        "retrieval/{receipt}/", "checks/{text}/",
        "tensions/{tension}/"]  # fmt: skip
VERBS = ["review/{claim}/accept/", "review/{claim}/reject/", "review/{claim}/edit/",
         "review/{claim}/needs-evidence/",
         "episodes/{episode}/claim/{observation}/",
         "tensions/{tension}/drop/"]  # fmt: skip
POSTS = ["review/{claim}/skip/", "activity/{decision}/undo/",
         "episodes/{episode}/retry/", "entities/{entity}/merge/",
         "entities/{entity}/distinct/", "sources/{source}/vet/",
         "checks/findings/{finding}/dismiss/", "tensions/{tension}/undo/",
         "collisions/{collision}/", "claims/{claim}/bring-back/",
         "observations/{observation}/keep/"]  # fmt: skip


def names(agent: Agent) -> dict[str, object]:
    """One row of each kind of an agent's workspace."""
    mine = {"workspace": agent.workspace}
    return {
        "claim": Claim.objects.filter(**mine).earliest("pk").uid,
        "episode": Episode.objects.filter(**mine).earliest("pk").uid,
        "source": Source.objects.filter(**mine).earliest("pk").node.uid,
        "decision": Decision.objects.filter(**mine).earliest("pk").uid,
        "entity": Node.objects.filter(**mine, kind="pump").earliest("pk").uid,
        **kept_open(agent),
        "observation": Observation.objects.filter(**mine).earliest("pk").uid,
        "receipt": ask_gate(agent).uid,
        "text": found(agent).text.uid,
        "finding": found(agent).uid,
    }


def found(agent: Agent) -> Finding:
    """An alarm of an agent's workspace."""
    mine = Finding.objects.filter(workspace=agent.workspace, verdict="contradicted")
    if not mine.exists():
        distil_flawed(agent)
    return mine.select_related("text").earliest("pk")


def kept_open(agent: Agent) -> dict[str, object]:
    """A tension about a pump, and its meeting with a question at the gate."""
    node = Node.objects.filter(workspace=agent.workspace, kind="pump").earliest("pk")
    row = raise_tension(
        workspace=agent.workspace,
        stated=Stated("question", "Which one runs?", nodes=[node.uid]),
        by=Actor(agent=agent),
        now=database_now(),
    )
    tensions().surface(
        workspace=agent.workspace, nodes=[node.pk], limit=1, context="receipt:1"
    )
    return {"tension": row.uid, "collision": row.collisions.get().uid}


@pytest.mark.parametrize("path", READS)
def test_a_stranger_is_sent_to_sign_in_and_back(
    claim: Claim, client: Client, path: str
) -> None:
    answer = client.get(f"/w/plant/{path}")
    assert answer.status_code == 302
    assert answer["Location"] == f"/login/?next=/w/plant/{path}"


def test_a_script_whose_session_has_ended_is_sent_whole(client: Client) -> None:
    asked = "/login/?next=/w/plant/review/"
    answer = client.get(asked, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == asked


@pytest.mark.parametrize("path", READS)
def test_another_workspace_looks_like_none(
    desk: Client, claim: Claim, path: str
) -> None:
    make_workspace(slug="elsewhere")
    assert desk.get(f"/w/elsewhere/{path}").status_code == 404
    assert desk.get(f"/w/never-was/{path}").status_code == 404


@pytest.mark.parametrize("path", [*ROWS, *VERBS])
def test_another_workspaces_row_is_not_found(desk: Client, path: str) -> None:
    other = make_agent(make_workspace(slug="elsewhere"))
    distil_episode(other)
    found = path.format(**names(other))
    assert desk.get(f"/w/plant/{found}").status_code == 404


@pytest.mark.parametrize("path", [*VERBS, *POSTS])
def test_another_workspaces_row_is_not_decided(
    desk: Client, claim: Claim, path: str
) -> None:
    other = make_agent(make_workspace(slug="elsewhere"))
    distil_episode(other)
    where = path.format(**names(other))
    made = Decision.objects.count()
    answer = desk.post(f"/w/plant/{where}", {"version": 1})
    assert answer.status_code == 404
    assert Decision.objects.count() == made


@pytest.fixture
def viewer(claim: Claim, signed_in: SignedIn) -> Client:
    """A member who may only read."""
    return signed_in(make_member(claim.workspace, role="viewer", username="vera"))


@pytest.mark.parametrize("path", [*READS, *ROWS])
def test_a_viewer_reads_everything(viewer: Client, agent: Agent, path: str) -> None:
    assert viewer.get(f"/w/plant/{path.format(**names(agent))}").status_code == 200


@pytest.mark.parametrize("path", [*VERBS, *POSTS])
def test_a_viewer_decides_nothing(viewer: Client, agent: Agent, path: str) -> None:
    where = path.format(**names(agent))
    made = Decision.objects.count()
    answer = viewer.post(f"/w/plant/{where}", {"version": 1})
    assert answer.status_code == 403
    assert "needs the role curator" in answer.content.decode()
    assert Decision.objects.count() == made


def test_a_viewer_is_shown_no_verbs(viewer: Client, claim: Claim) -> None:
    body = viewer.get(f"/w/plant/review/{claim.uid}/").content.decode()
    assert 'id="accept"' not in body
    assert "You read here as a viewer" in body


def test_signing_in_opens_ones_own_workspace(
    client: Client, curator: Membership
) -> None:
    client.force_login(curator.user)
    assert client.get("/")["Location"] == "/w/plant/"


def test_a_person_without_a_workspace_is_told(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("nobody"))
    assert b"No workspace yet" in client.get("/").content


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", ""])
def test_no_form_leads_off_the_site(client: Client, target: str) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": target})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert client.cookies["theme"].value == "dark"
