"""Findings as they stand: of claims, of observations, the recent ones."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from memory.classifier.finding import ALARMS
from memory.classifier.finding import Finding as Found
from memory.models import (
    Appearance,
    CheckedText,
    Finding,
    FindingState,
    Support,
    Workspace,
)
from memory.rules.digest import text_digest
from memory.rules.refused import Missing

# As much of a rule's name as is kept.
RULE = 60


@dataclass(frozen=True)
class FindingView:
    """A finding as it leaves the store.

    `observation` is the evidence it is on; none on a claim's own wording. `decision`,
    `who`, `at` and `note` say what a person made of it.
    """

    uid: UUID
    text: UUID
    check: str
    verdict: str
    decided_by: str
    span: tuple[int, int]
    quote: str
    reported: str
    computed: str
    tolerance: str
    message: str
    state: str
    observation: UUID | None = None
    decision: UUID | None = None
    who: str = ""
    at: datetime.datetime | None = None
    note: str = ""

    @property
    def is_alarm(self) -> bool:
        """Whether a person should look."""
        return self.verdict in ALARMS


def current() -> QuerySet[Finding]:
    """Findings of each text's latest check, with who decided."""
    newer = CheckedText.objects.filter(
        workspace=OuterRef("workspace"),
        digest=OuterRef("text__digest"),
        pk__gt=OuterRef("text"),
    )
    return loaded().filter(~Exists(newer))


def loaded() -> QuerySet[Finding]:
    """Findings with who decided and their text's row, but for its words."""
    rows = Finding.objects.select_related(
        "text", "decision__by_member__user", "decision__words"
    )
    return rows.defer("text__text")


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


type Mark = tuple[str, str, int, int]


def mark_of(found: Found) -> Mark:
    """By what a finding is known again: check, rule and span."""
    return found.check, found.rule[:RULE], *found.span


def known_in(workspace: Workspace, text: str) -> dict[Mark, FindingView]:
    """What is known of a text's words, by mark."""
    rows = loaded().filter(workspace=workspace, text__digest=text_digest(text))
    return {
        (row.kind, row.rule, row.start, row.end): view(row)
        for row in rows.order_by("pk")
    }


def finding(workspace: Workspace, uid: UUID) -> Finding:
    """One finding of this workspace; raises Missing."""
    found = loaded().filter(workspace=workspace, uid=uid).first()
    if found is None:
        raise Missing("finding")
    return found


def view(row: Finding, observation: UUID | None = None) -> FindingView:
    """A row with its decision loaded."""
    decision = row.decision
    note = getattr(decision, "words", None)
    member = decision.by_member if decision else None
    return FindingView(
        uid=row.uid,
        text=row.text.uid,
        check=row.kind,
        verdict=row.verdict,
        decided_by=row.decided_by,
        span=(row.start, row.end),
        quote=row.quote,
        reported=row.reported,
        computed=row.computed,
        tolerance=row.tolerance,
        message=row.message,
        state=row.state,
        observation=observation,
        decision=decision.uid if decision else None,
        who=member.name if member else "",
        at=decision.at if decision else None,
        note=note.text if note else "",
    )


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


def contradicting() -> QuerySet[Finding]:
    """Contradictions by arithmetic that nobody dismissed."""
    rows = current().filter(verdict="contradicted")
    return rows.exclude(state=FindingState.DISMISSED)
