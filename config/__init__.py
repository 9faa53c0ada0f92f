"""Settings, addresses and processes: how the parts are put together and started."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
