"""Django's entry for the browser application."""

from django.apps import AppConfig


class CurationConfig(AppConfig):
    """Pages, their template tags and their addresses."""

    name = "curation"
    verbose_name = "Curation"
