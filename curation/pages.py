"""Rendering: the whole page, or the part that a script asked for."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

from curation.access import Place
from curation.shell import shell

THEMES = ("light", "dark")


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks for a part; restoring history asks for a whole page."""
    headers = request.headers
    restoring = headers.get("HX-History-Restore-Request") == "true"
    return headers.get("HX-Request-Type") == "partial" and not restoring


def theme_of(request: HttpRequest) -> str:
    """The chosen theme, empty for the system's."""
    chosen = request.COOKIES.get("theme", "")
    return chosen if chosen in THEMES else ""


def render(
    request: HttpRequest,
    place: Place | None,
    template: str,
    page: Any = None,
    *,
    part: str = "main",
    status: int = 200,
) -> HttpResponse:
    """The template with `page`; for htmx its partial `part`, and beside a new main
    the shell's counters and toast. Answers vary by the headers that decide this.
    """
    partial = wants_part(request)
    context = {
        "page": page,
        "place": place,
        "shell": shell(request, place) if part == "main" or not partial else None,
        "theme": theme_of(request),
    }
    name = f"{template}#{part}" if partial else template
    body = render_to_string(name, context, request)
    if partial and part == "main":
        body += render_to_string("curation/_beside.html", context, request)
    response = HttpResponse(body, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-Request-Type", "Cookie"])
    return response
