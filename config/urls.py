"""Every address of the site: the curation pages, the HTTP API, the row browser."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.api import api_urls
from memory.api.health import metrics

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", api_urls()),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
    path("", include("curation.urls")),
]

handler400 = "curation.views.errors.bad_request"
handler403 = "curation.views.errors.permission_denied"
handler404 = "curation.views.errors.page_not_found"
handler500 = "curation.views.errors.server_error"
