"""One shape for everything that goes wrong, and the status that each code has."""

import json
import logging
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from ninja.errors import HttpError, ValidationError
from pydantic import BaseModel

from memory.actions.assert_claim import AssertionRefused
from memory.actions.resolve_disputes_in_bulk import SetChanged
from memory.actions.undo import LaterDecisions
from memory.api.invalid import described
from memory.rules.refused import Later, Refused

log = logging.getLogger(__name__)


class Problem(BaseModel):
    """Why a request was refused; `field` is a path such as observations.3.text."""

    code: str
    message: str
    field: str = ""
    hint: str = ""


UNPROCESSABLE = 422
STATUSES = {
    "bad_json": 400,
    "bad_request": 400,
    "duplicate_key": 400,
    "encoding": 400,
    "unauthorized": 401,
    "forbidden": 403,
    "own_work": 403,
    "not_found": 404,
    "method_not_allowed": 405,
    "already_merged": 409,
    "already_one": 409,
    "already_undone": 409,
    "content_differs": 409,
    "dead_support": 409,
    "declared_distinct": 409,
    "episode_closed": 409,
    "erased_before": 409,
    "held": 409,
    "in_use": 409,
    "later_decisions": 409,
    "not_admissible": 409,
    "not_archived": 409,
    "not_dead": 409,
    "rejected_before": 409,
    "request_running": 409,
    "set_changed": 409,
    "stale_version": 409,
    "over_quota": 413,
    "text_gone": 409,
    "too_large": 413,
    "unsupported_media_type": 415,
    "quota_reached": 429,
    "too_many_requests": 429,
    "internal_error": 500,
    "bad_upstream": 502,
    "no_upstream": 503,
    "unavailable": 503,
    "webhook_inactive": 409,
}
"""Every code that is not here is an input that cannot be processed: 422."""

MESSAGES = {
    "bad_request": "The request cannot be understood.",
    "unauthorized": "A valid key is needed.",
    "forbidden": "This key may not do that.",
    "not_found": "There is nothing here.",
    "method_not_allowed": "This address does not take that method.",
    "too_large": "The request is too large.",
    "unsupported_media_type": "The media type is not supported.",
    "too_many_requests": "There are too many requests.",
    "internal_error": "Something went wrong on our side; it has been logged.",
    "unavailable": "The database cannot be reached.",
}
CODES = {STATUSES[code]: code for code in MESSAGES}

type Expected = dict[Any, Any]


def replies(success: Mapping[int, Any]) -> Expected:
    """The documented replies of an operation: its own and what may go wrong."""
    errors = (400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503)
    return {**dict.fromkeys(errors, Problem), **success}


def reply(
    code: str, message: str, *, field: str = "", hint: str = "", **more: object
) -> HttpResponse:
    """An error in the envelope, with the status of its code."""
    body = {"code": code, "message": message, "field": field, "hint": hint, **more}
    status = STATUSES.get(code, UNPROCESSABLE)
    return HttpResponse(
        json.dumps(body), status=status, content_type="application/json; charset=utf-8"
    )


def plain(status: int) -> HttpResponse:
    """The envelope for a failure that names nothing but its status."""
    code = CODES.get(status, "bad_request" if status < 500 else "internal_error")
    response = reply(code, MESSAGES[code])
    response.status_code = status
    return response


def on_refused(request: HttpRequest, no: Refused) -> HttpResponse:
    """What the rules of the domain refuse."""
    more: dict[str, object] = {}
    if isinstance(no, SetChanged):
        more |= {"count": no.count, "fingerprint": no.fingerprint}
    if isinstance(no, LaterDecisions):
        more["decisions"] = [str(uid) for uid in no.decisions]
    if isinstance(no, AssertionRefused) and no.path:
        more["path"] = [str(uid) for uid in no.path]
    response = reply(no.code, no.message, field=no.field, hint=no.hint, **more)
    if isinstance(no, Later):
        response["Retry-After"] = str(no.wait)
    return response


def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """What the framework refuses; a parser's refusal comes wrapped in one."""
    if isinstance(error.__cause__, Refused):
        return on_refused(request, error.__cause__)
    response = plain(error.status_code)
    if error.status_code == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def on_not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    """Nothing of that name."""
    return plain(404)


def on_too_big(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    """A body over the limit."""
    return plain(413)


def on_unavailable(request: HttpRequest, error: OperationalError) -> HttpResponse:
    """The database is away, or has no connection to spare."""
    log.error("the database cannot be reached: %s", error)
    response = plain(503)
    response["Retry-After"] = "1"
    return response


def on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """The first thing that is wrong with a request of the wrong shape."""
    first = error.errors[0]
    where, *path = first["loc"]
    if where == "path":
        return plain(404)
    if where == "body" and not request.body:
        return reply("bad_json", "The body is empty.")
    if where == "body":
        path = path[1:]
    no = described(first, path)
    return reply(no.code, no.message, field=no.field)
