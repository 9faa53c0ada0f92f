"""The provenance of a claim: the page and its files."""

import csv
from dataclasses import replace
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_GET

from curation import access
from curation.access import Place, member_of
from curation.contexts.drawing import svg
from curation.contexts.provenance import provenance_page
from curation.contexts.provenance_lines import csv_rows, line
from curation.contexts.provenance_state import State
from curation.pages import render

# The file holds what the page would only show stretch by stretch.
MOST_ROWS = 100_000


@require_GET
@member_of
def show(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """What a claim rests on and what rests on it, as a tree, a table, a drawing."""
    state = State.read(place.workspace.slug, uid, request.GET)
    page = provenance_page(access.provenance(place, uid, state.wanted), state)
    inside = request.headers.get("HX-Target", "").endswith("#provenance")
    part = "around" if inside else "main"
    response = render(request, place, "curation/provenance.html", page, part=part)
    patch_vary_headers(response, ["HX-Target"])
    return response


@require_GET
@member_of
def drawing(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """The drawing as an SVG file."""
    state = State.read(place.workspace.slug, uid, request.GET)
    page = provenance_page(access.provenance(place, uid, state.wanted), state)
    return HttpResponse(svg(page.picture, page.name), content_type="image/svg+xml")


@require_GET
@member_of
def table(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Everything within the levels and filters of the page, as CSV."""
    state = State.read(place.workspace.slug, uid, request.GET)
    wanted = replace(state.wanted, openings=(), limit=MOST_ROWS)
    found = access.provenance(place, uid, wanted)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    csv.writer(response).writerows(csv_rows(line(x, state) for x in found.nodes))
    return response


@require_GET
@member_of
def prov_json(request: HttpRequest, place: Place, uid: UUID) -> HttpResponse:
    """Everything the claim rests on, as W3C PROV-JSON."""
    return JsonResponse(
        access.prov_document(place, uid), json_dumps_params={"indent": 1}
    )
