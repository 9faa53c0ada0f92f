"""Answers to forms: on to the next page, or to what the page should say."""

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse


def see_other(name: str, *args: object, query: str = "") -> HttpResponse:
    """303 to a page, so that a reload repeats nothing; htmx follows it too."""
    url = reverse(name, args=args)
    return HttpResponseRedirect(f"{url}?{query}" if query else url, status=303)
