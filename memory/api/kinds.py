"""The kinds of text, number and time that request bodies are made of."""

import datetime
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from memory.rules.spelling import (
    IdentityRefused,
    is_address,
    normalise,
    normalise_kind,
    voice,
)
from memory.rules.values import parse_number

EARLIEST = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
# Any offset from UTC leaves these within what a database and a calendar can hold.
FIRST_YEAR, LAST_YEAR = 2, 9998
DAY = datetime.timedelta(days=1)

_TIME = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d{1,6})?([Zz]|[+-]\d\d:\d\d)?", re.ASCII
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


class Strict(BaseModel):
    """A body of exact types; a member that is not named here is refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def refuse(code: str, message: str, field: str = "") -> PydanticCustomError:
    """An error with the reply's code, at a field below the model that raises it."""
    given = {"code": code, "message": message, "field": field}
    return PydanticCustomError("refused", "{message}", given)


def _visible(text: str) -> str:
    if all(unicodedata.category(character)[0] in "CZ" for character in text):
        raise refuse("blank", "There must be a visible character.")
    return text


def _identifier(text: str) -> str:
    return _folds(lambda: normalise("", text), text)


def _folded_kind(text: str) -> str:
    return _folds(lambda: normalise_kind(text), text)


def _folds(fold: Callable[[], str], text: str) -> str:
    try:
        fold()
    except IdentityRefused as no:
        raise refuse(no.code, f"{str(no).capitalize()}.") from None
    return text


def _uri(text: str) -> str:
    if not text:
        return text
    if not is_address(text):
        raise refuse("scheme", "A URI has a scheme, and not one that runs or reads.")
    return _folds(lambda: voice(text), text)


def _time(value: Any) -> datetime.datetime:
    if not isinstance(value, str):
        raise refuse("type", "A time is a text.")
    found = _TIME.fullmatch(value)
    if found is None:
        raise refuse("datetime", "A time is written as RFC 3339.")
    if found[2] is None:
        raise refuse("timezone_required", "A time names its offset from UTC.")
    try:
        time = datetime.datetime.fromisoformat(value.upper())
    except ValueError:
        raise refuse("datetime", "There is no such time.") from None
    if not FIRST_YEAR <= time.year <= LAST_YEAR:
        raise refuse("range", "The time is out of range.")
    return time.astimezone(datetime.UTC)


def _past(time: datetime.datetime) -> datetime.datetime:
    if not EARLIEST <= time <= datetime.datetime.now(datetime.UTC) + DAY:
        raise refuse("range", "The time must lie between 1970 and tomorrow.")
    return time


def _date(value: Any) -> datetime.date:
    if not isinstance(value, str):
        raise refuse("type", "A date is a text.")
    with suppress(ValueError):
        if _DATE.fullmatch(value):
            return datetime.date.fromisoformat(value)
    raise refuse("date", "A date is written YYYY-MM-DD.")


def _date_or_time(text: str) -> str:
    if _DATE.fullmatch(text):
        return _date(text).isoformat()
    return _time(text).isoformat() if text else text


def _uuid(value: Any) -> UUID:
    if not isinstance(value, str):
        raise refuse("type", "An id is a text.")
    try:
        return UUID(value)
    except ValueError:
        raise refuse("id", "This is not an id.") from None


def _decimal(value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise refuse("type", "This is not a number.")
    try:
        return parse_number(str(value))
    except ValueError as no:
        raise refuse("range", f"The number has {no}.") from None


def _confidence(value: Any) -> Decimal:
    if value is None or value in ("NaN", "Infinity", "-Infinity"):
        raise refuse("finite_number", "A confidence is a finite number.")
    number = _decimal(value)
    # Of two equal zeros one has a sign, and both are refused; so is what a double
    # rounds to zero.
    if not 0 < number <= 1 or float(number) == 0:
        raise refuse("range", "A confidence lies in (0, 1].")
    return number


def _integer(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise refuse("type", "This is not a whole number.")
    if 0 <= value < 2**31:
        return value
    raise refuse("range", "The number is out of range.")


Ref = Annotated[str, StringConstraints(max_length=200), AfterValidator(_identifier)]
"""A name that its sender gave: visible, without control characters."""

Kind = Annotated[str, StringConstraints(max_length=60), AfterValidator(_folded_kind)]
Uri = Annotated[str, StringConstraints(max_length=2000), AfterValidator(_uri)]
AsOf = Annotated[str, StringConstraints(max_length=40), AfterValidator(_date_or_time)]
Title = Annotated[str, StringConstraints(max_length=400)]
Note = Annotated[str, StringConstraints(max_length=4000)]
Statement = Annotated[str, StringConstraints(max_length=4000), AfterValidator(_visible)]
Query = Annotated[str, StringConstraints(max_length=1000), AfterValidator(_visible)]
Document = Annotated[str, AfterValidator(_visible)]
Passage = Annotated[
    str, StringConstraints(max_length=100_000), AfterValidator(_visible)
]

_TIME_SCHEMA = WithJsonSchema({"type": "string", "format": "date-time"})
Time = Annotated[datetime.datetime, BeforeValidator(_time), _TIME_SCHEMA]
"""Aware, of any year; comes out in UTC."""

PastTime = Annotated[
    datetime.datetime, BeforeValidator(_time), AfterValidator(_past), _TIME_SCHEMA
]
Day = Annotated[
    datetime.date,
    BeforeValidator(_date),
    WithJsonSchema({"type": "string", "format": "date"}),
]
Uid = Annotated[
    UUID, BeforeValidator(_uuid), WithJsonSchema({"type": "string", "format": "uuid"})
]
Exact = Annotated[
    Decimal, BeforeValidator(_decimal), WithJsonSchema({"type": "number"})
]
"""A number with the digits that it was written with."""

Kappa = Annotated[
    Decimal,
    BeforeValidator(_confidence),
    WithJsonSchema({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
]
Count = Annotated[
    int,
    BeforeValidator(_integer),
    WithJsonSchema({"type": "integer", "minimum": 0, "maximum": 2**31 - 1}),
]
