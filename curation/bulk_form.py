"""The form of one settlement for a whole filter of disputes."""

from typing import Any

from django import forms

from memory.models import Reason
from memory.steps.settlement import Settlement


class BulkForm(forms.Form):
    """One settlement for a whole filter; the hidden fields name the set as counted."""

    action = forms.ChoiceField(
        label="Settle each by",
        choices=[
            ("uphold", "Uphold: a live derivation remains"),
            ("retire", "Retire, with a reason"),
            ("defer", "Defer: keep it disputed on purpose"),
        ],
        widget=forms.RadioSelect,
        initial="uphold",
    )
    reason = forms.ChoiceField(
        label="Reason, to retire",
        required=False,
        choices=[("", "Choose one"), *Reason.choices],
    )
    note = forms.CharField(
        label="Note, kept with each",
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 2}),
    )
    count = forms.IntegerField(required=False, widget=forms.HiddenInput)
    fingerprint = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")

    def clean(self) -> dict[str, Any]:
        """To retire names its reason."""
        data = super().clean() or {}
        if data.get("action") == "retire" and not data.get("reason"):
            self.add_error("reason", "Choose a reason: it is kept with each claim.")
        return data

    def counted(self, count: int, fingerprint: str) -> None:
        """Take a set as the one that was seen."""
        self.data = dict(self.data.items()) | {
            "count": count,
            "fingerprint": fingerprint,
        }

    def settlement(self) -> Settlement:
        """The settlement of a valid form; the version of each is its own."""
        data = self.cleaned_data
        return Settlement(
            action=data["action"],
            version=0,
            reason=data["reason"] if data["action"] == "retire" else "",
            note=data["note"],
        )

    @property
    def expected(self) -> tuple[int, str]:
        """The set as it was counted."""
        data = self.cleaned_data
        return data["count"] or 0, data["fingerprint"]
