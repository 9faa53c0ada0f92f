"""The Django application `curation`."""

from django.apps import AppConfig


class CurationConfig(AppConfig):
    """Registers the application under its own label."""

    name = "curation"
    label = "curation"
    default_auto_field = "django.db.models.BigAutoField"
