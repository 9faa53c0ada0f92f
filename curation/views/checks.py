"""Checks: paste a text, read what the checks say about it, confirm or dismiss."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_POST

from curation import access
from curation.access import Place, curator_of, member_of
from curation.answers import see_other
from curation.contexts.checks import checks_page, text_page
from curation.contexts.toast import Toast, toast
from curation.filters import FindingFilter
from curation.forms_checks import JudgeForm, PasteForm
from curation.pages import render
from curation.paging import stretch
from memory.actions.check_document import check_document
from memory.actions.judge_finding import VERDICTS, judge_finding
from memory.actions.keep_findings import keep_findings
from memory.classifier.quantity import MAX_TEXT
from memory.jobs.checks import check_passage
from memory.models import CheckedText
from memory.queries.clock import database_now
from memory.queries.findings import Wanted, findings
from memory.rules.refused import Refused
from memory.tasks import ring

INDEX = "curation/checks.html"
LATE = "Somebody decided about it meanwhile. Nothing was changed: look again."


@require_GET
@member_of
def index(request: HttpRequest, place: Place) -> HttpResponse:
    """The form, recent findings, and how often each check was right."""
    return _index(request, place, PasteForm(label_suffix=""))


@require_POST
@curator_of
def check(request: HttpRequest, place: Place) -> HttpResponse:
    """Check a text: at once, or by workers if it is long."""
    form = PasteForm(request.POST, label_suffix="")
    if not form.is_valid():
        return _index(request, place, form, status=422)
    row = _checked(place, form.cleaned_data["text"])
    return see_other("checked-text", place.workspace.slug, row.uid)


@require_GET
@member_of
def text(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """One checked text; while workers are at it, the page asks again by itself."""
    late = "late" in request.GET
    said = Toast(LATE) if late else toast(request, place)
    page = text_page(access.checked_text(place, uid), said)
    part = "body" if request.headers.get("HX-Target") == "div#body" else "main"
    return render(request, place, "curation/checked_text.html", page, part=part)


@require_POST
@curator_of
def judge(request: HttpRequest, place: Place, uid: UUID, verb: str) -> HttpResponse:
    """Confirm or dismiss a finding, and go on at its text."""
    found, form = access.finding(place, uid), JudgeForm(request.POST)
    if verb not in VERDICTS or not form.is_valid():
        raise Http404("No such verb.")
    try:
        decision = judge_finding(
            workspace=place.workspace,
            finding=found.uid,
            verdict=verb,
            by=place.actor,
            now=database_now(),
            **form.cleaned_data,
        )
        said = f"done={decision.uid}"
    except Refused:
        said = "late=1"
    query = f"{said}#f-{found.uid}"
    return see_other("checked-text", place.workspace.slug, found.text.uid, query=query)


def _index(
    request: HttpRequest, place: Place, form: PasteForm, status: int = 200
) -> HttpResponse:
    chosen = FindingFilter(request)
    rows = stretch(request, chosen.apply(findings(place.workspace, Wanted())))
    said = toast(request, place)
    page = checks_page(place.workspace, form, rows.rows, rows.more, chosen, said)
    return render(request, place, INDEX, page, status=status)


def _checked(place: Place, text: str) -> CheckedText:
    if len(text) > MAX_TEXT:
        row = check_document(
            workspace=place.workspace,
            text=text,
            key=None,
            by=place.actor,
            now=database_now(),
        )
        ring()
        return row
    return keep_findings(
        workspace=place.workspace,
        text=text,
        checked=check_passage(place.workspace, text),
        by=place.actor,
        now=database_now(),
    )
