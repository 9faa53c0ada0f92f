"""Note that a key was used."""

import datetime

from django.db import transaction
from django.db.models import Q

from memory.models import ApiKey

EVERY = datetime.timedelta(minutes=1)


@transaction.atomic(durable=True)
def note_use(*, key: ApiKey, now: datetime.datetime) -> None:
    """Keep when a key was last used, to the minute: most calls write nothing."""
    stale = Q(last_used_at=None) | Q(last_used_at__lt=now - EVERY)
    ApiKey.objects.filter(stale, pk=key.pk).update(last_used_at=now)


def is_stale(key: ApiKey, now: datetime.datetime) -> bool:
    """Whether the noted use is older than a minute."""
    return key.last_used_at is None or key.last_used_at < now - EVERY
