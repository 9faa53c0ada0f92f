"""The retractions of a source or an observation, in force or taken back."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from memory.actions.retract import Target
from memory.models import Retraction, Workspace


@dataclass(frozen=True)
class Standing:
    """A retraction in force, or one that was, of a source or an observation."""

    uid: UUID
    kind: str
    reason: str
    in_force: bool


def standing(target: Target, workspace: Workspace) -> list[Standing]:
    """The retractions of one source or observation, newest first."""
    rows = Retraction.objects.filter(workspace=workspace)
    if target.source is not None:
        rows = rows.filter(source__node__uid=target.source)
    elif target.observation is not None:
        rows = rows.filter(observation__uid=target.observation)
    found = rows.select_related("words").order_by("-pk")
    return [_standing(each) for each in found[:10]]


def of_observations(observations: Collection[int]) -> dict[int, Standing]:
    """The retraction in force of each of some observations, in one statement."""
    rows = Retraction.objects.filter(observation__in=observations, reinstated_by=None)
    found = rows.select_related("words").order_by("pk")
    return {each.observation_id or 0: _standing(each) for each in found}


def _standing(row: Retraction) -> Standing:
    return Standing(
        uid=row.uid,
        kind=row.get_kind_display(),
        reason=row.words.reason,
        in_force=row.reinstated_by_id is None,
    )
