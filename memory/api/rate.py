"""How often a key may call, counted in Redis over all processes."""

import time
from functools import cache

import redis
from django.conf import settings

from memory.models import ApiKey
from memory.rules.refused import Later

WINDOW = 60
# A broker that hangs must not hold up the calls that it counts.
PATIENCE = 0.25


def spend(key: ApiKey) -> None:
    """Count one call of a key; raises Later beyond the limit.

    Without its broker it counts nothing: a lost count is a smaller harm than a
    memory that cannot be reached.
    """
    now = time.time()
    name = f"warrant:rate:{key.uid}:{int(now // WINDOW)}"
    try:
        counting = connection().pipeline()
        counting.incr(name)
        counting.expire(name, 2 * WINDOW)
        used, _ = counting.execute()
    except redis.RedisError:
        return
    if used > settings.WARRANT_RATE_LIMIT:
        raise Later(
            "too_many_requests",
            f"A key may call {settings.WARRANT_RATE_LIMIT} times a minute.",
            WINDOW - int(now % WINDOW),
        )


@cache
def connection() -> redis.Redis:
    """The pool of connections of this process."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE
    )
