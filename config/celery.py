"""The Celery application: it finds its settings and tasks through Django."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("warrant")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
