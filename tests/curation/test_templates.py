"""What no template may hold, since the content policy would refuse it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORBIDDEN = {
    "an inline style": r"<style|\sstyle=",
    "an inline script": r"<script(?![^>]*\ssrc=)",
    "a script in an attribute": r"\son[a-z]+=|hx-on|js:|javascript:",
    "a trigger filter": r"hx-trigger=\"[^\"]*\[",
    "unescaped text": r"\|safe\b|autoescape off",
    "a word of htmx 2": r"hx-(ext|vars|params|disabled-elt|disinherit|request)=",
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_needs_no_eval_and_no_inline_code(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = [what for what, how in FORBIDDEN.items() if re.search(how, text)]
    assert found == []


def test_every_form_that_posts_carries_its_token() -> None:
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        forms = re.findall(r'<form[^>]*method="post".*?</form>', text, re.DOTALL)
        assert all("csrf_token" in form for form in forms), path.name


def test_the_body_hands_its_token_to_every_request() -> None:
    assert "hx-headers:inherited=" in (ROOT / "templates/base.html").read_text()
