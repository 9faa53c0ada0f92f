"""The HTTP API as one application: its routers, its errors and its documents."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from memory.api import (
    checks,
    claims,
    conflicts,
    decisions,
    disputes,
    episodes,
    errors,
    gate,
    health,
    keeping,
    merges,
    nodes,
    operations,
    provenance,
    references,
    retractions,
    search,
    webhooks,
)
from memory.api.parsing import StrictParser
from memory.api.replies import Replayed, on_replayed, once
from memory.rules.refused import Refused
from tension.api import collisions, tensions

# Where errors are JSON, never pages.
PREFIX = ("/api/", "/proxy/")
type Answer = HttpResponseBase | Awaitable[HttpResponseBase]

api = NinjaAPI(
    title="Warrant",
    version="1.0.0",
    description="The curated long-term memory of AI agents.",
    parser=StrictParser(),
)
api.add_decorator(once, mode="view")
PARTS = (
    episodes,
    operations,
    claims,
    checks,
    provenance,
    references,
    retractions,
    disputes,
    conflicts,
    decisions,
    nodes,
    merges,
    keeping,
    search,
    gate,
    webhooks,
    health,
    tensions,
    collisions,
)
for part in PARTS:
    api.add_router("", part.router)
HANDLERS: Mapping[type[Exception], Callable[[HttpRequest, Any], HttpResponse]] = {
    Refused: errors.on_refused,
    Replayed: on_replayed,
    HttpError: errors.on_http_error,
    ValidationError: errors.on_invalid,
    Http404: errors.on_not_found,
    RequestDataTooBig: errors.on_too_big,
    OperationalError: errors.on_unavailable,
}
for error, handler in HANDLERS.items():
    api.add_exception_handler(error, handler)


def api_urls() -> tuple[list[URLPattern | URLResolver], str, str]:
    """The API's addresses; a key opens them, not a person's session."""
    urls = api.urls
    for pattern in urls[0]:
        if isinstance(pattern, URLPattern):
            login_not_required(pattern.callback)
    return urls


class ErrorEnvelope:
    """Outermost middleware: no error leaves the API's addresses as HTML or text."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        response = self.get_response(request)
        if isinstance(response, HttpResponseBase):
            return wrapped(request, response)
        return self._later(request, response)

    async def _later(
        self, request: HttpRequest, response: Awaitable[HttpResponseBase]
    ) -> HttpResponseBase:
        return wrapped(request, await response)


def door(status: int, page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """An error handler: the envelope for the API, a page for everything else."""

    def answer(
        request: HttpRequest, exception: Exception | None = None
    ) -> HttpResponse:
        if request.path.startswith(PREFIX):
            return errors.plain(status)
        return page(request) if exception is None else page(request, exception)

    return answer


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
