"""Forms of the reference library."""

from typing import Any

from django import forms

from memory.api.parsing import parse
from memory.rules.csl import Reference, read_reference
from memory.rules.refused import Refused

LONGEST = 2_000_000
MOST = 2000
# So many faults are named at once.
NAMED = 5


class VetForm(forms.Form):
    """Why a source is vetted, or is not any longer."""

    note = forms.CharField(
        label="Why, kept for good",
        max_length=4000,
        widget=forms.Textarea({"rows": 2}),
        error_messages={"required": "Say why: whoever relies on it can read it."},
    )


class BibliographyForm(forms.Form):
    """References in CSL-JSON, and why they are vetted."""

    bibliography = forms.CharField(
        label="References in CSL-JSON, as reference managers export them",
        max_length=LONGEST,
        widget=forms.Textarea({"rows": 12, "spellcheck": "false"}),
    )
    note = forms.CharField(
        label="Why they are vetted, kept for good",
        max_length=4000,
        widget=forms.Textarea({"rows": 2}),
    )

    def clean_bibliography(self) -> list[Reference]:
        """The references; all faults are named and none is taken in part."""
        items = self._items(self.cleaned_data["bibliography"])
        read, wrong = [], []
        for at, item in enumerate(items, 1):
            try:
                read.append(read_reference(item if isinstance(item, dict) else {}))
            except Refused as no:
                wrong.append(f"Reference {at}: {no.message} ({no.field})")
        if wrong:
            more = [f"And {len(wrong) - NAMED} more."] if len(wrong) > NAMED else []
            raise forms.ValidationError([*wrong[:NAMED], *more])
        return read

    def _items(self, typed: str) -> list[Any]:
        try:
            found = parse(typed.encode())
        except Refused as no:
            raise forms.ValidationError(f"This is not JSON: {no.message}") from None
        items = found if isinstance(found, list) else [found]
        if not 1 <= len(items) <= MOST:
            raise forms.ValidationError(f"One to {MOST} references at a time.")
        return items
