"""Lists in pages: each page ends with a cursor that only its own list accepts."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from django.core import signing
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from pydantic import BaseModel, Field

from memory.rules.refused import Refused


class Page[Item: BaseModel](BaseModel):
    """One page; `next` is null on the last one."""

    items: list[Item]
    next: str | None


class Paging(BaseModel):
    """Which page is wanted."""

    limit: int = Field(default=50, ge=1, le=200)
    cursor: str | None = Field(default=None, max_length=200)


def page[Row: Model](
    request: HttpRequest,
    rows: QuerySet[Row],
    wanted: Paging,
    list_: str,
    *,
    newest_first: bool = True,
) -> tuple[list[Row], str | None]:
    """The rows after the cursor in id order, and the cursor of the next page.

    `list_` names the list, its workspace and its filters: a cursor of another list
    is refused, as one that was tampered with. So is a filter that the list lacks:
    its caller would take too much for what was asked for.
    """
    _refuse_unknown_filters(request, wanted)
    rows = rows.order_by("-pk" if newest_first else "pk")
    if wanted.cursor is not None:
        after = int(_read(wanted.cursor, list_))
        rows = rows.filter(**{"pk__lt" if newest_first else "pk__gt": after})
    found = list(rows[: wanted.limit + 1])
    if len(found) <= wanted.limit:
        return found, None
    last = found[wanted.limit - 1]
    return found[: wanted.limit], signing.dumps(last.pk, salt=list_)


class Placed(Protocol):
    """What a query lists: it knows its own place, to go on from."""

    @property
    def key(self) -> Any:
        """Its place in the list's order."""


def stretch[View: Placed](
    request: HttpRequest,
    wanted: Paging,
    list_: str,
    fetch: Callable[[Any, int], Sequence[View]],
) -> tuple[Sequence[View], str | None]:
    """As `page`, of a list that a query orders and limits itself.

    `fetch` gives at most so many views after a key, or from the first one on.
    """
    _refuse_unknown_filters(request, wanted)
    after = None if wanted.cursor is None else _read(wanted.cursor, list_)
    found = fetch(tuple(after) if isinstance(after, list) else after, wanted.limit + 1)
    if len(found) <= wanted.limit:
        return found, None
    found = found[: wanted.limit]
    return found, signing.dumps(found[-1].key, salt=list_)


def _refuse_unknown_filters(request: HttpRequest, wanted: Paging) -> None:
    for name in request.GET.keys() - type(wanted).model_fields.keys():
        raise Refused("extra_forbidden", "There is no such filter.", field=name)


def _read(cursor: str, list_: str) -> Any:
    try:
        return signing.loads(cursor, salt=list_)
    except signing.BadSignature:
        raise Refused(
            "bad_cursor", "This is not a cursor of this list.", field="cursor"
        ) from None
