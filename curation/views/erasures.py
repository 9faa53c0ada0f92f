"""Erasure: preview, act, and the certificate it leaves."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from curation import access
from curation.access import Place, lead_of, member_of
from curation.answers import see_other
from curation.contexts import erasures
from curation.contexts.effects import radius
from curation.contexts.erasures import Subject
from curation.erasure_forms import EraseForm
from curation.pages import render
from memory.actions.erase import Erased
from memory.actions.erase import erase as erase_now
from memory.queries.clock import database_now
from memory.rules.refused import Refused

BOTH = ["GET", "POST"]


@require_http_methods(BOTH)
@lead_of
def of_observation(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Erase one observation, after what would go was shown."""
    found = access.observation(place, uid)
    back = reverse("source", args=[place.workspace.slug, found.source.node.uid])
    return _erase(request, place, erasures.of_observation(found, back))


@require_http_methods(BOTH)
@lead_of
def of_entity(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Erase an entity with everything about it, after what would go was shown."""
    found = access.entity(place, uid)
    back = reverse("entity", args=[place.workspace.slug, uid])
    return _erase(request, place, erasures.of_entity(found, back))


@require_GET
@member_of
def show(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """A certificate."""
    row = access.erasure(place, uid)
    page = erasures.certificate_page(row, everything=request.GET.get("all") == "1")
    return render(request, place, "curation/erasure.html", page)


@require_GET
@member_of
def download(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """A certificate to be kept elsewhere."""
    row = erasures.certificate(access.erasure(place, uid))
    told = {
        "certificate": str(row.uid),
        "workspace": str(place.workspace.uid),
        "decision": str(row.decision),
        "at": row.at.isoformat(),
        "by": row.who,
        "reason": row.reason,
        "destroyed": {words: count for count, words in row.destroyed},
    }
    name = f"erasure-{row.uid}.json"
    return JsonResponse(
        told, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _erase(request: HttpRequest, place: Place, subject: Subject) -> HttpResponse:
    try:
        foreseen = _act(place, subject, "preview", dry_run=True)
    except Refused as no:
        return see_other("retention", place.workspace.slug, query=f"refused={no.code}")
    if not foreseen.created:
        return _after(place, foreseen)
    form = EraseForm(_fingerprint(foreseen), request.POST or None)
    if request.method == "GET":
        return _preview(request, place, subject, foreseen, form)
    if form.stale:
        return _preview(request, place, subject, foreseen, form, status=409)
    if not form.is_valid():
        return _preview(request, place, subject, foreseen, form, status=422)
    return _after(place, _act(place, subject, form.cleaned_data["reason"]))


def _act(
    place: Place, subject: Subject, reason: str, *, dry_run: bool = False
) -> Erased:
    return erase_now(
        workspace=place.workspace,
        observation=subject.observation,
        node=subject.node,
        reason=reason,
        by=place.actor,
        now=database_now(),
        dry_run=dry_run,
    )


def _fingerprint(found: Erased) -> str:
    counts = "-".join(str(count) for count in found.certificate.counts.values())
    return f"{radius(found.passed).fingerprint}/{counts}"


def _after(place: Place, done: Erased) -> HttpResponse:
    return see_other("erasure", place.workspace.slug, done.certificate.uid)


def _preview(
    request: HttpRequest,
    place: Place,
    subject: Subject,
    found: Erased,
    form: EraseForm,
    *,
    status: int = 200,
) -> HttpResponse:
    stale = status == 409
    if stale:
        form.renewed()
    page = erasures.erase_page(
        subject,
        found,
        form,
        request.get_full_path(),
        everything=request.GET.get("all") == "1",
        stale=stale,
    )
    return render(request, place, "curation/erase.html", page, status=status)
