"""The particle listing of the demo: deep provenance out of published measurements."""

from collections.abc import Iterator
from pathlib import Path

from memory.actions.put_node import put_node
from memory.actions.put_predicate import put_predicate
from memory.actions.record import record
from memory.actions.work import claim_next
from memory.jobs.distil import run
from memory.management.listing import Listing
from memory.management.listing_episodes import LISTED_AS, Reader
from memory.models import Actor, Agent, Episode, RejectedCandidate
from memory.queries.clock import database_now

PARTICLES = ("particles", "Particle listing")
LISTING = Path(__file__).with_name("demo_listing.json")
NAME = "particle listing of 2026"
SIZE = 400


def load_listing(
    agent: Agent, listing: Listing, *, named: bool = True
) -> Iterator[str]:
    """Hand a listing over, pass by pass; gives a line for each derivation refused.

    Idempotent, also when an earlier load was cut off: what is there is not written
    again, and each pass is distilled before the next one rests on it. Entities are
    `named` one by one, which takes as long as all the rest.
    """
    reader = Reader(listing, agent.workspace, NAME, SIZE)
    if _is_there(reader):
        return
    put_predicate(workspace=agent.workspace, entry=LISTED_AS)
    if named:
        _name(reader)
    for number in range(len(reader.passes)):
        _hand_over(agent, reader, number)
    yield from refusals(agent, reader)


def _is_there(reader: Reader) -> bool:
    """Whether the last episode is, and so every one before it."""
    *_, last = reader.titles(len(reader.passes) - 1)
    episodes = Episode.objects.filter(workspace=reader.workspace)
    return episodes.filter(external_id=last).exists()


def refusals(agent: Agent, reader: Reader) -> Iterator[str]:
    """What the store refused of the listing, with the claims on the cycle's path."""
    titles = {str(uid): reader.called(key) for key, uid in reader.claims.items()}
    rows = RejectedCandidate.objects.filter(episode__agent=agent).order_by("pk")
    for row in rows:
        path = " ← ".join(titles[uid] for uid in row.path)
        yield f"refused ({row.reason}): {row.text}; {path}"


def _hand_over(agent: Agent, reader: Reader, number: int) -> None:
    """Record the episodes of a pass and distil them."""
    for entry in reader.episodes(number):
        record(
            workspace=agent.workspace,
            entry=entry,
            by=Actor(agent=agent),
            key=None,
            now=database_now(),
        )
    # No worker runs yet, and two of them would not keep the order of the passes.
    while lease := claim_next(now=database_now(), without_model=True):
        run(lease)


def _name(reader: Reader) -> None:
    for key in reader.listing.quantities:
        put_node(
            workspace=reader.workspace,
            name=reader.subject(key),
            title=reader.called(key),
            description=None,
            now=database_now(),
        )
