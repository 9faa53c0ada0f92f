"""The form by which content is destroyed for good."""

from django import forms

from curation.retraction_forms import PreviewedForm


class EraseForm(PreviewedForm):
    """Why, and that the person knows what it means."""

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
