"""Forms about entities, keys and spans: what a person typed, checked at its field."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms

from memory.models import (
    Agent,
    Membership,
    Node,
    Observation,
    Predicate,
    Role,
    Scope,
    ValueKind,
    Workspace,
)
from memory.rules.identity import IdentityRefused, node_uid
from memory.rules.refused import Refused
from memory.rules.values import parse_number

AGENTS_SCOPES = (Scope.INGEST, Scope.READ, Scope.GATE, Scope.RETRACT)
# What a member's own key may hold, by role.
SCOPES: Mapping[str, tuple[Scope, ...]] = {
    Role.VIEWER: (Scope.READ, Scope.GATE),
    Role.CURATOR: (*AGENTS_SCOPES, Scope.CURATE),
    Role.LEAD: (*AGENTS_SCOPES, Scope.CURATE),
    Role.ADMIN: (*AGENTS_SCOPES, Scope.CURATE, Scope.ADMIN),
}
OWN = "me"
# Which field of the span form each field of an assertion is.
SPAN_FIELDS = {
    "predicate": "predicate",
    "supports": "quote",
    "value.number": "value",
}


class PairForm(forms.Form):
    """Another entity, named by kind and id or by the row that was pressed."""

    other = forms.UUIDField(required=False, widget=forms.HiddenInput)
    kind = forms.CharField(label="Kind", max_length=60, required=False)
    id = forms.CharField(label="Id", max_length=200, required=False)
    reason = forms.CharField(label="Why, kept for good", max_length=400, required=False)

    def __init__(self, workspace: Workspace, node: Node, data: Any = None) -> None:
        super().__init__(data, initial={"kind": node.kind}, label_suffix="")
        self.workspace = workspace

    def clean(self) -> dict[str, Any]:
        """`other` is the uid of a node that is there."""
        data = super().clean() or {}
        data["other"] = data.get("other") or self._named(data)
        mine = Node.objects.filter(workspace=self.workspace, uid=data["other"])
        if not self.errors and not mine.exists():
            self.add_error("id", "There is no such entity.")
        return data

    def refuse(self, no: Refused) -> None:
        """Say a refusal of the domain where the other entity was named."""
        self.add_error("id", f"{no.message} {no.hint}".strip())

    def _named(self, data: Mapping[str, Any]) -> UUID | None:
        kind, id_ = data.get("kind", ""), data.get("id", "")
        try:
            return node_uid(workspace=self.workspace.uid, kind=kind, external_id=id_)
        except IdentityRefused as no:
            self.add_error("id", f"{str(no).capitalize()}.")
            return None


class KeyForm(forms.Form):
    """A key for oneself or, for those who may, for an agent."""

    owner = forms.ChoiceField(label="For")
    label = forms.CharField(
        label="What it is for", max_length=80, help_text="Helps to tell keys apart."
    )
    scopes = forms.MultipleChoiceField(
        label="What it opens", widget=forms.CheckboxSelectMultiple
    )
    one_voice = forms.BooleanField(
        label="One voice: everything through keys marked so counts once",
        required=False,
    )

    def __init__(
        self, member: Membership, agents: Sequence[Agent], data: Any = None
    ) -> None:
        super().__init__(data, label_suffix="")
        self.member = member
        self.agents = {str(agent.uid): agent for agent in agents}
        own = SCOPES[member.role]
        offered = dict.fromkeys((*own, *(AGENTS_SCOPES if agents else ())))
        self.fields["scopes"] = forms.MultipleChoiceField(
            label="What it opens",
            choices=[(scope.value, scope.value) for scope in offered],
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": "A key that opens nothing is of no use."},
        )
        self.fields["owner"] = forms.ChoiceField(
            label="For",
            choices=[(OWN, f"{member.name} (you)")]
            + [(uid, f"agent {agent}") for uid, agent in self.agents.items()],
        )
        self.order_fields(["owner", "label", "scopes", "one_voice"])

    def clean(self) -> dict[str, Any]:
        """The owner may hold every scope that was ticked."""
        data = super().clean() or {}
        own = data.get("owner") == OWN
        allowed = set(SCOPES[self.member.role] if own else AGENTS_SCOPES)
        beyond = [scope for scope in data.get("scopes", ()) if scope not in allowed]
        if beyond:
            self.add_error("scopes", f"This owner may not have: {', '.join(beyond)}.")
        return data

    def key_owner(self) -> Agent | Membership:
        """Whose key a valid form asks for."""
        return self.agents.get(self.cleaned_data["owner"], self.member)


class AgentForm(forms.Form):
    """A new agent."""

    name = forms.CharField(label="Name of a new agent", max_length=80)

    def __init__(self, workspace: Workspace, data: Any = None) -> None:
        super().__init__(data, label_suffix="", auto_id="agent_%s")
        self.workspace = workspace

    def clean_name(self) -> str:
        """No two agents of a workspace share a name."""
        name: str = self.cleaned_data["name"]
        if Agent.objects.filter(workspace=self.workspace, name=name).exists():
            raise forms.ValidationError("An agent of this name is there already.")
        return name


class SpanForm(forms.Form):
    """A claim that rests on words of one observation."""

    quote = forms.CharField(
        label="The words it rests on, as they stand in the transcript",
        max_length=20_000,
        strip=False,
        widget=forms.Textarea({"rows": 4}),
    )
    subject_kind = forms.CharField(label="Subject: kind", max_length=60)
    subject_id = forms.CharField(label="Subject: id", max_length=200)
    predicate = forms.ChoiceField(label="Relation")
    object_kind = forms.CharField(label="Object: kind", max_length=60, required=False)
    object_id = forms.CharField(label="Object: id", max_length=200, required=False)
    value = forms.CharField(
        label="Or value: number, date, text, yes or no", max_length=2000, required=False
    )
    unit = forms.CharField(label="Unit", max_length=60, required=False)
    kappa = forms.FloatField(
        label="κ, above 0 and up to 1",
        min_value=0.000001,
        max_value=1,
        initial=0.8,
        widget=forms.NumberInput({"step": "any"}),
    )
    text = forms.CharField(
        label="In words", max_length=4000, widget=forms.Textarea({"rows": 2})
    )

    def __init__(
        self, observation: Observation, predicates: Sequence[Predicate],
        quote: str = "", data: Any = None,
    ) -> None:  # fmt: skip
        words = observation.words.text or ""
        initial = {"quote": quote if quote and quote in words else words}
        super().__init__(data, initial=initial, label_suffix="")
        self.observation = observation
        self.predicates = {row.name: row for row in predicates}
        self.fields["predicate"] = forms.ChoiceField(
            label="Relation",
            choices=[(x.name, f"{x.label} ({x.value_kind})") for x in predicates],
        )
        self.order_fields(SpanForm.base_fields)

    def clean(self) -> dict[str, Any]:
        """Both ends fold into identities; the value is of the relation's kind."""
        data = super().clean() or {}
        self._check_node("subject")
        predicate = self.predicates.get(data.get("predicate", ""))
        if predicate is not None and predicate.value_kind == ValueKind.NODE:
            self._check_node("object")
        elif predicate is not None:
            data["stated"] = self._value(predicate.value_kind)
        return data

    def conclusion(self) -> dict[str, Any]:
        """A valid form as a declared conclusion."""
        data = self.cleaned_data
        target = (
            {"value": data["stated"]}
            if "stated" in data
            else {"object": {"kind": data["object_kind"], "id": data["object_id"]}}
        )
        quoted = {"observation": str(self.observation.uid), "quote": data["quote"]}
        return target | {
            "subject": {"kind": data["subject_kind"], "id": data["subject_id"]},
            "predicate": data["predicate"],
            "confidence": str(data["kappa"]),
            "supports": [quoted],
            "text": data["text"],
        }

    def refuse(self, no: Refused) -> None:
        """Say a refusal of the validator at the field that it is about."""
        self.add_error(SPAN_FIELDS.get(no.field), no.message or no.code)

    def _check_node(self, end: str) -> None:
        kind, id_ = (self.cleaned_data.get(f"{end}_{part}") for part in ("kind", "id"))
        workspace = self.observation.workspace.uid
        try:
            node_uid(workspace=workspace, kind=kind or "", external_id=id_ or "")
        except IdentityRefused as no:
            if f"{end}_id" not in self.errors and f"{end}_kind" not in self.errors:
                self.add_error(f"{end}_id", f"{str(no).capitalize()}.")

    def _value(self, kind: str) -> dict[str, Any] | None:
        said = self.cleaned_data.get("value", "")
        try:
            match kind:
                case ValueKind.NUMBER:
                    unit = self.cleaned_data.get("unit", "")
                    return {"number": str(parse_number(said)), "unit": unit}
                case ValueKind.DATE:
                    return {"date": forms.DateField().clean(said).isoformat()}
                case ValueKind.BOOL:
                    return {"bool": {"yes": True, "no": False}[said.strip().lower()]}
            return {"text": forms.CharField().clean(said)}
        except (ValueError, KeyError, forms.ValidationError):
            self.add_error("value", f"This relation asks for a {kind}.")
        return None
