"""Forgets vectors, whichever model they are of."""

from collections.abc import Collection

from memory.models import VECTORS


def forget_vectors(
    *,
    nodes: Collection[int] = (),
    claims: Collection[int] = (),
    sources: Collection[int] = (),
) -> int:
    """Delete what was made of the texts of some rows; gives how many vectors went."""
    gone = 0
    for table in VECTORS.values():
        for kind, ids in (("node", nodes), ("claim", claims), ("source", sources)):
            if ids:
                rows = table._default_manager.filter(**{f"{kind}__in": ids})
                gone += rows.delete()[0]
    return gone
