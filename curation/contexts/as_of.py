"""A claim as it was believed at an earlier instant."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.dateparse import parse_date, parse_datetime

from curation.contexts.activity import LogEntry, decisions, entry
from curation.contexts.words import speaker_of, task_of
from memory.models import Claim, StatusEvent
from memory.queries.as_of import belief_as_of
from memory.queries.belief import DerivationView
from memory.rules.refused import Missing


@dataclass(frozen=True)
class OldReading:
    """One derivation as it counted then."""

    episode: UUID
    task: str
    who: str
    kappa: float
    at: datetime.datetime
    text: str
    live: bool
    withdrawn: bool


@dataclass(frozen=True)
class AsOf:
    """What was believed then, and why; `status` is empty before it was recorded."""

    at: datetime.datetime
    status: str
    low: float | None
    high: float | None
    readings: list[OldReading]
    because: LogEntry | None


def moment_of(request: HttpRequest, claim: Claim) -> datetime.datetime | None:
    """The instant that the address names.

    `?as_of=` is an instant, or the end of a day (UTC); `?step=` is the instant of that
    change in the claim's history, from 1.
    """
    if "step" in request.GET:
        return _step(claim, request.GET["step"])
    typed = request.GET.get("as_of", "").strip()
    try:
        instant = parse_datetime(typed) if "T" in typed or " " in typed else None
        day = None if instant else parse_date(typed)
    except ValueError:
        return None
    if instant is not None:
        aware = instant.tzinfo is not None
        return instant if aware else instant.replace(tzinfo=datetime.UTC)
    if day is None:
        return None
    return datetime.datetime.combine(day, datetime.time.max, datetime.UTC)


def turnings(claim: Claim) -> QuerySet[StatusEvent]:
    """Every change of status, oldest first."""
    events = StatusEvent.objects.filter(claim=claim, workspace=claim.workspace_id)
    changes = events.exclude(before=F("after"))
    return changes.select_related("decision").order_by("pk")


def _step(claim: Claim, typed: str) -> datetime.datetime | None:
    if not (typed.isascii() and typed.isdigit() and len(typed) < 6):
        return None
    times = list(turnings(claim).values_list("at", flat=True))
    return times[min(int(typed), len(times)) - 1] if int(typed) and times else None


def as_of(claim: Claim, at: datetime.datetime) -> AsOf:
    """A claim at an instant, in a constant number of statements."""
    try:
        found = belief_as_of(claim.workspace, claim.uid, at)
    except Missing:
        return AsOf(at, "", None, None, [], None)
    known = found.confidence if found.stands else None
    assert found.cause.uid is not None
    return AsOf(
        at=at,
        status=found.status.value,
        low=known.by_source if known else None,
        high=known.independent if known else None,
        readings=[_reading(each) for each in found.derivations],
        because=entry(decisions(claim.workspace).get(uid=found.cause.uid)),
    )


def _reading(each: DerivationView) -> OldReading:
    return OldReading(
        episode=each.episode.uid,
        task=task_of(each.episode),
        who=speaker_of(each.episode),
        kappa=each.kappa,
        at=each.recorded_at,
        text=each.text,
        live=each.live,
        withdrawn=each.withdrawn,
    )
