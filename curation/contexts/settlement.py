"""A dispute or a conflict being settled: its form, and what happened meanwhile."""

from dataclasses import dataclass, field
from typing import Any

from curation.contexts.activity import LogEntry
from curation.contexts.disputes import Line
from curation.contexts.words import Statement
from memory.queries.disputes import DisputeView


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
