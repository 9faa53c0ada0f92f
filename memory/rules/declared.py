"""Reads the conclusions that an agent declared, as kept beside its episode."""

import datetime
from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from memory.rules.candidate import (
    Candidate,
    Conclusion,
    NodeName,
    Premise,
    Quote,
    SupportName,
)
from memory.rules.values import Date, Flag, Number, Text, Value

type Json = Mapping[str, Any]


def read_conclusion(position: int, conclusion: Json) -> Candidate:
    """The candidate that conclusion number `position` stands for.

    The conclusion has passed the API's schema: shapes are right, numbers are kept
    as decimal strings, times as RFC 3339.
    """
    return Candidate(
        position=position,
        ref=conclusion.get("ref") or "",
        subject=read_node(conclusion["subject"]),
        predicate=conclusion["predicate"],
        target=_target(conclusion),
        kappa=float(conclusion["confidence"]),
        supports=tuple(_support(support) for support in conclusion["supports"]),
        text=conclusion.get("text") or "",
        type=conclusion.get("type") or "",
        qualifiers=conclusion.get("qualifiers") or {},
        valid_from=read_time(conclusion.get("valid_from")),
        valid_to=read_time(conclusion.get("valid_to")),
    )


def read_node(node: str | Json) -> NodeName | UUID:
    """A node named by its uid or by kind and external id."""
    return UUID(node) if isinstance(node, str) else NodeName(node["kind"], node["id"])


def read_value(value: Json) -> Value:
    """A value with exactly one of number, date, text and bool."""
    if value.get("number") is not None:
        return Number(Decimal(str(value["number"])), value.get("unit") or "")
    if value.get("date") is not None:
        return Date(datetime.date.fromisoformat(value["date"]))
    if value.get("text") is not None:
        return Text(value["text"])
    return Flag(value["bool"])


def read_time(text: str | None) -> datetime.datetime | None:
    """An RFC 3339 time, or none."""
    return datetime.datetime.fromisoformat(text) if text else None


def _target(conclusion: Json) -> NodeName | UUID | Value:
    if conclusion.get("object") is not None:
        return read_node(conclusion["object"])
    return read_value(conclusion["value"])


def _support(support: str | Json) -> SupportName:
    if isinstance(support, str):
        return Quote(support)
    if support.get("claim") is not None:
        return Premise(UUID(support["claim"]))
    if support.get("conclusion") is not None:
        return Conclusion(support["conclusion"])
    return Quote(support["observation"], words=support.get("quote"))
