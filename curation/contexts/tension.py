"""One tension in full: where it came from, what was done, what it met."""

import datetime
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from curation.contexts.collisions import VERDICTS, CollisionLine, lines
from curation.contexts.tensions import TONES
from curation.contexts.words import Statement, statement, task_of
from memory.models import Derivation, Episode, Node, Observation, StatusEvent
from memory.queries.beliefs import beliefs
from tension.models import Entry, Surfacing, Tension
from tension.queries.tensions import collisions, near_identical
from tension.rules.states import State

SHOWN = 50
SHOWN_CLAIMS = 20


@dataclass(frozen=True)
class AboutClaim:
    """A claim as it stood when the tension was raised, and as it stands now."""

    uid: UUID
    statement: Statement
    then: str
    now: str


@dataclass(frozen=True)
class Span:
    """What was read where it came from; no text once it is gone."""

    observation: Observation
    source: str
    text: str | None


@dataclass(frozen=True)
class Context:
    """The episode that left it open: its task, what was read, what was concluded."""

    episode: Episode
    task: str
    spans: list[Span]
    claims: list[AboutClaim]
    others: list[Tension]


@dataclass(frozen=True)
class Act:
    """A line of the history."""

    at: datetime.datetime
    who: str
    did: str
    note: str


@dataclass(frozen=True)
class TensionPage:
    """One tension."""

    row: Tension
    title: str
    tone: str
    nodes: list[Node]
    claims: list[AboutClaim]
    findings: list[AboutClaim]
    answer: AboutClaim | None
    context: Context | None
    history: list[Act]
    surfacings: list[Surfacing]
    collisions: list[CollisionLine]
    alike: list[Tension]
    merged: list[Tension]
    undoable: bool
    hub: int
    verdicts: list[tuple[str, str]] = field(default_factory=lambda: VERDICTS)
    toast: Any = None


def tension_page(row: Tension, toast: Any = None) -> TensionPage:
    """One tension, in a number of statements that its rows do not change."""
    anchors = list(row.anchors.all())
    about = {each.claim_id for each in anchors if each.claim_id}
    linked = set(row.findings.values_list("claim_id", flat=True))
    known = _claims(row, about | linked | ({row.answer_id} - {None}))
    met = collisions(row.workspace).filter(tension=row).order_by("-pk")[:SHOWN]
    shown = row.surfacings.select_related("near").order_by("-pk")[:SHOWN]
    done = row.history.exclude(act__in=["raise", "judge"]).exists()
    return TensionPage(
        row=row,
        title=str(row),
        tone=TONES[State(row.state)],
        nodes=list({x.node_id: x.node for x in anchors if not x.claim_id}.values()),
        claims=[known[pk] for pk in sorted(about)],
        findings=[known[pk] for pk in sorted(linked)],
        answer=known.get(row.answer_id) if row.answer_id else None,
        context=_context(row),
        history=acts(row.history.all()),
        surfacings=list(shown),
        collisions=lines(row.workspace, list(met)),
        alike=near_identical(row) if row.unresolved else [],
        merged=list(row.merged.order_by("pk")),
        undoable=done,
        hub=settings.WARRANT_HUB_DEGREE,
        toast=toast,
    )


def _claims(row: Tension, pks: set[Any]) -> dict[int, AboutClaim]:
    """Claims as they stood when it was raised, and as they stand now."""
    found = beliefs(row.workspace, pks)
    then = _then(row, pks)
    return {
        pk: AboutClaim(
            uid=belief.uid,
            statement=statement(belief.claim),
            then=then[pk],
            now=belief.status.value,
        )
        for pk, belief in found.items()
    }


def _then(row: Tension, claims: set[Any]) -> dict[int, str]:
    """Their status when it was raised; the first one of what was recorded after."""
    events = StatusEvent.objects.filter(claim__in=claims).order_by("-pk")
    first = dict(events.values_list("claim_id", "after"))
    by_then = events.filter(at__lte=row.raised_at).order_by("pk")
    return first | dict(by_then.values_list("claim_id", "after"))


def _context(row: Tension) -> Context | None:
    if row.episode is None:
        return None
    seen = Observation.objects.filter(episode=row.episode).order_by("pk")
    derived = Derivation.objects.filter(episode=row.episode).order_by("pk")
    pks = list(derived.values_list("claim_id", flat=True).distinct()[:SHOWN_CLAIMS])
    others = Tension.objects.filter(episode=row.episode).exclude(pk=row.pk)
    return Context(
        episode=row.episode,
        task=task_of(row.episode),
        spans=[
            Span(each, str(each.source), each.words.text)
            for each in seen.select_related("words", "source__node")
        ],
        claims=list(_claims(row, set(pks)).values()),
        others=list(others.filter(~Q(statement="")).order_by("pk")),
    )


def acts(entries: QuerySet[Entry]) -> list[Act]:
    """Entries as a page shows them, latest first."""
    named = entries.select_related("by_member__user", "by_agent", "words")
    return [_act(each) for each in named.order_by("-pk")]


def _act(entry: Entry) -> Act:
    author = entry.by_member or entry.by_agent
    words = getattr(entry, "words", None)
    return Act(
        at=entry.at,
        who=author.name if author else f"policy “{entry.policy}”",
        did=entry.get_act_display(),
        note=words.text if words else "",
    )
