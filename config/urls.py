"""Every address of the site: the curation pages, the HTTP API, the row browser."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, path

from config.api import api_urls
from memory.api.health import metrics

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1/", api_urls()),
    path("metrics", metrics),
    path("admin/", admin.site.urls),
]
