"""What members choose for themselves; nothing here touches a belief."""

from datetime import datetime

from memory.models import Membership


def set_single_keys(member: Membership, on: bool) -> None:
    """Keep whether single-key shortcuts are on."""
    Membership.objects.filter(pk=member.pk).update(single_keys=on)


def mark_seen(member: Membership, now: datetime) -> None:
    """Everything up to `now` counts as seen; the mark never moves back."""
    Membership.objects.filter(pk=member.pk).exclude(last_visit_at__gt=now).update(
        last_visit_at=now
    )
