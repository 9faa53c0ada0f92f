"""Fields, constraints and single-row facts of tensions."""

from tension.models.cursor import Cursor
from tension.models.history import Act, Entry, EntryNote, Finding
from tension.models.meeting import Collision, CollisionState, TriggerKind
from tension.models.surfacing import INBOX, Surfacing
from tension.models.tension import Anchor, Kind, Origin, Tension

__all__ = [
    "INBOX",
    "Act",
    "Anchor",
    "Collision",
    "CollisionState",
    "Cursor",
    "Entry",
    "EntryNote",
    "Finding",
    "Kind",
    "Origin",
    "Surfacing",
    "Tension",
    "TriggerKind",
]
