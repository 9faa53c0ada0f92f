"""One finding as it leaves the store, and by what it is known again."""

import datetime
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from memory.classifier.finding import ALARMS
from memory.classifier.finding import Finding as Found
from memory.models import CheckedText, Finding, FindingState, Workspace
from memory.rules.refused import Missing

# As much of a rule's name as is kept.
RULE = 60
LONGEST_QUOTE = 500


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


def contradicting() -> QuerySet[Finding]:
    """Contradictions by arithmetic that nobody dismissed."""
    rows = current().filter(verdict="contradicted")
    return rows.exclude(state=FindingState.DISMISSED)


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


type Mark = tuple[str, str, int, int]


def mark_of(found: Found) -> Mark:
    """By what a finding is known again: check, rule and span."""
    return found.check, found.rule[:RULE], *found.span


def mark_of_row(row: Finding) -> Mark:
    """The mark of a finding that is kept."""
    return row.kind, row.rule, row.start, row.end
