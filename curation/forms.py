"""Forms of the verdicts: what a person typed, as what the domain is asked."""

import datetime
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms

from curation.contexts.words import number
from memory.actions.review import Verdict
from memory.models import Reason, ValueKind
from memory.queries.belief import Belief
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from memory.rules.values import Date, Flag, Number, Text, Value

MOMENT = "%Y-%m-%dT%H:%M"
EDITED = (
    "text", "object_kind", "object_id", "value_number", "value_unit", "value_date",
    "value_text", "value_bool", "kappa", "valid_from", "valid_to",
)  # fmt: skip


class VerdictForm(forms.Form):
    """Accept, or ask for evidence; `version` and `seen_…` are what the person saw."""

    kind: ClassVar[str] = "accept"
    title: ClassVar[str] = "Accept"
    verb: ClassVar[str] = "Accept"

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seen_status = forms.CharField(required=False, widget=forms.HiddenInput)
    seen_text = forms.CharField(required=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Note, kept for good",
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(self, belief: Belief, data: Any = None) -> None:
        super().__init__(data, initial=self.seen(belief), label_suffix="")

    @staticmethod
    def seen(belief: Belief) -> dict[str, Any]:
        """What the person sees when the form is shown."""
        return {
            "version": belief.version,
            "seen_status": belief.status.value,
            "seen_text": belief.text,
        }

    def verdict(self) -> Verdict:
        """The verdict of a valid form."""
        data = self.cleaned_data
        return Verdict(
            kind=self.kind,
            version=data["version"],
            reason=data.get("reason", ""),
            note=data["note"],
            edit=self.edit(),
        )

    def edit(self) -> Edit | None:
        """What it changes about the claim."""
        return None

    def renewed(self, belief: Belief) -> None:
        """Keep what was typed and take the claim as it stands now as seen."""
        self.data = dict(self.data.items()) | VerdictForm.seen(belief)


class NeedsEvidenceForm(VerdictForm):
    """Ask for evidence and say what is missing."""

    kind = "needs_evidence"
    title = "Needs evidence"
    verb = "Ask for evidence"

    def __init__(self, belief: Belief, data: Any = None) -> None:
        super().__init__(belief, data)
        self.fields["note"].label = "What is missing"


class RejectForm(VerdictForm):
    """Reject for one of the closed list of reasons."""

    kind = "reject"
    title = "Reject"
    verb = "Reject"

    reason = forms.ChoiceField(
        choices=Reason.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a reason: it is kept with the claim."},
    )
    field_order = ("reason", "note")


class EditForm(VerdictForm):
    """Edit wording, κ and validity in place, or the object or value."""

    kind = "edit"
    title = "Edit"
    verb = "Save and accept"

    text = forms.CharField(
        label="Wording", max_length=4000, widget=forms.Textarea({"rows": 2})
    )
    object_kind = forms.CharField(label="Object: kind", max_length=60, required=False)
    object_id = forms.CharField(label="Object: id", max_length=2200, required=False)
    value_number = forms.DecimalField(label="Value", required=False)
    value_unit = forms.CharField(label="Unit", max_length=60, required=False)
    value_date = forms.DateField(
        label="Value", required=False, widget=forms.DateInput({"type": "date"})
    )
    value_text = forms.CharField(label="Value", max_length=4000, required=False)
    value_bool = forms.ChoiceField(
        label="Value", choices=[("yes", "Yes"), ("no", "No")], required=False
    )
    kappa = forms.FloatField(
        label="κ, above 0 and up to 1",
        min_value=0.000001,
        max_value=1,
        widget=forms.NumberInput({"step": "any"}),
    )
    valid_from = forms.DateTimeField(
        label="Valid from (UTC)",
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format=MOMENT),
    )
    valid_to = forms.DateTimeField(
        label="Valid to (UTC)",
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format=MOMENT),
    )
    field_order: Sequence[str] = (*EDITED, "note")
    of_kind: ClassVar[dict[str, tuple[str, ...]]] = {
        ValueKind.NODE: ("object_kind", "object_id"),
        ValueKind.NUMBER: ("value_number", "value_unit"),
        ValueKind.DATE: ("value_date",),
        ValueKind.TEXT: ("value_text",),
        ValueKind.BOOL: ("value_bool",),
    }

    def __init__(self, belief: Belief, data: Any = None) -> None:
        super().__init__(belief, data)
        self.value_kind = belief.claim.value_kind
        for kind, names in self.of_kind.items():
            for name in names if kind != self.value_kind else ():
                del self.fields[name]

    @staticmethod
    def seen(belief: Belief) -> dict[str, Any]:
        """The parts of the claim as they stand."""
        claim = belief.claim
        live = [each for each in belief.derivations if each.live]
        start, end = belief.validity[-1] if belief.validity else (None, None)
        value = claim.value_number
        return VerdictForm.seen(belief) | {
            "text": live[-1].text if live else belief.text,
            "kappa": live[-1].kappa if live else None,
            "valid_from": start,
            "valid_to": end,
            "object_kind": claim.object.kind if claim.object else "",
            "object_id": claim.object.external_id if claim.object else "",
            "value_number": number(value) if value is not None else None,
            "value_unit": claim.value_unit,
            "value_date": claim.value_date,
            "value_text": claim.value_text,
            "value_bool": "yes" if claim.value_bool else "no",
        }

    def clean(self) -> dict[str, Any]:
        """Validity ends after it begins."""
        data = super().clean() or {}
        start, end = data.get("valid_from"), data.get("valid_to")
        if start and end and end < start:
            self.add_error("valid_to", "This is before the time it is valid from.")
        return data

    def edit(self) -> Edit:
        """The parts that differ from what was seen."""
        changed = set(self.changed_data)
        data = self.cleaned_data
        moved = changed & set(self.of_kind[self.value_kind])
        return Edit(
            text=data["text"] if "text" in changed else None,
            target=self._target() if moved else None,
            valid_from=_if(changed, data, "valid_from"),
            valid_to=_if(changed, data, "valid_to"),
            kappa=data["kappa"] if "kappa" in changed else None,
        )

    def _target(self) -> NodeName | Value:
        data = self.cleaned_data
        match self.value_kind:
            case ValueKind.NODE:
                return NodeName(data["object_kind"], data["object_id"])
            case ValueKind.NUMBER:
                return Number(data["value_number"], data["value_unit"])
            case ValueKind.DATE:
                return Date(data["value_date"])
            case ValueKind.BOOL:
                return Flag(data["value_bool"] == "yes")
        return Text(data["value_text"])


def _if(changed: set[str], data: dict[str, Any], name: str) -> datetime.datetime | None:
    return data[name] if name in changed else None


FORMS: dict[str, type[VerdictForm]] = {
    "accept": VerdictForm,
    "reject": RejectForm,
    "edit": EditForm,
    "needs-evidence": NeedsEvidenceForm,
}
