"""The Django application `memory`."""

from django.apps import AppConfig

from memory.queries.arrays import register


class MemoryConfig(AppConfig):
    """Registers the application under its own label."""

    name = "memory"
    label = "memory"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Before any connection is made."""
        register()
