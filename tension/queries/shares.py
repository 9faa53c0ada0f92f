"""What came of collisions, by how far and over what they led."""

from collections import Counter
from dataclasses import dataclass

from memory.models import Workspace
from tension.models import Collision, CollisionState
from tension.rules.meeting import band

JUDGED = [
    CollisionState.PRODUCTIVE.value,
    CollisionState.COINCIDENTAL.value,
    CollisionState.WRONG_PATH.value,
]


@dataclass(frozen=True)
class Share:
    """Judged collisions of one distance and band; `degree` is its lower end."""

    distance: int
    degree: int
    judged: int
    productive: int

    @property
    def share(self) -> float:
        """How many of them were productive, in [0, 1]."""
        return self.productive / self.judged


def shares(workspace: Workspace) -> list[Share]:
    """The share of productive collisions by distance and band, near and rare first."""
    rows = Collision.objects.filter(workspace=workspace, state__in=JUDGED)
    judged: Counter[tuple[int, int]] = Counter()
    productive: Counter[tuple[int, int]] = Counter()
    for distance, degree, state in rows.values_list("distance", "degree", "state"):
        judged[distance, band(degree)] += 1
        productive[distance, band(degree)] += state == CollisionState.PRODUCTIVE
    return [Share(*key, judged[key], productive[key]) for key in sorted(judged)]
