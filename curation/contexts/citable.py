"""Observations that a curator may quote."""

from memory.models import Observation, Workspace
from memory.queries.evidence import live_observations

SHOWN_FOUND = 12


def citable(workspace: Workspace, words: str) -> list[tuple[str, str]]:
    """Live observations that contain some words, newest first, to quote from."""
    rows = Observation.objects.filter(
        workspace=workspace, words__text__icontains=words.strip()
    )
    found = list(
        rows.select_related("words", "source").order_by("-pk")[: 2 * SHOWN_FOUND]
    )
    live = live_observations([each.pk for each in found])
    return [(str(each.uid), _cited(each)) for each in found if each.pk in live][
        :SHOWN_FOUND
    ]


def _cited(observation: Observation) -> str:
    where = ", ".join(filter(None, [str(observation.source), observation.locator]))
    return f"{(observation.words.text or '')[:300]} ({where})"
