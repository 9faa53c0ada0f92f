"""A person's verdict on a claim as it is sent."""

from typing import Literal

from memory.actions.review import Verdict
from memory.api.kinds import Count, Note, Strict
from memory.api.schemas.statement import Change

ReasonName = Literal[
    "wrong",
    "outdated",
    "unverifiable",
    "duplicate",
    "unsupported",
    "out_of_scope",
    "policy",
]


class SentVerdict(Strict):
    """A verdict on the version that the person saw."""

    version: Count
    verdict: Literal["accept", "reject", "edit", "needs_evidence"]
    reason: ReasonName | None = None
    note: Note | None = None
    edit: Change | None = None

    def read(self) -> Verdict:
        """As the action takes it."""
        return Verdict(
            kind=self.verdict,
            version=self.version,
            reason=self.reason or "",
            note=self.note or "",
            edit=None if self.edit is None else self.edit.read(),
        )
