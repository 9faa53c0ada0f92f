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
    chains = {each: _chain(each, undoes) for each in in_force(undoes)}
    redone = {link for chain in chains.values() for link in chain[1:]}
    return [
        last
        for last, chain in sorted(chains.items())
        if last > decision
        and last not in redone
        # An odd number of undoings: the first of the chain does not count.
        and not (len(chain) % 2 == 0 and chain[-1] > decision)
    ]


def _chain(decision: int, undoes: Mapping[int, int | None]) -> list[int]:
    """The decision, the one that it undoes, the one that this had undone, …"""
    chain = [decision]
    while (target := undoes.get(chain[-1])) is not None:
        chain.append(target)
    return chain
