"""The Django application `tension`."""

from importlib import import_module

from django.apps import AppConfig


class TensionConfig(AppConfig):
    """Registers the application under its own label, and gives the memory its port."""

    name = "tension"
    label = "tension"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect once the models can be imported."""
        import_module("tension.port").connect()
