"""Every address of the site: the curation pages, the HTTP API, the row browser."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.api import api_urls, door
from curation.views.errors import (
    bad_request,
    page_not_found,
    permission_denied,
    server_error,
)
from memory.api.health import metrics
from memory.api.proxy import chat_completions

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", api_urls()),
    path("proxy/v1/chat/completions", chat_completions),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
    path("", include("curation.urls")),
]

handler400 = door(400, bad_request)
handler403 = door(403, permission_denied)
handler404 = door(404, page_not_found)
handler500 = door(500, server_error)
