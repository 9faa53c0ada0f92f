"""Filters of the lists; what is on is in the address and nowhere else."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest

from memory.models import (
    Action,
    CheckKind,
    Claim,
    Decision,
    Episode,
    EpisodeKind,
    Finding,
    FindingState,
    FindingVerdict,
    Node,
    ObservationText,
    Reason,
    ReviewItem,
    Source,
    SourceKind,
    WorkState,
)
from memory.queries.archive import archived
from memory.rules.lifecycle import Status

type Choices = list[tuple[str, str]]


def _any(*choices: tuple[str, str]) -> Choices:
    return [("", "Any"), *choices]


def _members(enum: type[Status]) -> Choices:
    return [(member.value, member.value.capitalize()) for member in enum]


def offer(form: forms.Form, name: str, choices: Choices) -> None:
    """Let a field of a form be one of some choices."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices


class Filter(forms.Form):
    """A filter form read from the query string; a wrong value filters nothing."""

    lookups: ClassVar[dict[str, str]] = {}

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request.GET, label_suffix="")
        first = next(iter(self.fields.values()))
        first.widget.attrs["data-key"] = "f"

    @property
    def chosen(self) -> dict[str, Any]:
        """The filters that are on."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def apply[M: Model](self, rows: QuerySet[M]) -> QuerySet[M]:
        """Only the rows that pass every filter that is on."""
        for name, value in self.chosen.items():
            rows = rows.filter(self.condition(name, value))
        return rows

    def condition(self, name: str, value: Any) -> Q:
        """What one filter asks of a row."""
        return Q(**{self.lookups[name]: value})


class EpisodeFilter(Filter):
    """Of the episode list."""

    lookups: ClassVar[dict[str, str]] = {
        "q": "words__task__icontains",
        "kind": "kind",
        "state": "work__state",
    }
    model = Episode

    q = forms.CharField(label="Task contains", required=False, max_length=200)
    kind = forms.ChoiceField(required=False, choices=_any(*EpisodeKind.choices))
    state = forms.ChoiceField(
        label="Distillation", required=False, choices=_any(*WorkState.choices)
    )
    holds = forms.ChoiceField(
        required=False, choices=_any(("credentials", "Credentials"))
    )

    def condition(self, name: str, value: Any) -> Q:
        """Credentials are looked for in what was seen, where, and the words beside."""
        if name != "holds":
            return super().condition(name, value)
        marked = ObservationText.objects.exclude(credentials=[])
        seen = marked.filter(observation__episode=OuterRef("pk"))
        sources = Source.objects.exclude(credentials=[])
        named = sources.filter(episodesource__episode=OuterRef("pk"))
        beside = Q(words__credentials__len__gt=0)
        return Q(Exists(seen)) | Q(Exists(named)) | beside


def person(user: str, value: Any) -> Q:
    """A person under every name that pages show; `user` leads to the account."""
    found = Q()
    for name in ("username", "first_name", "last_name"):
        found |= Q(**{f"{user}__{name}__icontains": value})
    return found


class DecisionFilter(Filter):
    """Of the decision log."""

    lookups: ClassVar[dict[str, str]] = {
        "action": "action",
        "reason": "reason",
        "since": "at__date__gte",
        "until": "at__date__lte",
    }
    model = Decision

    who = forms.CharField(label="Who", required=False, max_length=80)
    action = forms.ChoiceField(required=False, choices=_any(*Action.choices))
    reason = forms.ChoiceField(required=False, choices=_any(*Reason.choices))
    since = forms.DateField(
        label="From", required=False, widget=forms.DateInput({"type": "date"})
    )
    until = forms.DateField(
        label="To", required=False, widget=forms.DateInput({"type": "date"})
    )

    def condition(self, name: str, value: Any) -> Q:
        """A person is looked for under every name that pages show."""
        if name != "who":
            return super().condition(name, value)
        return (
            person("by_member__user", value)
            | Q(by_agent__name__icontains=value)
            | Q(policy__icontains=value)
        )


class ClaimFilter(Filter):
    """Of the claim list."""

    lookups: ClassVar[dict[str, str]] = {
        "status": "state__status",
        "predicate": "predicate__label__icontains",
    }
    model = Claim

    q = forms.CharField(label="Names contain", required=False, max_length=200)
    predicate = forms.CharField(label="Relation", required=False, max_length=80)
    status = forms.ChoiceField(
        required=False,
        choices=[*_any(*_members(Status)), ("archived", "Archived")],
    )

    def apply[M: Model](self, rows: QuerySet[M]) -> QuerySet[M]:
        """What is archived is a list of its own."""
        passed = super().apply(rows)
        away = Exists(archived(Claim.objects.filter(pk=OuterRef("pk"))))
        wanted = self.chosen.get("status") == "archived"
        return passed.filter(away) if wanted else passed.exclude(away)

    def condition(self, name: str, value: Any) -> Q:
        """Words are looked for at both ends of the claim."""
        if value == "archived" and name == "status":
            return Q()
        if name != "q":
            return super().condition(name, value)
        return (
            Q(subject__name__icontains=value)
            | Q(subject__external_id__icontains=value)
            | Q(object__name__icontains=value)
            | Q(object__external_id__icontains=value)
            | Q(value_text__icontains=value)
        )


class SourceFilter(Filter):
    """Of the source list."""

    lookups: ClassVar[dict[str, str]] = {"q": "title__icontains", "kind": "kind"}
    model = Source

    q = forms.CharField(label="Title contains", required=False, max_length=200)
    kind = forms.ChoiceField(required=False, choices=_any(*SourceKind.choices))
    vetted = forms.ChoiceField(
        required=False, choices=_any(("yes", "Vetted"), ("no", "Not vetted"))
    )
    holds = forms.ChoiceField(
        required=False, choices=_any(("credentials", "Credentials"))
    )

    def condition(self, name: str, value: Any) -> Q:
        """Vetted or not, with credentials or not."""
        if name == "vetted":
            return Q(vetted_at__isnull=value == "no")
        if name == "holds":
            return ~Q(credentials=[])
        return super().condition(name, value)


class ReviewFilter(Filter):
    """Of the review queue."""

    lookups: ClassVar[dict[str, str]] = {"status": "claim__state__status"}
    model = ReviewItem

    q = forms.CharField(label="Names contain", required=False, max_length=200)
    status = forms.ChoiceField(required=False, choices=_any(*_members(Status)))
    evidence = forms.ChoiceField(
        required=False, choices=_any(("asked", "Asked for"), ("not", "Not asked for"))
    )

    def condition(self, name: str, value: Any) -> Q:
        """Words at both ends; whether somebody asked for evidence."""
        if name == "q":
            return (
                Q(claim__subject__name__icontains=value)
                | Q(claim__subject__external_id__icontains=value)
                | Q(claim__object__name__icontains=value)
                | Q(claim__object__external_id__icontains=value)
                | Q(claim__value_text__icontains=value)
            )
        if name == "evidence":
            return Q(asked_evidence=value == "asked")
        return super().condition(name, value)


class FindingFilter(Filter):
    """Of the findings; without a chosen verdict only those that ask for a person."""

    lookups: ClassVar[dict[str, str]] = {
        "check": "kind",
        "verdict": "verdict",
        "state": "state",
    }
    model = Finding

    check = forms.ChoiceField(required=False, choices=_any(*CheckKind.choices))
    verdict = forms.ChoiceField(
        required=False, choices=[("", "Alarms"), *FindingVerdict.choices]
    )
    state = forms.ChoiceField(required=False, choices=_any(*FindingState.choices))

    def apply[M: Model](self, rows: QuerySet[M]) -> QuerySet[M]:
        """Alarms, unless another verdict is asked for."""
        found = super().apply(rows)
        if "verdict" in self.chosen:
            return found
        return found.filter(verdict__in=["contradicted", "suspect"])


class EntityFilter(Filter):
    """Of the entity list; `kinds` are those that the workspace has."""

    lookups: ClassVar[dict[str, str]] = {"kind": "kind"}
    model = Node

    q = forms.CharField(label="Name or id contains", required=False, max_length=200)
    kind = forms.ChoiceField(required=False)

    def __init__(self, request: HttpRequest, kinds: Iterable[str]) -> None:
        super().__init__(request)
        self.fields["kind"] = forms.ChoiceField(
            required=False, choices=_any(*((each, each) for each in kinds))
        )

    def condition(self, name: str, value: Any) -> Q:
        """Words are looked for in both names of an entity."""
        if name == "q":
            return Q(name__icontains=value) | Q(external_id__icontains=value)
        return super().condition(name, value)
