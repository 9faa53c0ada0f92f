"""The memory application."""

from django.apps import AppConfig


class MemoryConfig(AppConfig):
    """Registers the domain with Django."""

    name = "memory"
