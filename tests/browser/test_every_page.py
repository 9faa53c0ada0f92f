"""What holds on every page: no script needed, readable by all, no policy broken."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from memory.models import (
    Actor,
    Agent,
    CheckedText,
    Claim,
    Decision,
    Episode,
    Membership,
    Observation,
    Source,
    Work,
    WorkState,
)
from tests.browser.desk import fill_queue, lose_and_contradict, one_thing, sign_in
from tests.browser.keeping import keep_and_destroy
from tests.browser.plant import kept_open
from tests.make import (
    ask_gate,
    distil_episode,
    make_conclusion,
    make_key,
    make_member,
    record_episode,
)
from tests.memory.found import distil_flawed
from tests.memory.hooks import add_hook, dead_delivery

NAMES = [
    "",
    "review/",
    "review/{claim}/",
    "review/{claim}/accept/",
    "review/{claim}/reject/",
    "review/{claim}/edit/",
    "review/{claim}/needs-evidence/",
    "claims/",
    "claims/?status=retired",
    "claims/{claim}/",
    "claims/{claim}/provenance/?up=3",
    "claims/{claim}/provenance/?view=table",
    "episodes/",
    "episodes/{episode}/",
    "episodes/{failed}/",
    "sources/",
    "sources/?vetted=yes",
    "sources/import/",
    "sources/{source}/",
    "uncited/",
    "rejected/",
    "retention/",
    "erasures/{erasure}/",
    "observations/{observation}/erase/",
    "entities/{entity}/erase/",
    "episodes/{supersession}/",
    "activity/",
    "activity/{decision}/",
    "help/",
    "sources/{source}/retract/",
    "observations/{observation}/retract/",
    "sources/{source}/retract/?operation={retracting}",
    "retractions/{retraction}/",
    "retractions/{retraction}/reinstate/",
    "disputes/",
    "disputes/?effect=weakened",
    "disputes/bulk/",
    "disputes/{dispute}/",
    "disputes/{dispute}/uphold/",
    "disputes/{dispute}/revise/",
    "disputes/{dispute}/resupport/",
    "disputes/{dispute}/retire/",
    "disputes/{dispute}/defer/",
    "conflicts/",
    "conflicts/?state=settled",
    "conflicts/{conflict}/",
    "conflicts/{conflict}/supersede/",
    "conflicts/{conflict}/wrong/",
    "conflicts/{conflict}/qualify/",
    "conflicts/{conflict}/keep/",
    "claims/{disputed}/?as_of=2026-11-30",
    "entities/",
    "entities/?q=nothing",
    "entities/{entity}/",
    "search/",
    "search/?q=P-100+feeds",
    "settings/keys/",
    "failed/",
    "usage/",
    "episodes/{episode}/claim/{observation}/",
    "retrieval/",
    "retrieval/?state=degraded",
    "retrieval/{receipt}/",
    "checks/",
    "checks/{text}/",
    "tensions/",
    "tensions/?view=board",
    "tensions/?state=dropped",
    "tensions/raise/?claim={claim}",
    "tensions/{tension}/",
    "tensions/{tension}/answer/",
    "tensions/{tension}/snooze/",
    "tensions/{tension}/merge/",
    "tensions/{tension}/drop/",
    "collisions/",
    "collisions/?state=withdrawn",
    "nowhere/",
]


@pytest.fixture
def paths(agent: Agent, curator: Membership) -> list[str]:
    """Every page of a workspace that holds some of everything."""
    claim = fill_queue(agent, 2)[0]
    distil_episode(
        agent, task="read badly", conclusions=(make_conclusion("P-9", supports=[]),)
    )
    make_key(agent)
    distil_flawed(agent)
    one_thing(claim, agent)
    failed = record_episode(agent, task="never finished")
    Work.objects.filter(episode=failed).update(
        state=WorkState.DEAD, attempts=5, error="Timeout: the model did not answer"
    )
    names = {
        "claim": claim.uid,
        "episode": Episode.objects.earliest("pk").uid,
        "failed": failed.uid,
        "source": Source.objects.earliest("pk").node.uid,
        "decision": Decision.objects.earliest("pk").uid,
        "observation": Observation.objects.earliest("pk").uid,
        "entity": claim.subject.uid,
        "receipt": ask_gate(agent, f"What does {claim.subject} feed?").uid,
        "text": CheckedText.objects.earliest("pk").uid,
        **kept_open(agent),
    }
    names |= lose_and_contradict(agent, curator) | keep_and_destroy(agent, curator)
    # Who may erase sees every page that there is.
    curator.role = "lead"
    curator.save()
    return [f"/w/plant/{name.format(**names)}" for name in NAMES]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1440])
def test_axe_finds_nothing_and_nothing_overflows(
    page: Page,
    live_url: str,
    curator: Membership,
    paths: list[str],
    theme: str,
    width: int,
) -> None:
    sign_in(page, live_url, curator)
    page.set_viewport_size({"width": width, "height": 800})
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_url}])
    for path in paths:
        page.goto(live_url + path)
        assert page.locator("html").get_attribute("data-theme") == theme
        nothing_is_wrong(page, path)


def nothing_is_wrong(page: Page, path: str) -> None:
    """What is shown can be read by all, and fits."""
    found = Axe().run(page).response["violations"]
    assert [(path, each["id"], each["nodes"][0]["html"]) for each in found] == []
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert (path, page.evaluate(wide)) == (path, 0)
    # What a paragraph cannot hold ends it, and its own end makes another, empty one.
    assert (path, page.locator("p:empty:not([id])").count()) == (path, 0)


def test_the_pages_of_leads_read_as_well(
    page: Page, live_url: str, agent: Agent
) -> None:
    lead = make_member(agent.workspace, role="lead")
    hook = add_hook(agent.workspace, Actor(member=lead))
    dead_delivery(hook)
    sign_in(page, live_url, lead)
    for theme, width in (("light", 320), ("dark", 320), ("light", 1440)):
        page.set_viewport_size({"width": width, "height": 800})
        page.context.add_cookies([{"name": "theme", "value": theme, "url": live_url}])
        for path in ("keys/", "webhooks/", f"webhooks/{hook.uid}/"):
            page.goto(f"{live_url}/w/plant/settings/{path}")
            nothing_is_wrong(page, path)
            expect(page.locator("main h1")).to_have_count(1)


def test_the_row_browser_breaks_no_policy(
    page: Page, live_url: str, curator: Membership
) -> None:
    User.objects.filter(pk=curator.user.pk).update(is_staff=True, is_superuser=True)
    sign_in(page, live_url, curator)
    for path in ("", "auth/user/", "auth/user/add/", f"auth/user/{curator.user.pk}/"):
        page.goto(f"{live_url}/admin/{path}")
        expect(page.locator("#content h1")).to_be_visible()


@pytest.fixture
def still_page(browser: Browser, live_url: str) -> Iterator[Page]:
    """A browser in which no script runs."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_every_page_reads_without_script(
    still_page: Page, live_url: str, curator: Membership, paths: list[str]
) -> None:
    sign_in(still_page, live_url, curator)
    for path in paths:
        answer = still_page.goto(live_url + path)
        assert answer is not None
        assert answer.status == (404 if path.endswith("nowhere/") else 200), path
        expect(still_page.locator("main h1")).to_have_count(1)


