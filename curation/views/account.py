"""Signing in and out, and what a person has chosen for themselves."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
)
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from curation import preferences
from curation.access import Place, member_of, memberships
from curation.pages import THEMES, render, theme_of

YEAR = 365 * 24 * 3600


@method_decorator(login_not_required, name="dispatch")
class SignIn(LoginView):
    """The sign-in page; a script whose session has ended is sent to it whole."""

    template_name = "curation/sign_in.html"

    def dispatch(
        self, request: HttpRequest, *args: object, **kwargs: object
    ) -> HttpResponseBase:
        if request.headers.get("HX-Request") == "true":
            return HttpResponse(headers={"HX-Redirect": request.get_full_path()})
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return super().get_context_data(**kwargs) | {"theme": theme_of(self.request)}


@method_decorator(login_not_required, name="dispatch")
class SignOut(LogoutView):
    """Ends the session and says so."""

    next_page = None
    template_name = "curation/signed_out.html"

    def get_success_url(self) -> str:
        return ""


@require_GET
def start(request: HttpRequest) -> HttpResponse:
    """The person's first workspace, or the news that there is none."""
    if mine := memberships(request):
        return redirect("home", mine[0].workspace.slug)
    return render(request, None, "curation/no_workspace.html")


@login_not_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme in a cookie; it says nothing about a person."""
    chosen = request.POST.get("theme", "")
    response = back(request)
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax")
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_POST
@member_of
def single_keys(request: HttpRequest, place: Place) -> HttpResponse:
    """Switch the member's single-key shortcuts on or off."""
    preferences.set_single_keys(place.member, request.POST.get("on") == "1")
    return back(request)


def back(request: HttpRequest) -> HttpResponse:
    """To the page the form was on, if it is one of ours; nothing for a script."""
    if request.headers.get("HX-Request") == "true":
        return HttpResponse(status=204)
    target = request.POST.get("next", "/")
    hosts = {request.get_host()}
    safe = url_has_allowed_host_and_scheme(target, hosts, request.is_secure())
    return HttpResponseRedirect(target if safe else "/", status=303)
