"""The form that adds a webhook."""

from typing import Any

from django import forms

from memory.models import WebhookKind
from memory.rules.refused import Refused
from memory.rules.webhook import MAX_URL


class WebhookForm(forms.Form):
    """An address and what it is told of; the domain judges the address."""

    url = forms.CharField(
        label="Address",
        max_length=MAX_URL,
        help_text="It starts with https://, and whoever runs this site lists its host.",
    )
    kinds = forms.MultipleChoiceField(
        label="What it is told of",
        choices=WebhookKind.choices,
        initial=WebhookKind.values,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "A webhook that is told nothing is of no use."},
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")

    def refuse(self, no: Refused) -> None:
        """Say a refusal of the domain at the field that it names."""
        field = no.field if no.field in self.fields else None
        self.add_error(field, f"{no.message} {no.hint}".strip())
