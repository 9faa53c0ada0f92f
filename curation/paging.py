"""Long lists in stretches, newest first, by the key of the last row shown."""

from dataclasses import dataclass

from django.db.models import Model, QuerySet
from django.http import HttpRequest

SIZE = 50


@dataclass(frozen=True)
class Stretch[T]:
    """Some rows of a list and the address of those after them, empty at the end."""

    rows: list[T]
    more: str


def stretch[M: Model](request: HttpRequest, rows: QuerySet[M]) -> Stretch[M]:
    """The rows after `?before=`; a row added meanwhile shifts nothing."""
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        rows = rows.filter(pk__lt=int(before))
    found = list(rows.order_by("-pk")[: SIZE + 1])
    more = ""
    if len(found) > SIZE:
        query = request.GET.copy()
        query["before"] = str(found[SIZE - 1].pk)
        more = f"?{query.urlencode()}"
    return Stretch(found[:SIZE], more)
