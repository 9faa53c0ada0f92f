"""Answers to forms: on to the next page, or to what the page should say."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

# What only the last act has put into an address.
FLEETING = ("done", "seconding", "did", "many", "left", "judged", "trouble")
# Says that a first yes was kept.
SECONDING = "seconding=1"


def see_other(name: str, *args: object, query: str = "") -> HttpResponse:
    """303 to a page, so that a reload repeats nothing; htmx follows it too."""
    url = reverse(name, args=args)
    return HttpResponseRedirect(f"{url}?{query}" if query else url, status=303)


def at_its_address(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Show the page's own address also where htmx has followed a form to it."""
    if request.headers.get("HX-Request-Type") == "partial":
        kept = request.GET.copy()
        for name in FLEETING:
            kept.pop(name, None)
        query = kept.urlencode()
        address = f"{request.path}?{query}" if query else request.path
        response["HX-Push-Url"] = address
    return response
