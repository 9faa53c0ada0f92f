"""Short ways to write a reading."""

from memory.rules.confidence import Reading


def reading(
    number: int,
    kappa: float = 0.8,
    voices: str = "",
    prints: tuple[int, ...] = (),
    one_voice: bool = False,
) -> Reading:
    return Reading(number, kappa, frozenset(voices), frozenset(prints), one_voice)
