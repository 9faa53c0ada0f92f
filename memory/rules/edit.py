"""What a curator changes about a claim."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from memory.rules.candidate import NodeName
from memory.rules.values import Value


@dataclass(frozen=True)
class Edit:
    """The changed parts of a claim; None leaves a part as it is.

    Wording, validity and κ are edited in place: a curator's derivation replaces the
    edited one (`derivation`, by default the newest live one). Another object or
    value, or other qualifiers, make another claim.
    """

    text: str | None = None
    target: NodeName | UUID | Value | None = None
    valid_from: datetime.datetime | None = None
    valid_to: datetime.datetime | None = None
    kappa: float | None = None
    derivation: UUID | None = None
    qualifiers: Mapping[str, str] | None = None

    def changes_nothing(self) -> bool:
        """Whether no part is named."""
        return self == Edit(derivation=self.derivation)

    def restates(self) -> bool:
        """Whether it makes another statement."""
        return self.target is not None or self.qualifiers is not None
