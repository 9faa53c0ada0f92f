"""The provenance of a claim: what it rests on, what rests on it, where to draw it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from memory.models import Claim, Workspace
from memory.queries.claims import claim_row
from memory.queries.evidence import resolve_now
from memory.queries.provenance_grounds import Grounds, Keeper, resting_on
from memory.queries.provenance_rows import load, tell
from memory.queries.provenance_view import (
    Key,
    Link,
    Opening,
    Placed,
    Provenance,
    Stub,
    Wanted,
)
from memory.queries.provenance_walk import End, Opened, Walk, walk
from memory.rules.layout import Spot, place

# From the middle of a node to the middle of the next one, in pixels.
ACROSS, DOWN = 240, 112


def provenance(workspace: Workspace, uid: UUID, wanted: Wanted) -> Provenance:
    """What is drawn around a claim of this workspace; raises Missing.

    A constant number of statements and one for each level of dependants. The cost
    follows what is shown and the closure of that, which has to be resolved; with a
    filter on, also everything that rests on the claim.
    """
    claim = claim_row(workspace, uid)
    root = Key("claim", claim.pk)
    around = resting_on(claim.pk) if wanted.filtered else [claim.pk]
    grounds = Grounds(resolve_now(around), grouped=wanted.grouped)
    keep = Keeper(root, wanted, grounds, around)
    found = walk(claim.pk, wanted, _opened(workspace, wanted), grounds, keep)
    shown = {key.pk for key in found.depth if key.kind == "claim"}
    if not grounds.evidence.derivations_of.keys() >= shown:
        grounds = Grounds(resolve_now(shown), grouped=wanted.grouped)
    rows = load(found.depth.keys(), grounds.evidence)
    links = _links(found, grounds)
    stubs = list(_stubs(found, rows.claims))
    spots = _spots(found, links, stubs)
    return Provenance(
        wanted=wanted,
        nodes=[
            tell(key, root, _placed(found, key, spots[key]), rows, grounds)
            for key in found.depth
        ],
        links=links,
        stubs=[
            replace(each, x=_x(spots[each.name]), y=_y(spots[each.name]))
            for each in stubs
        ],
        derivations={x.pk: x.uid for row in rows.derivations.values() for x in row},
    )


def _opened(workspace: Workspace, wanted: Wanted) -> Opened:
    if not wanted.openings:
        return {}
    named = Claim.objects.filter(
        workspace=workspace, uid__in={each.claim for each in wanted.openings}
    )
    pks = dict(named.values_list("uid", "pk"))
    return {
        End(each.side, pks[each.claim]): each.first
        for each in wanted.openings
        if each.claim in pks
    }


def _links(found: Walk, grounds: Grounds) -> list[Link]:
    """Every support between two drawn nodes, and each observation with its source."""
    live = grounds.evidence.resolution.live_derivations
    made = []
    for upper in found.depth:
        if upper.kind == "observation":
            source = Key("source", grounds.evidence.source_of[upper.pk])
            made.append(Link(upper, source, (), grounds.live(upper)))
        elif upper.kind == "claim":
            made += [
                Link(upper, lower, tuple(using), not live.isdisjoint(using))
                for lower, using in grounds.supports(upper.pk).items()
                if lower in found.depth
            ]
    return made


def _stubs(found: Walk, claims: Mapping[int, Claim]) -> Iterator[Stub]:
    for end, children in found.children.items():
        key, uid = Key("claim", end.claim), claims[end.claim].uid
        before, after = found.hidden(end)
        if before:
            stretch = max(1, len(children) - len(before) - len(after))
            first = max(0, found.first[end] - stretch)
            yield Stub(key, Opening(end.side, uid, first), True, len(before))
        if after:
            yield Stub(key, Opening(end.side, uid, after[0]), False, len(after))


def _spots(
    found: Walk, links: Sequence[Link], stubs: Sequence[Stub]
) -> dict[Key | str, Spot]:
    nodes: list[Key | str] = [*found.depth, *(stub.name for stub in stubs)]
    edges: list[tuple[Key | str, Key | str]] = [
        (link.upper, link.lower) for link in links
    ]
    for stub in stubs:
        down = stub.opening.side == "down"
        edges.append((stub.name, stub.claim) if down else (stub.claim, stub.name))
    return place(nodes, edges)


def _placed(found: Walk, key: Key, spot: Spot) -> Placed:
    return Placed(found.side[key], found.depth[key], _x(spot), _y(spot))


def _x(spot: Spot) -> int:
    return round(spot.column * ACROSS)


def _y(spot: Spot) -> int:
    return spot.row * DOWN
