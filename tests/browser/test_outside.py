"""The pages that need no workspace: signing in and out, and having none."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page

from memory.models import Membership
from tests.browser.desk import sign_in
from tests.make import PASSWORD

THEMES = ["light", "dark"]
WIDTHS = [320, 1440]


def sound(page: Page) -> None:
    """No barrier that axe knows, and nothing to scroll sideways for."""
    found = Axe().run(page).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) == 0


def dressed(page: Page, live_url: str, theme: str, width: int) -> None:
    """A theme and a width for what follows."""
    page.set_viewport_size({"width": width, "height": 800})
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live_url}])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_signing_in_and_out(
    page: Page, live_url: str, curator: Membership, theme: str, width: int
) -> None:
    dressed(page, live_url, theme, width)
    page.goto(f"{live_url}/login/")
    sound(page)
    sign_in(page, live_url, curator)
    page.goto(f"{live_url}/no-such-place/")
    sound(page)
    page.context.clear_cookies(name="sessionid")
    page.goto(f"{live_url}/w/plant/")
    sound(page)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_having_no_workspace(
    page: Page, live_url: str, db: None, theme: str, width: int
) -> None:
    User.objects.create_user("nobody", password=PASSWORD)
    dressed(page, live_url, theme, width)
    page.goto(f"{live_url}/login/")
    page.get_by_label("User name").fill("nobody")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text("No workspace yet").first.wait_for()
    sound(page)
