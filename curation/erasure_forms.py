"""The form by which content is destroyed for good."""

from typing import Any

from django import forms


class EraseForm(forms.Form):
    """Why, and that the person knows what it means; `seen` names the preview."""

    seen = forms.CharField(widget=forms.HiddenInput)
    reason = forms.CharField(
        label="Reason, kept for good: do not repeat what is erased",
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
        error_messages={"required": "Say why: the certificate shows it."},
    )
    sure = forms.BooleanField(
        label="I know that this cannot be undone",
        error_messages={"required": "Nothing brings it back: say that you know."},
    )

    def __init__(self, seen: str, data: Any = None) -> None:
        super().__init__(data, initial={"seen": seen}, label_suffix="")
        self.now = seen

    @property
    def stale(self) -> bool:
        """Whether something else would go than the person saw."""
        return bool(self.data.get("seen") != self.now)

    def renewed(self) -> None:
        """Keep what was typed and take the preview as it is now as seen."""
        self.data = dict(self.data.items()) | {"seen": self.now}
