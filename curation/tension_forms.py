"""Forms of tensions: raising one, and what a person does about it."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django import forms

from curation.conflict_forms import moment
from curation.filters import offer
from memory.models import Claim, Membership, Predicate, ValueKind
from memory.models.workspace import CURATING
from memory.queries.belief import statement
from memory.queries.canonical import one_thing
from tension.actions.triage import Triage
from tension.models import Anchor, Kind, Tension
from tension.queries.tensions import near_identical
from tension.rules.states import UNRESOLVED

OFFERED = 50


class TriageForm(forms.Form):
    """Keep it; also what every verb has in common. `version` is what was seen."""

    kind: ClassVar[str] = "keep"
    title: ClassVar[str] = "Keep open"
    verb: ClassVar[str] = "Keep open"
    about: ClassVar[str] = "It was looked at and stays open, as it is."

    version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Note, kept for good",
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(self, tension: Tension, data: Any = None) -> None:
        self.tension = tension
        given = {"version": tension.version}
        super().__init__(data, initial=given, label_suffix="")
        self.start()

    def start(self) -> None:
        """What the fields offer before anybody types."""

    def triage(self, claim: Claim | None = None) -> Triage:
        """The triage of a valid form; `claim` is one that was stated just now."""
        data = self.cleaned_data
        return Triage(
            verb=self.kind,
            version=data["version"],
            note=data["note"],
            until=data.get("until"),
            until_material=data.get("until_material", False),
            into=data.get("into"),
            claim=claim.uid if claim else data.get("claim"),
            owner=data.get("owner"),
        )

    def statement(self) -> dict[str, Any] | None:
        """A claim that is stated with it."""
        return None

    def renewed(self, tension: Tension) -> None:
        """Keep what was typed and take the tension as it stands now as seen."""
        self.data = dict(self.data.items()) | {"version": tension.version}


class SnoozeForm(TriageForm):
    """Until a date, or until something new is near."""

    kind = "snooze"
    title = verb = "Snooze"
    about = "It is not surfaced until then, and comes back by itself."

    until = moment("Until (UTC)")
    until_material = forms.BooleanField(
        label="or as soon as new material comes near it", required=False
    )
    field_order = ("until", "until_material", "note")

    def clean(self) -> dict[str, Any]:
        """One of the two has to be given, and a date lies ahead."""
        data = super().clean() or {}
        until = data.get("until")
        if until is not None and until <= datetime.datetime.now(datetime.UTC):
            self.add_error("until", "That moment has passed.")
        if until is None and not data.get("until_material") and not self.errors:
            self.add_error("until", "Say until when: a date or new material.")
        return data


class MergeForm(TriageForm):
    """Into another unresolved one, those that say the same first."""

    kind = "merge"
    title = verb = "Merge"
    about = "What it is about counts for the other one from then on. It can be undone."

    into = forms.TypedChoiceField(label="Into", coerce=UUID)
    field_order = ("into", "note")

    def start(self) -> None:
        """Near-identical ones, then the newest."""
        same = near_identical(self.tension)
        others = Tension.objects.filter(
            workspace=self.tension.workspace_id, state__in=UNRESOLVED
        ).exclude(pk__in=[self.tension.pk, *(each.pk for each in same)])
        rows = [*same, *others.order_by("-pk")[:OFFERED]]
        offer(self, "into", _titles(rows))


class LinkForm(TriageForm):
    """A claim that bears on it."""

    kind = "link"
    title = "Link a finding"
    verb = "Link"
    about = "A claim that bears on it without settling it."

    claim = forms.TypedChoiceField(label="Claim", coerce=UUID)
    field_order = ("claim", "note")

    def start(self) -> None:
        """The claims around what it is about."""
        offer(self, "claim", _claims(self.tension))


class AnswerForm(TriageForm):
    """A claim with support: one of the store, or one that is stated here."""

    kind = "answer"
    title = verb = "Answer"
    about = (
        "The answer is a claim that stands on evidence. Choose one, or state it here: "
        "what you say you know is then recorded as an episode of its own."
    )

    claim = forms.TypedChoiceField(label="Claim", coerce=UUID, required=False)
    subject_kind = forms.CharField(label="Or subject: kind", required=False)
    subject_id = forms.CharField(label="Subject: id", required=False)
    predicate = forms.ChoiceField(label="Relation", required=False)
    object_kind = forms.CharField(label="Object: kind", required=False)
    object_id = forms.CharField(label="Object: id", required=False)
    testimony = forms.CharField(
        label="How it is known, in words",
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
    )
    field_order = ("claim", "subject_kind", "subject_id", "predicate", "object_kind",
                   "object_id", "testimony", "note")  # fmt: skip
    stated_here = ("subject_kind", "subject_id", "predicate", "object_kind",
                   "object_id", "testimony")  # fmt: skip

    def start(self) -> None:
        """Claims around it, and its first node as a subject."""
        offered = [("", "None of these"), *_claims(self.tension)]
        offer(self, "claim", offered)
        rows = Predicate.objects.filter(
            workspace=self.tension.workspace_id, value_kind=ValueKind.NODE
        )
        labels = [(row.name, row.label) for row in rows.order_by("label")]
        offer(self, "predicate", [("", "Choose"), *labels])

    def clean(self) -> dict[str, Any]:
        """Either a claim, or all that states one."""
        data = super().clean() or {}
        if not data.get("claim"):
            for name in self.stated_here:
                if not data.get(name):
                    self.add_error(name, "Needed to state it, unless you choose one.")
        return data

    def statement(self) -> dict[str, Any] | None:
        """The conclusion as the domain takes it, if one is stated."""
        data = self.cleaned_data
        if data.get("claim"):
            return None
        return {
            "subject": {"kind": data["subject_kind"], "id": data["subject_id"]},
            "predicate": data["predicate"],
            "object": {"kind": data["object_kind"], "id": data["object_id"]},
            "confidence": 0.9,
            "supports": [],
        }


class DropForm(TriageForm):
    """With a reason."""

    kind = "drop"
    title = verb = "Drop"
    about = "It stops being surfaced. The reason is kept, and it can be undone."

    def start(self) -> None:
        """Dropping says why."""
        self.fields["note"].required = True
        self.fields["note"].label = "Why, kept for good"


class EscalateForm(TriageForm):
    """To a lead, and to the front."""

    kind = "escalate"
    title = verb = "Escalate"
    about = "It weighs most from then on, and a lead owns it."


class AssignForm(TriageForm):
    """To somebody else who curates."""

    kind = "assign"
    title = verb = "Hand over"
    about = "Whoever owns it is asked first."

    owner = forms.TypedChoiceField(label="To", coerce=UUID)
    field_order = ("owner", "note")

    def start(self) -> None:
        """Everybody who curates here."""
        rows = Membership.objects.filter(
            workspace=self.tension.workspace_id, role__in=CURATING
        ).select_related("user")
        people = [(str(row.uid), row.name) for row in rows.order_by("pk")]
        offer(self, "owner", people)


TRIAGE_FORMS: Mapping[str, type[TriageForm]] = {
    form.kind: form
    for form in (
        TriageForm, SnoozeForm, MergeForm, LinkForm, AnswerForm, DropForm,
        EscalateForm, AssignForm,
    )
}  # fmt: skip


class RaiseForm(forms.Form):
    """What is unresolved, why it matters, and what it is about."""

    kind = forms.ChoiceField(choices=Kind.choices, initial=Kind.QUESTION)
    statement = forms.CharField(
        label="What is unresolved",
        max_length=4000,
        widget=forms.Textarea({"rows": 3}),
    )
    why = forms.CharField(
        label="Why it matters",
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 2}),
    )


def _titles(rows: Sequence[Tension]) -> list[tuple[str, str]]:
    return [(str(row.uid), str(row)[:160]) for row in rows]


def _claims(tension: Tension) -> list[tuple[str, str]]:
    """Claims at what it is about, the newest first."""
    anchors = Anchor.objects.filter(tension=tension)
    nodes = one_thing(list(anchors.values_list("node_id", flat=True)))
    rows = Claim.objects.filter(workspace=tension.workspace_id).exclude(
        state__status__in=["superseded", "retired"]
    )
    found = rows.filter(subject__in=nodes) | rows.filter(object__in=nodes)
    named = found.select_related("subject", "predicate", "object", "state")
    return [(str(row.uid), statement(row)) for row in named.order_by("-pk")[:OFFERED]]
