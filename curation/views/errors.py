"""Error pages: what happened, whether anything changed, where to go on."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from curation.pages import render


@dataclass(frozen=True)
class Trouble:
    """What an error page says."""

    title: str
    text: str


def _answer(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    page = Trouble(title, text)
    return render(request, None, "curation/error.html", page, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request could not be read."""
    text = "The request could not be read, so nothing was changed."
    return _answer(request, 400, "That request made no sense", text)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: the member's role does not allow it."""
    text = str(exception) or "Your role does not allow this. Nothing was changed."
    return _answer(request, 403, "Not allowed", text)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: nothing of that name here; another workspace's row looks the same."""
    text = (
        "Nothing in your workspaces has this address. If somebody sent it to you, "
        "ask which workspace it belongs to."
    )
    return _answer(request, 404, "Not found", text)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault; rendered without touching the database."""
    text = (
        "Something failed on our side and was recorded. Whatever you had "
        "decided before is kept; this last request may not have been carried out."
    )
    return _answer(request, 500, "The server failed", text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token has expired."""
    text = (
        "The form you sent was older than your session, so nothing was changed. "
        "Go back, load the page again and repeat it."
    )
    return _answer(request, 403, "That form has expired", text)
