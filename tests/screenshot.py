"""Takes the README's pictures of the running demo: `python -m tests.screenshot`."""

import json
import os
import shutil
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "static"
SIZE: ViewportSize = {"width": 1440, "height": 900}
PAGES = {"review": "review/", "claim": "claims/"}


def main() -> None:
    """Sign in to the demo of this data folder and picture its pages in both themes."""
    data = Path(os.environ.get("WARRANT_DATA", ROOT / "var"))
    demo = json.loads((data / "demo.json").read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        picture_all(browser.new_page(viewport=SIZE, color_scheme="light"), demo, "")
        picture_all(browser.new_page(viewport=SIZE, color_scheme="dark"), demo, "-dark")
        browser.close()


def picture_all(page: Page, demo: dict[str, dict[str, str]], suffix: str) -> None:
    """One picture of each page in one theme."""
    page.goto(f"{demo['url']}/login/")
    page.get_by_label("User name").fill(demo["curator"]["username"])
    page.get_by_label("Password").fill(demo["curator"]["password"])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="What needs you")).to_be_visible()
    home = page.url
    for name, path in PAGES.items():
        page.goto(home + path)
        picture(page, name, suffix)
    page.close()


def picture(page: Page, name: str, suffix: str) -> None:
    """The page, or of a list the first thing it leads to."""
    if name == "claim":
        page.locator("#rows a").last.click()
    page.locator("#main h1").wait_for()
    if name == "review":
        page.locator("#queue a").filter(has_text="P-101A feeds").first.click()
        expect(page.locator("#hold")).to_contain_text("Yours")
    page.screenshot(path=PICTURES / f"screenshot-{name}{suffix}.png")


if __name__ == "__main__":
    main()
