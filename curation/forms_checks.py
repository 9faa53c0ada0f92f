"""Forms of the Checks page: the text to check, and what a person makes of a finding."""

from django import forms

from memory.actions.check_document import LONGEST
from memory.models import FindingState


class PasteForm(forms.Form):
    """A text to check."""

    text = forms.CharField(
        label="Text to check",
        max_length=LONGEST,
        strip=False,
        widget=forms.Textarea({"rows": 6}),
        error_messages={"required": "Paste some text first."},
    )

    def clean_text(self) -> str:
        """The text with the line ends that it has elsewhere."""
        text: str = self.cleaned_data["text"].replace("\r\n", "\n")
        if not text.strip():
            raise forms.ValidationError("Paste some text first.")
        return text


class JudgeForm(forms.Form):
    """Why a finding is right or wrong; `seen` is its state when the form was shown."""

    seen = forms.ChoiceField(choices=FindingState.choices)
    note = forms.CharField(required=False, max_length=4000)
