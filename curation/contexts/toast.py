"""What the last act did, said on the next page, with its undo."""

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from curation.access import Place
from curation.contexts.activity import decisions, entry
from memory.models import Decision


@dataclass(frozen=True)
class Toast:
    """A sentence, the entry that records it and the way back."""

    text: str
    entry: str = ""
    undo: str = ""


def toast(request: HttpRequest, place: Place) -> Toast | None:
    """What `?done=` names, if it is a decision of this workspace.

    `?seconding=` says that a first yes was kept.
    """
    if "seconding" in request.GET:
        return Toast("Your yes is kept. A second person has to agree before it counts.")
    try:
        uid = UUID(request.GET.get("done", ""))
    except ValueError:
        return None
    found = decisions(place.workspace).filter(uid=uid).first()
    return _of(found, place) if found else None


def _of(decision: Decision, place: Place) -> Toast:
    line = entry(decision, place.member.pk)
    who = "You" if line.mine else line.who
    about = f": “{line.touched[0].statement}”" if line.touched else ""
    if line.about:
        about = f" {line.about}"
    elif line.beyond or len(line.touched) > 1:
        others = line.beyond + len(line.touched) - 1
        about += f" and {others} more"
    slug = place.workspace.slug
    return Toast(
        text=f"{who} {line.did}{about}.",
        entry=reverse("decision", args=[slug, decision.uid]),
        undo=reverse("undo", args=[slug, decision.uid])
        if line.undoable and place.may_curate
        else "",
    )
