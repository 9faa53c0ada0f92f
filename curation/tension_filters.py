"""Filters of tensions and collisions, in the address and nowhere else."""

from typing import ClassVar

from django import forms
from django.db.models import Q

from curation.filters import Filter, offer
from memory.models import Membership, Workspace
from tension.models import CollisionState, Kind
from tension.models.tension import STATES
from tension.rules.states import State


class TensionFilter(Filter):
    """Of the inbox: what is open, unless something else is asked for."""

    lookups: ClassVar[dict[str, str]] = {
        "q": "statement__icontains",
        "kind": "kind",
        "state": "state",
        "owner": "owner__uid",
    }

    q = forms.CharField(label="Says", required=False, max_length=200)
    state = forms.ChoiceField(required=False, choices=[("", "Open"), *STATES[1:]])
    kind = forms.ChoiceField(required=False, choices=[("", "Any"), *Kind.choices])
    owner = forms.TypedChoiceField(required=False)

    def offer(self, workspace: Workspace) -> None:
        """Offer the people of the workspace as owners."""
        rows = Membership.objects.filter(workspace=workspace).select_related("user")
        people = [(str(row.uid), row.name) for row in rows.order_by("pk")]
        offer(self, "owner", [("", "Anybody"), *people])

    @property
    def default(self) -> Q:
        """What is shown where no state is asked for."""
        return Q() if "state" in self.chosen else Q(state=State.open.value)


class CollisionFilter(Filter):
    """Of the feed: what waits for a verdict, unless something else is asked for."""

    lookups: ClassVar[dict[str, str]] = {"state": "state"}

    state = forms.ChoiceField(
        required=False, choices=[("", "New"), *CollisionState.choices[1:]]
    )

    @property
    def default(self) -> Q:
        """What is shown where no state is asked for."""
        return Q() if "state" in self.chosen else Q(state=CollisionState.NEW)
