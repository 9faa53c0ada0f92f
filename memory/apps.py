"""The Django application `memory`."""

from django.apps import AppConfig


class MemoryConfig(AppConfig):
    """Registers the application under its own label."""

    name = "memory"
    label = "memory"
    default_auto_field = "django.db.models.BigAutoField"
