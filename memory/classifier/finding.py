"""A finding: what a check says about a span, and what would have to be true."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Check = Literal["formula", "units", "double_counting", "generalisation", "vocabulary"]
Verdict = Literal["contradicted", "suspect", "undecidable", "not_checked", "consistent"]
DecidedBy = Literal["code", "model", "rule"]
ALARMS: frozenset[Verdict] = frozenset(("contradicted", "suspect"))


@dataclass(frozen=True)
class Finding:
    """One result of one check on a span of the text.

    Only `decided_by="code"` may carry the verdict `contradicted`.
    """

    check: Check
    verdict: Verdict
    decided_by: DecidedBy
    span: tuple[int, int]
    message: str
    reported: str = ""
    computed: str = ""
    tolerance: str = ""
    rule: str = ""

    @property
    def is_alarm(self) -> bool:
        """True when a curator should look."""
        return self.verdict in ALARMS


UNANSWERED = " The judge gave no usable answer."


def shown(value: Decimal) -> str:
    """A number in plain digits, four significant ones at most."""
    if not value.is_finite():
        return "any"
    rounded = Decimal(f"{value:.4g}")
    size = abs(rounded)
    if size and (size >= Decimal("1e7") or size < Decimal("1e-4")):
        return f"{float(value):.3e}"
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
