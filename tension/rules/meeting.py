"""When a tension and active work meet, and how much that says."""

import math

# Claim edges between an anchor and a node of the work.
REACH = 2
TURN = "It was its turn: it had not been seen for longest, as its weight counts."


def score(distance: int, degree: int) -> float:
    """How telling a meeting is, in (0, 1]: the nearer, and the rarer its nodes.

    `degree` is the highest number of claims at any node of the path.
    """
    return 1 / ((1 + distance) * (1 + math.log10(max(1, degree))))


# The lower ends of the bands in which degrees are compared.
BANDS = (1, 5, 10, 25, 50, 100)


def band(degree: int) -> int:
    """The lower end of the band that a degree lies in."""
    return max((low for low in BANDS if low <= degree), default=BANDS[0])


def why(name: str, distance: int) -> str:
    """Why a tension comes back into a context."""
    if distance == 0:
        return f"It is about {name}, which this is about too."
    steps = "one claim" if distance == 1 else f"{distance} claims"
    return f"It is about {name}, {steps} away from what this is about."
