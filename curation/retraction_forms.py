"""Forms of retraction and reinstatement."""

import re
from typing import Any
from uuid import UUID

from django import forms

from memory.models import RetractionKind

UID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
KINDS = [
    (RetractionKind.RETRACTION.value, "Retraction: not to be relied on"),
    (RetractionKind.CORRECTION.value, "Correction: something else takes its place"),
    (RetractionKind.CONCERN.value, "Concern: under question, it still resolves"),
]


class PreviewedForm(forms.Form):
    """Of an act that was previewed; `seen` names the preview that the person saw."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, seen: str, data: Any = None) -> None:
        super().__init__(data, initial={"seen": seen}, label_suffix="")
        self.now = seen

    @property
    def stale(self) -> bool:
        """Whether something else would happen than the person saw."""
        return bool(self.data.get("seen") != self.now)

    def renewed(self) -> None:
        """Keep what was typed and take the preview as it is now as seen."""
        self.data = dict(self.data.items()) | {"seen": self.now}


class RetractForm(PreviewedForm):
    """What happened and why."""

    kind = forms.ChoiceField(
        label="What happened",
        choices=KINDS,
        widget=forms.RadioSelect,
        initial=RetractionKind.RETRACTION.value,
    )
    replacement = forms.CharField(
        label="What takes its place, for a correction: its id or page address",
        required=False,
        max_length=500,
        widget=forms.TextInput({"list": "replacements", "autocomplete": "off"}),
    )
    reason = forms.CharField(
        label="Reason, kept for good",
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": "Say why: every dispute that it opens shows it."},
    )

    def clean_replacement(self) -> UUID | None:
        """The id in what was typed, whether alone or within an address."""
        typed = self.cleaned_data["replacement"].strip()
        found = UID.findall(typed)
        if typed and not found:
            raise forms.ValidationError("There is no id in this.")
        return UUID(found[-1]) if found else None

    def clean(self) -> dict[str, Any]:
        """A correction, and nothing else, has a replacement."""
        data = super().clean() or {}
        correcting = data.get("kind") == RetractionKind.CORRECTION
        if (
            correcting
            and not data.get("replacement")
            and "replacement" not in self.errors
        ):
            self.add_error("replacement", "A correction names what takes its place.")
        if not correcting:
            data["replacement"] = None
        return data


class ReinstateForm(forms.Form):
    """Why it may be relied on again."""

    reason = forms.CharField(
        label="Reason, kept for good",
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": "Say why it may be relied on again."},
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, label_suffix="")
