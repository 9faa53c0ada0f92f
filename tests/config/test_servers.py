"""The servers of a test run are the real ones."""

import pytest
import redis
from django.conf import settings
from django.db import connection


@pytest.mark.django_db
def test_database_is_postgresql_18_with_pgvector() -> None:
    with connection.cursor() as cursor:
        cursor.execute("create extension if not exists vector")
        cursor.execute("select '[1,2]'::vector <-> '[4,6]'")
        assert cursor.fetchone() == (5.0,)
        cursor.execute("show server_version_num")
        assert cursor.fetchone()[0].startswith("18")


def test_broker_keeps_what_it_is_given() -> None:
    broker = redis.Redis.from_url(settings.REDIS_URL)
    broker.set("kept", "1")
    assert broker.get("kept") == b"1"
    assert broker.config_get("appendonly") == {"appendonly": "yes"}
