"""What a person does before a page, in the words of the tests."""

from uuid import UUID

from playwright.sync_api import Page, expect

from memory.actions.merge_nodes import merge_nodes
from memory.actions.put_node import put_node
from memory.actions.retract import Target
from memory.actions.retract_later import retract_later
from memory.jobs.distil import drain
from memory.models import (
    Actor,
    Agent,
    Claim,
    Conflict,
    Dispute,
    Membership,
    Observation,
    Retraction,
)
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName
from tests.make import (
    PASSWORD,
    distil_episode,
    make_conclusion,
    make_observation,
    make_source,
)


def sign_in(page: Page, live_url: str, member: Membership) -> None:
    """Sign in through the form and arrive at home."""
    page.goto(f"{live_url}/login/")
    page.get_by_label("User name").fill(member.user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="What needs you")).to_be_visible()


def fill_queue(agent: Agent, count: int) -> list[Claim]:
    """Claims P-100 feeds V-100 and so on, each from an episode of its own."""
    for number in range(100, 100 + count):
        line = f"Line {number} runs from P-{number} to V-{number}."
        distil_episode(
            agent,
            task=f"survey of line {number}",
            sources=(make_source("doc", uri=f"doc://plant/{number}.pdf"),),
            observations=(make_observation(text=line),),
            conclusions=(make_conclusion(f"P-{number}", f"V-{number}"),),
        )
    return list(Claim.objects.filter(workspace=agent.workspace).order_by("pk"))


def one_thing(claim: Claim, agent: Agent) -> None:
    """P100 counts as the claim's pump, and P 100 looks like it."""
    workspace = claim.workspace
    now = database_now()
    put = [
        put_node(
            workspace=workspace,
            name=NodeName("pump", spelled),
            title=None,
            description=None,
            now=now,
        ).node
        for spelled in ("P100", "P 100")
    ]
    merge_nodes(
        workspace=workspace,
        node=put[0].uid,
        into=claim.subject.uid,
        reason="the same pump",
        by=Actor(agent=agent),
        now=now,
    )


def heading(page: Page) -> str:
    """The page's heading, once."""
    return " ".join(page.locator("#main h1").inner_text().split())


def open_review(page: Page, live_url: str) -> None:
    """Open the queue and wait until its first claim is held: scripts are at work."""
    page.goto(f"{live_url}/w/plant/review/")
    expect(page.locator("#hold")).to_contain_text("Yours")


def lose_and_contradict(agent: Agent, curator: Membership) -> dict[str, UUID]:
    """A chain whose source is retracted, and two pumps that feed one separator."""
    fill_chain(agent)
    for pump in ("P-7", "P-8"):
        distil_episode(agent, conclusions=(make_conclusion(pump, "V-7"),))
    lost = Observation.objects.select_related("source__node").get(ref="chain")
    operation = retract_later(
        workspace=agent.workspace,
        target=Target(source=lost.source.node.uid),
        kind="retraction",
        reason="The diagram is out of date.",
        by=Actor(member=curator),
        now=database_now(),
    )
    drain()
    dispute = Dispute.objects.order_by("rank").first()
    assert dispute is not None
    return {
        "retracting": operation.uid,
        "retraction": Retraction.objects.get().uid,
        "dispute": dispute.uid,
        "disputed": dispute.claim.uid,
        "conflict": Conflict.objects.earliest("pk").uid,
    }


def fill_chain(agent: Agent) -> None:
    """P-1 feeds V-1 by one diagram; P-2 feeds V-2 by that; P-3 by that or by a log."""
    distil_episode(
        agent,
        task="trace the chain",
        sources=(make_source("old", title="Old diagram"), make_source("log")),
        observations=(
            make_observation("chain", "P-1 feeds V-1.", source="old"),
            make_observation("log", "P-3 feeds V-3, seen running.", source="log"),
        ),
        conclusions=(
            make_conclusion("P-1", "V-1", ref="a", supports=["chain"]),
            make_conclusion("P-2", "V-2", ref="b", supports=[{"conclusion": "a"}]),
            make_conclusion("P-3", "V-3", supports=[{"conclusion": "b"}]),
            make_conclusion("P-3", "V-3", supports=["log"]),
        ),
    )