def test_a_claim_is_rejected_and_brought_back_without_script(
    still_page: Page, live_url: str, curator: Membership, agent: Agent
) -> None:
    (claim,) = fill_queue(agent, 1)
    sign_in(still_page, live_url, curator)
    still_page.goto(f"{live_url}/w/plant/review/")
    still_page.get_by_role("link", name="Reject…").click()
    still_page.get_by_role("button", name="Reject", exact=True).click()
    still_page.get_by_label("Unverifiable").check()
    still_page.get_by_label("Note, kept for good").fill("nobody can tell")
    still_page.get_by_role("button", name="Reject", exact=True).click()
    expect(still_page.locator("#toasts")).to_contain_text("You rejected")
    expect(still_page.locator("h1")).to_have_text("Nothing waits for review")
    assert _status(claim) == "retired"
    still_page.get_by_role("button", name="Undo").click()
    expect(still_page.locator("#toasts")).to_contain_text("You undid")
    assert _status(claim) == "quarantined"


def _status(claim: Claim) -> str:
    claim.state.refresh_from_db()
    return claim.state.status


def test_a_failed_distillation_is_started_again(
    page: Page, live_url: str, curator: Membership, paths: list[str]
) -> None:
    sign_in(page, live_url, curator)
    path = paths[NAMES.index("episodes/{failed}/")]
    page.goto(live_url + path)
    expect(page.locator("#body")).to_contain_text("Timeout: the model did not answer")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#body")).to_contain_text("Queued")
    assert Work.objects.get(episode__uid=path.split("/")[-2]).attempts == 0
