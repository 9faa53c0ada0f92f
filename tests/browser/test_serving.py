"""The site as a browser gets it: hashed files, a strict policy, nothing blocked."""

import re
import urllib.request

from playwright.sync_api import Page, expect

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)


def test_a_page_comes_with_the_whole_policy(live_url: str) -> None:
    with urllib.request.urlopen(f"{live_url}/admin/login/") as answer:
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        page = answer.read().decode()
    sheet = re.search(r'href="(/static/admin/css/base\.[0-9a-f]{12}\.css)"', page)
    assert sheet is not None
    with urllib.request.urlopen(f"{live_url}{sheet[1]}") as answer:
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Type"].startswith("text/css")
        assert len(answer.read()) == int(answer.headers["Content-Length"]) > 1000


def test_a_browser_blocks_nothing_of_a_page(page: Page, live_url: str) -> None:
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    page.goto(f"{live_url}/admin/")
    expect(page.get_by_label("Username")).to_be_visible()
    assert complaints == []
