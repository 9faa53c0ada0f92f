"""Lists in pages: each page ends with a cursor that only its own list accepts."""

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
    for name in request.GET.keys() - type(wanted).model_fields.keys():
        raise Refused("extra_forbidden", "There is no such filter.", field=name)
    rows = rows.order_by("-pk" if newest_first else "pk")
    if wanted.cursor is not None:
        after = _read(wanted.cursor, list_)
        rows = rows.filter(**{"pk__lt" if newest_first else "pk__gt": after})
    found = list(rows[: wanted.limit + 1])
    if len(found) <= wanted.limit:
        return found, None
    last = found[wanted.limit - 1]
    return found[: wanted.limit], signing.dumps(last.pk, salt=list_)


def _read(cursor: str, list_: str) -> int:
    try:
        after = signing.loads(cursor, salt=list_)
    except signing.BadSignature:
        raise Refused(
            "bad_cursor", "This is not a cursor of this list.", field="cursor"
        ) from None
    return int(after)
