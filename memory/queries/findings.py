"""Findings as they stand: of claims, of observations, the recent ones."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from memory.classifier.finding import ALARMS
from memory.models import (
    Appearance,
    CheckedText,
    Finding,
    Support,
    Workspace,
)
from memory.queries.finding import (
    FindingView,
    Mark,
    current,
    loaded,
    mark_of_row,
    view,
)
from memory.rules.digest import text_digest


@dataclass(frozen=True)
class Wanted:
    """Which findings are wanted; None is any."""

    check: str | None = None
    verdict: str | None = None
    state: str | None = None
    text: UUID | None = None


def findings(workspace: Workspace, wanted: Wanted) -> QuerySet[Finding]:
    """Findings of each text's latest check."""
    asked = {
        "kind": wanted.check,
        "verdict": wanted.verdict,
        "state": wanted.state,
        "text__uid": wanted.text,
    }
    chosen = {name: value for name, value in asked.items() if value is not None}
    return current().filter(workspace=workspace, **chosen)


def known_in(workspace: Workspace, text: str) -> dict[Mark, FindingView]:
    """What is known of a text's words, by mark."""
    rows = loaded().filter(workspace=workspace, text__digest=text_digest(text))
    return {mark_of_row(row): view(row) for row in rows.order_by("pk")}


def findings_of_text(text: CheckedText) -> list[FindingView]:
    """The findings on one checked text, in its order."""
    rows = loaded().filter(text=text).order_by("start", "position")
    return [view(row) for row in rows]


def findings_of_observations(
    observations: Collection[int],
) -> dict[int, list[FindingView]]:
    """What was found in the words of some observations, in two statements."""
    rows = Appearance.objects.filter(observation__in=observations)
    places = _by_text(rows.select_related("observation"))
    found: dict[int, list[FindingView]] = {}
    for row in _on(places):
        for place in places[row.text_id]:
            assert place.observation is not None
            told = view(row, place.observation.uid)
            found.setdefault(place.observation.pk, []).append(told)
    return found


def findings_of_claims(
    claims: Collection[int], supports: Iterable[Support] = ()
) -> dict[int, list[FindingView]]:
    """What was found in the wording of claims, then alarms in the words they cite.

    Two statements whatever the number of claims; an alarm beside the cited span is
    none of the claim's.
    """
    cited = _cited(supports)
    rows = Appearance.objects.filter(claim__in=claims) | Appearance.objects.filter(
        observation__in=cited
    )
    places = _by_text(rows.select_related("observation"))
    found: dict[int, list[FindingView]] = {}
    for row in _on(places):
        for place in places[row.text_id]:
            if place.claim_id is not None:
                found.setdefault(place.claim_id, []).append(view(row))
            elif place.observation is not None and row.verdict in ALARMS:
                told = view(row, place.observation.uid)
                for claim, start, end in cited[place.observation.pk]:
                    if row.start < end and start < row.end:
                        found.setdefault(claim, []).append(told)
    return {claim: _in_order(rows) for claim, rows in found.items()}


def _cited(supports: Iterable[Support]) -> dict[int, set[tuple[int, int, int]]]:
    """By observation: the claims that cite it, each with its span."""
    found: dict[int, set[tuple[int, int, int]]] = {}
    for each in supports:
        if each.observation_id is not None:
            spot = (each.claim_id, each.span_start or 0, each.span_end or 0)
            found.setdefault(each.observation_id, set()).add(spot)
    return found


def _by_text(rows: Iterable[Appearance]) -> dict[int, list[Appearance]]:
    found: dict[int, list[Appearance]] = {}
    for row in rows:
        found.setdefault(row.text_id, []).append(row)
    return found


def _on(places: Mapping[int, object]) -> Iterable[Finding]:
    rows = current().filter(text__in=places) if places else Finding.objects.none()
    return rows.order_by("text", "position")


def _in_order(rows: Iterable[FindingView]) -> list[FindingView]:
    """Own wording before evidence, alarms before the rest; each once."""
    once = {(row.uid, row.observation): row for row in rows}
    return sorted(
        once.values(), key=lambda x: (x.observation is not None, not x.is_alarm)
    )
