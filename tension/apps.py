"""The Django application `tension`."""

from django.apps import AppConfig


class TensionConfig(AppConfig):
    """Registers the application under its own label."""

    name = "tension"
    label = "tension"
    default_auto_field = "django.db.models.BigAutoField"
