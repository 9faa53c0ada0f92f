"""Forms that settle a conflict: the world changed, it was wrong, or both are true."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from curation.forms import MOMENT
from memory.actions.settle_conflict import ConflictSettlement
from memory.models import Reason
from memory.queries.belief import Belief
from memory.queries.conflicts import ConflictView
from memory.rules.edit import Edit


def moment(label: str, *, required: bool = False) -> forms.DateTimeField:
    return forms.DateTimeField(
        label=label,
        required=required,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format=MOMENT),
    )


class ConflictForm(forms.Form):
    """Keep it open; also what every settlement has in common.

    `version` is the conflict's as the person saw it, `claim` the one that is acted
    on.
    """

    kind: ClassVar[str] = "keep_open"
    title: ClassVar[str] = "Keep open"
    verb: ClassVar[str] = "Keep open"
    about: ClassVar[str] = (
        "Both stay as they are, each marked as conflicting wherever it is told. The "
        "pair leaves this queue."
    )

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    claim = forms.UUIDField(required=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Note, kept for good",
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(
        self, view: ConflictView, claim: Belief, other: Belief, data: Any = None
    ) -> None:
        given = {"version": view.conflict.version, "claim": claim.uid}
        super().__init__(data, initial=given, label_suffix="")
        self.start(claim, other)

    def start(self, claim: Belief, other: Belief) -> None:
        """What the fields hold before anybody types."""

    def edit(self) -> Edit | None:
        """What it changes about the claim."""
        return None

    def settlement(self) -> ConflictSettlement:
        """The settlement of a valid form."""
        data = self.cleaned_data
        return ConflictSettlement(
            action=self.kind,
            version=data["version"],
            claim=data["claim"],
            reason=data.get("reason", ""),
            note=data["note"],
            changed_at=data.get("changed_at"),
            edit=self.edit(),
        )

    def renewed(self, view: ConflictView) -> None:
        """Keep what was typed and take the conflict as it stands now as seen."""
        self.data = dict(self.data.items()) | {"version": view.conflict.version}


class SupersedeForm(ConflictForm):
    """The world changed: the claim was right until then."""

    kind = "supersede"
    title = "The world changed since"
    verb = "Supersede it"
    about = (
        "It stays true of its time, its validity ends, and the other takes its place."
    )

    changed_at = moment("When the world changed (UTC); empty: when the other begins")
    field_order = ("changed_at", "note")

    def start(self, claim: Belief, other: Belief) -> None:
        """By default when the other claim begins to hold."""
        begins = other.validity[-1][0] if other.validity else None
        self.initial["changed_at"] = begins


class WrongForm(ConflictForm):
    """It was wrong, and is retired for a reason."""

    kind = "retire"
    title = "This one was wrong"
    verb = "Retire it"
    about = "It ends, and the same statement is refused from now on."

    reason = forms.ChoiceField(
        choices=Reason.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a reason: it is kept with the claim."},
    )
    field_order = ("reason", "note")


class QualifyForm(ConflictForm):
    """Both are true: under other qualifiers, or at other times."""

    kind = "qualify"
    title = "Both are true"
    verb = "Qualify it"
    about = (
        "Say of this one when or under what it holds, so that both can. Other "
        "qualifiers make another statement, which supersedes this one."
    )

    qualifiers = forms.CharField(
        label="Qualifiers, one a line: name = value",
        required=False,
        max_length=2000,
        widget=forms.Textarea({"rows": 2}),
    )
    valid_from = moment("Valid from (UTC)")
    valid_to = moment("Valid to (UTC)")
    field_order = ("qualifiers", "valid_from", "valid_to", "note")

    def start(self, claim: Belief, other: Belief) -> None:
        """The parts of the claim as they stand."""
        begins, ends = claim.validity[-1] if claim.validity else (None, None)
        pairs = claim.claim.qualifiers.items()
        self.initial.update(
            {
                "qualifiers": "\n".join(f"{name} = {value}" for name, value in pairs),
                "valid_from": begins,
                "valid_to": ends,
            }
        )

    def clean_qualifiers(self) -> dict[str, str]:
        """Names with their values."""
        found = {}
        for line in self.cleaned_data["qualifiers"].splitlines():
            name, equals, value = line.partition("=")
            if line.strip() and not (equals and name.strip() and value.strip()):
                raise forms.ValidationError("Write each as name = value.")
            if line.strip():
                found[name.strip()] = value.strip()
        return found

    def clean(self) -> dict[str, Any]:
        """Something has to change, and validity ends after it begins."""
        data = super().clean() or {}
        begins, ends = data.get("valid_from"), data.get("valid_to")
        if begins and ends and ends < begins:
            self.add_error("valid_to", "This is before the time it is valid from.")
        if not {"qualifiers", "valid_from", "valid_to"} & set(self.changed_data):
            self.add_error(None, "Change a qualifier or the time in which it holds.")
        return data

    def edit(self) -> Edit:
        """The parts that differ from what was seen."""
        changed, data = set(self.changed_data), self.cleaned_data
        return Edit(
            qualifiers=data["qualifiers"] if "qualifiers" in changed else None,
            valid_from=data["valid_from"] if "valid_from" in changed else None,
            valid_to=data["valid_to"] if "valid_to" in changed else None,
        )


CONFLICT_FORMS: Mapping[str, type[ConflictForm]] = {
    "supersede": SupersedeForm,
    "wrong": WrongForm,
    "qualify": QualifyForm,
    "keep": ConflictForm,
}
