"""Which decisions count, when some were undone and some of the undoings too."""

from collections.abc import Mapping


def in_force(undoes: Mapping[int, int | None]) -> frozenset[int]:
    """The decisions that no counting undo has undone, undoings among them.

    `undoes` gives for each decision, by id in the order of time, the one that it
    undoes, if any.
    """
    undone: set[int] = set()
    for decision in sorted(undoes, reverse=True):
        target = undoes[decision]
        if target is not None and decision not in undone:
            undone.add(target)
    return frozenset(undoes.keys() - undone)


def standing_after(decision: int, undoes: Mapping[int, int | None]) -> list[int]:
    """The later decisions that changed what this one left, oldest first.

    A later decision and the undo of it cancel out; the undo of something earlier
    does not, and neither does an undo that was itself undone.
    """
    later = sorted(each for each in in_force(undoes) if each > decision)
    return [each for each in later if not _cancels_out(each, decision, undoes)]


def _cancels_out(last: int, since: int, undoes: Mapping[int, int | None]) -> bool:
    steps = 0
    while (target := undoes.get(last)) is not None:
        last, steps = target, steps + 1
    return steps % 2 == 1 and last > since
