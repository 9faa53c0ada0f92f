"""The filter of the receipts, and the form to try the gate."""

from typing import Any, ClassVar

from django import forms
from django.db.models import Exists, OuterRef, Q

from curation.filters import Filter, person
from memory.classifier.quantity import MAX_TEXT
from memory.models import Receipt, ReceiptLine
from memory.rules.lifecycle import Status

STATES = [
    ("", "Any"),
    ("fallen", "Served what has fallen"),
    ("withheld", "Withheld something"),
    ("empty", "Served nothing"),
    ("degraded", "A lens was degraded"),
    ("trial", "Tried by a curator"),
]


class ReceiptFilter(Filter):
    """Of the receipts; `claim` is set by links and shown nowhere."""

    lookups: ClassVar[dict[str, str]] = {"q": "words__message__icontains"}
    model = Receipt

    q = forms.CharField(label="Message contains", required=False, max_length=200)
    who = forms.CharField(label="Who asked", required=False, max_length=80)
    state = forms.ChoiceField(label="Only", required=False, choices=STATES)
    claim = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def condition(self, name: str, value: Any) -> Q:
        """Who asked goes by every name that pages show."""
        lines = ReceiptLine.objects.filter(receipt=OuterRef("pk"))
        if name == "who":
            return Q(agent__name__icontains=value) | person("member__user", value)
        if name == "claim":
            return Q(Exists(lines.filter(claim__uid=value)))
        if name == "state":
            return _state(value, lines)
        return super().condition(name, value)


def _state(value: str, lines: Any) -> Q:
    served = lines.filter(reason="")
    match value:
        case "fallen":
            fallen = served.exclude(claim__state__status=Status.admissible)
            return Q(Exists(fallen))
        case "withheld":
            return Q(Exists(lines.exclude(reason="")))
        case "empty":
            return ~Q(Exists(served))
        case "degraded":
            return Q(degraded__len__gt=0)
        case _:
            return Q(trial=True)


class TrialForm(forms.Form):
    """A message to take through the gate as an agent would."""

    message = forms.CharField(
        label="A message, as an agent would send it",
        max_length=MAX_TEXT,
        widget=forms.Textarea({"rows": 3}),
    )
