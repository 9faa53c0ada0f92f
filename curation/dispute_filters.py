"""Filters of disputes and of conflicts, in the address and nowhere else."""

from collections.abc import Sequence
from uuid import UUID

from django import forms

from curation.filters import Filter
from memory.models import ConflictState, DisputeState, Proposal
from memory.queries.disputes import DisputeFilter

EFFECTS = [
    ("", "Any"),
    ("lost", "Lost"),
    ("weakened", "Weakened"),
    ("reached", "Reached"),
]


class DisputesFilter(Filter):
    """Of the disputes; `cause` is the decision that opened them."""

    effect = forms.ChoiceField(required=False, choices=EFFECTS)
    proposal = forms.ChoiceField(
        required=False, choices=[("", "Any"), *Proposal.choices]
    )
    state = forms.ChoiceField(
        required=False, choices=[("", "Not settled"), *DisputeState.choices]
    )
    cause = forms.UUIDField(
        label="Opened by", required=False, widget=forms.Select({"class": "long"})
    )

    def offer(self, causes: Sequence[tuple[UUID, str]]) -> None:
        """Offer what has opened disputes, the chosen one among it."""
        chosen = self.chosen.get("cause")
        known = [(str(uid), title) for uid, title in causes]
        if chosen is not None and str(chosen) not in dict(known):
            known.append((str(chosen), "The chosen one"))
        self.fields["cause"].widget.choices = [("", "Anything"), *known]

    def asked(self) -> DisputeFilter:
        """The same as the domain is asked."""
        chosen = self.chosen
        state = chosen.get("state")
        return DisputeFilter(
            states=(state,) if state else (),
            opened_by=chosen.get("cause"),
            effect=chosen.get("effect"),
            proposal=chosen.get("proposal"),
        )


class ConflictsFilter(Filter):
    """Of the conflicts: those that wait, unless others are asked for."""

    state = forms.ChoiceField(
        required=False,
        choices=[("", "Open"), *ConflictState.choices[1:]],
    )

    @property
    def states(self) -> tuple[str, ...]:
        """The states that are asked for."""
        return (self.chosen.get("state", ConflictState.OPEN.value),)
