"""A dispute or a conflict being settled: its form, and what happened meanwhile."""

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from curation.conflict_forms import ConflictForm
from curation.contexts.activity import LogEntry
from curation.contexts.dispute import along
from curation.contexts.disputes import Line
from curation.contexts.verdict import changes, latest, since
from curation.contexts.words import Statement, statement
from curation.dispute_forms import Settling, renewed
from memory.models import Claim, Workspace
from memory.queries.conflicts import ConflictView
from memory.queries.disputes import DisputeView
from memory.rules.refused import Refused


@dataclass(frozen=True)
class SettlementPage:
    """The form of one verb; `conflict` says what happened meanwhile."""

    form: Any
    statement: Statement
    title: str
    action: str
    back: str
    about: str
    along: list[Line] = field(default_factory=list)
    evidence: bool = False
    refused: str = ""
    conflict: list[LogEntry] | None = None
    changes: list[tuple[str, str, str]] | None = None
    toast: Any = None


def settling_dispute(
    workspace: Workspace,
    view: DisputeView,
    form: Settling,
    action: str,
    *,
    stale: bool,
    refused: Refused | None,
) -> SettlementPage:
    """The form of one verb of a dispute; a stale one takes what is now as seen."""
    belief = view.belief
    told = since(workspace, belief, int(form.data["version"])) if stale else None
    differs = changes(form, belief) if stale else None
    if stale:
        renewed(form, view)
    return SettlementPage(
        form=form,
        statement=statement(belief.claim),
        title=form.title,
        action=action,
        back=reverse("dispute", args=[workspace.slug, view.uid]),
        about=effect_of(form.kind, view),
        along=along(view, form.kind),
        evidence=form.evidence,
        refused=words_of(refused),
        conflict=told,
        changes=differs,
    )


def settling_conflict(
    workspace: Workspace,
    view: ConflictView,
    claim: Claim,
    form: ConflictForm,
    action: str,
    *,
    stale: bool,
    refused: Refused | None,
) -> SettlementPage:
    """The form of one verb of a conflict; a stale one takes what is now as seen."""
    if stale:
        form.renewed(view)
    return SettlementPage(
        form=form,
        statement=statement(claim),
        title=form.title,
        action=action,
        back=reverse("conflict", args=[workspace.slug, view.uid]),
        about=form.about,
        refused=words_of(refused),
        conflict=latest(workspace, [view.first, view.second]) if stale else None,
    )


def words_of(refused: Refused | None) -> str:
    """Why something was refused, and what would be right."""
    return f"{refused.message} {refused.hint}".strip() if refused else ""


def effect_of(verb: str, view: DisputeView) -> str:
    """What a verb would do to a disputed claim."""
    resting = view.belief.dependants
    rest = f" {resting} rest on it." if resting else ""
    match verb:
        case "uphold":
            return f"It returns to the status it had: a live reading remains.{rest}"
        case "resupport":
            return "A reading of yours is attached, and it returns to its status."
        case "retire":
            return f"It ends, and what has no other live reading is withheld.{rest}"
        case "revise":
            return (
                "A new wording replaces the old one; another object or value makes a "
                "new claim, and this one is superseded."
            )
    return "It stays disputed and withheld, on purpose, and can be settled later."
