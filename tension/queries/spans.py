"""The observations that a tension came from, so that its context can be rebuilt."""

from uuid import UUID

from django.db.models import Q

from memory.models import Observation, Support, TextState
from tension.models import Anchor, Tension


def spans_of(tension: Tension) -> list[UUID]:
    """Live observations of its episode, and those right under the claims it is about.

    Of what was merged into it too.
    """
    parts = Tension.objects.filter(Q(pk=tension.pk) | Q(into=tension))
    episodes = parts.filter(episode__isnull=False).values("episode")
    about = Anchor.objects.filter(tension__in=parts, claim__isnull=False)
    under = Support.objects.filter(claim__in=about.values("claim"))
    rows = Observation.objects.filter(
        Q(episode__in=episodes) | Q(pk__in=under.values("observation")),
        workspace=tension.workspace_id,
        words__state=TextState.LIVE,
    )
    return list(rows.order_by("pk").values_list("uid", flat=True))
