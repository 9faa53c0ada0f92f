"""The HTTP API as one application: its routers, its errors and its documents."""

from collections.abc import Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from memory.api import episodes, errors
from memory.api.parsing import StrictParser
from memory.api.replies import Replayed, on_replayed, once
from memory.rules.refused import Refused

PREFIX = "/api/"

api = NinjaAPI(
    title="Warrant",
    version="1.0.0",
    description="The curated long-term memory of AI agents.",
    parser=StrictParser(),
)
api.add_decorator(once, mode="view")
api.add_router("", episodes.router)
api.add_exception_handler(Refused, errors.on_refused)
api.add_exception_handler(Replayed, on_replayed)
api.add_exception_handler(HttpError, errors.on_http_error)
api.add_exception_handler(ValidationError, errors.on_invalid)
api.add_exception_handler(Http404, errors.on_not_found)
api.add_exception_handler(RequestDataTooBig, errors.on_too_big)
api.add_exception_handler(OperationalError, errors.on_unavailable)


def api_urls() -> tuple[list[URLPattern | URLResolver], str, str]:
    """The API's addresses; a key opens them, not a person's session."""
    urls = api.urls
    for pattern in urls[0]:
        if isinstance(pattern, URLPattern):
            pattern.callback.login_required = False
    return urls


class ErrorEnvelope:
    """Outermost middleware: no error leaves the API's addresses as HTML or text."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], object]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> object:
        response = self.get_response(request)
        if isinstance(response, HttpResponseBase):
            return wrapped(request, response)
        return self._later(request, response)

    async def _later(self, request: HttpRequest, response: object) -> object:
        return wrapped(request, await response)


def wrapped(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The response, or the envelope in place of an error that is not JSON."""
    if not request.path.startswith(PREFIX) or response.status_code < 400:
        return response
    if response.headers.get("Content-Type", "").startswith("application/json"):
        return response
    envelope = errors.plain(response.status_code)
    if "Allow" in response.headers:
        envelope["Allow"] = response.headers["Allow"]
    return envelope
