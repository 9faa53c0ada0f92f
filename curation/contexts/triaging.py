"""The form of a verb on a tension."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from curation.contexts.tension import Act, acts
from curation.tension_forms import TriageForm
from tension.models import Tension


@dataclass(frozen=True)
class TriagingPage:
    """A form; `since` is what others did while it was filled in."""

    row: Tension
    form: TriageForm
    title: str
    about: str
    action: str
    back: str
    since: list[Act] | None = None
    refused: str = ""
    toast: Any = None


def triaging(
    row: Tension, form: TriageForm, action: str, *, stale: bool, refused: str
) -> TriagingPage:
    """The form, again if need be; a stale one is renewed and says what happened."""
    since = None
    if stale:
        seen = form.cleaned_data["version"]
        since = acts(row.history.filter(version__gt=seen))
        form.renewed(row)
    slug = row.workspace.slug
    return TriagingPage(
        row=row,
        form=form,
        title=form.title,
        about=form.about,
        action=action,
        back=reverse("tension", args=[slug, row.uid]),
        since=since,
        refused=refused,
    )
