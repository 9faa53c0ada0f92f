"""Forms that settle a dispute: what a person typed, as what the domain is asked."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms

from curation.forms import EDITED, EditForm, VerdictForm
from memory.models import Reason
from memory.queries.disputes import DisputeView
from memory.rules.candidate import Quote
from memory.steps.settlement import Settlement

type Found = Sequence[tuple[str, str]]


def _find() -> forms.CharField:
    return forms.CharField(
        label="Find an observation that contains", required=False, max_length=200
    )


def _observation(*, required: bool) -> forms.ChoiceField:
    return forms.ChoiceField(
        label="Observation",
        required=required,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose the observation that supports it."},
    )


def _quote() -> forms.CharField:
    return forms.CharField(
        label="Words of it that are quoted; empty quotes all of it",
        required=False,
        max_length=4000,
        widget=forms.Textarea({"rows": 2}),
    )


class SettlementForm(VerdictForm):
    """Uphold; also what every other settlement has in common."""

    kind: ClassVar[str] = "uphold"
    title: ClassVar[str] = "Uphold"
    verb: ClassVar[str] = "Uphold"
    evidence: ClassVar[bool] = False

    dispute_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    take_along = forms.BooleanField(required=False)

    def __init__(
        self, view: DisputeView, along: int = 0, found: Found = (), data: Any = None
    ) -> None:
        super().__init__(view.belief, data)
        _prepare(self, view, found)
        if along:
            noun = "dependant" if along == 1 else "dependants"
            self.fields[
                "take_along"
            ].label = f"Take along {along} {noun} disputed for no other reason"
        else:
            del self.fields["take_along"]

    def settlement(self) -> Settlement:
        """The settlement of a valid form."""
        return settlement_of(self)


class RetireForm(SettlementForm):
    """Retire for one of the closed list of reasons."""

    kind = "retire"
    title = "Retire"
    verb = "Retire"

    reason = forms.ChoiceField(
        choices=Reason.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a reason: it is kept with the claim."},
    )
    field_order = ("reason", "note", "take_along")


class DeferForm(SettlementForm):
    """Keep it disputed on purpose."""

    kind = "defer"
    title = "Defer"
    verb = "Defer"


class ResupportForm(SettlementForm):
    """Attach evidence by quoting an observation."""

    kind = "resupport"
    title = "Re-support"
    verb = "Attach and uphold"
    evidence = True

    find = _find()
    observation = _observation(required=True)
    quote = _quote()
    field_order = ("find", "observation", "quote", "note", "take_along")


class ReviseForm(EditForm):
    """State it anew, on the old evidence or on an observation that is quoted."""

    kind = "revise"
    title = "Revise"
    verb = "Revise"
    evidence: ClassVar[bool] = True

    dispute_version = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    find = _find()
    observation = _observation(required=False)
    quote = _quote()
    field_order = (*EDITED, "find", "observation", "quote", "note")

    def __init__(
        self, view: DisputeView, along: int = 0, found: Found = (), data: Any = None
    ) -> None:
        super().__init__(view.belief, data)
        _prepare(self, view, found)
        if not view.belief.stands:
            self.fields["kappa"].initial = self.initial["kappa"] = 0.9

    def settlement(self) -> Settlement:
        """The settlement of a valid form."""
        return settlement_of(self)


type Settling = SettlementForm | ReviseForm


def _prepare(form: VerdictForm, view: DisputeView, found: Found) -> None:
    form.initial["dispute_version"] = view.dispute.version
    observation = form.fields.get("observation")
    if isinstance(observation, forms.ChoiceField):
        observation.choices = list(found)
        if not found:
            observation.help_text = "Nothing live contains these words."


def settlement_of(form: Settling) -> Settlement:
    """What a valid form asks of the domain."""
    data = form.cleaned_data
    chosen = data.get("observation")
    quotes = (Quote(chosen, words=data.get("quote") or None),) if chosen else ()
    return Settlement(
        action=form.kind,
        version=data["dispute_version"],
        reason=data.get("reason", ""),
        note=data["note"],
        edit=form.edit(),
        supports=quotes,
        take_along=bool(data.get("take_along")),
    )


def renewed(form: Settling, view: DisputeView) -> None:
    """Keep what was typed and take the dispute as it stands now as seen."""
    form.renewed(view.belief)
    form.data = dict(form.data.items()) | {"dispute_version": view.dispute.version}


SETTLEMENTS: Mapping[str, type[Settling]] = {
    "uphold": SettlementForm,
    "revise": ReviseForm,
    "resupport": ResupportForm,
    "retire": RetireForm,
    "defer": DeferForm,
}
