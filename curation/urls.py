"""Addresses of the browser application; a workspace is a prefix."""

from django.urls import URLPattern, URLResolver, include, path

from curation.views import account, help

_workspace: list[URLPattern | URLResolver] = [
    path("help/", help.help_page, name="help"),
    path("single-keys/", account.single_keys, name="single-keys"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", account.start, name="start"),
    path("login/", account.SignIn.as_view(), name="login"),
    path("logout/", account.SignOut.as_view(), name="logout"),
    path("theme/", account.theme, name="theme"),
    path("w/<slug:slug>/", include(_workspace)),
]
