"""What was done to a tension last, said on the next page, with its undo."""

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from curation.access import Place
from curation.contexts.toast import Toast
from tension.models import Act, Entry


def tension_toast(request: HttpRequest, place: Place) -> Toast | None:
    """What `?did=` names, if it is an entry of this workspace; or how many in bulk."""
    if "judged" in request.GET:
        return Toast(
            "Your verdict is kept. It can be taken back on the tension's page."
        )
    if "trouble" in request.GET:
        return Toast("It was judged meanwhile, or it is gone. Nothing was changed.")
    if "many" in request.GET:
        return _of_many(request.GET["many"], request.GET.get("left", "0"))
    try:
        uid = UUID(request.GET.get("did", ""))
    except ValueError:
        return None
    rows = Entry.objects.filter(workspace=place.workspace, uid=uid)
    entry = rows.select_related("tension", "by_member__user", "by_agent").first()
    return _of(entry, place) if entry else None


def _of(entry: Entry, place: Place) -> Toast:
    row, slug = entry.tension, place.workspace.slug
    mine = entry.by_member_id == place.member.pk
    author = entry.by_member or entry.by_agent
    who = "You" if mine else (author.name if author else entry.policy)
    latest = entry.version == row.version and entry.act not in {Act.RAISE, Act.JUDGE}
    undo = f"{reverse('undo-triage', args=[slug, row.uid])}?version={row.version}"
    said = entry.get_act_display()
    said = f"{said} the last step on it" if entry.act == Act.UNDO else said
    return Toast(
        text=f"{who} {said}: “{str(row)[:120]}”.",
        entry=reverse("tension", args=[slug, row.uid]),
        undo=undo if latest and place.may_curate else "",
    )


def _of_many(many: str, left: str) -> Toast | None:
    if not (many.isdecimal() and left.isdecimal() and len(many + left) < 12):
        return None
    kept = f" {int(left)} had changed meanwhile or were refused." if int(left) else ""
    return Toast(f"Done with {int(many)}.{kept}")
