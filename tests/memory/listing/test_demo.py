"""The demo's listing: as published, loaded once, and deep."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from memory.management.demo_listing import LISTING, PARTICLES
from memory.management.listing import Listing, read_listing
from memory.models import (
    Claim,
    Derivation,
    Episode,
    Membership,
    Observation,
    RejectedCandidate,
    Source,
    Workspace,
)
from memory.queries.closure import affected
from memory.queries.evidence import Seeds
from tests.memory.listing.loaded import reached
from tests.memory.listing.package import Package

CYCLE = [
    "G(J/psi(1S) → p pbar)/G(total)",
    "measurement 26662",
    "B+ → J/psi(1S) K+",
    "G(B+ → J/psi(1S) K+)/G(total)",
    "measurement 18734",
    "J/psi(1S) → p pbar",
    "G(J/psi(1S) → p pbar)/G(total)",
]


@pytest.fixture(scope="module")
def listing() -> Listing:
    return read_listing(LISTING)


@pytest.fixture
def said(transactional_db: None, settings: Settings, tmp_path: Path) -> str:
    """What the first load prints."""
    settings.WARRANT_DATA = tmp_path
    return load_demo()


def load_demo() -> str:
    out = StringIO()
    call_command("load_demo", stdout=out)
    return out.getvalue()


def counts() -> list[int]:
    kinds = (Workspace, Episode, Observation, Claim, Derivation, Membership, Source)
    return [kind.objects.count() for kind in kinds]


def test_the_listing_is_what_was_published(listing: Listing) -> None:
    whole = Package().listing()
    for key, each in listing.quantities.items():
        published = whole.quantities[key]
        assert (each.name, each.value) == (published.name, published.value)
        assert each.kind == published.kind
        assert set(each.inputs) == set(published.inputs) & listing.quantities.keys()
    for key, found in listing.measurements.items():
        if (known := whole.measurements.get(key)) is not None:
            assert (found.value, found.quantity) == (known.value, known.quantity)
            assert found.publication in {"", known.publication}


def test_the_listing_is_as_large_as_it_is_deep(listing: Listing) -> None:
    measurements = listing.measurements.values()
    assert len(listing.publications) == 60
    assert len(measurements) == 896
    assert len(listing.quantities) == 388
    assert sum(bool(each.publication) for each in measurements) == 245
    assert sum(each.used for each in measurements) == 272
    assert sum(len(each.rescaled_with) for each in measurements) == 700
    assert sum(len(each.inputs) for each in listing.quantities.values()) == 285


def test_a_load_reports_the_cycle_and_a_second_adds_nothing(
    said: str, listing: Listing
) -> None:
    (line,) = said.splitlines()
    assert line.endswith("; " + " ← ".join(CYCLE))
    (refused,) = RejectedCandidate.objects.filter(reason="cycle")
    assert len(refused.path) == 7
    first = counts()
    assert load_demo() == ""
    assert counts() == first


def test_every_part_of_the_listing_enters(said: str, listing: Listing) -> None:
    particles = Workspace.objects.get(slug=PARTICLES[0])
    rescaled = sum(bool(x.rescaled_with) for x in listing.measurements.values())
    steps = list(listing.steps())
    claims = Claim.objects.filter(workspace=particles)
    assert claims.count() == rescaled + 388 == len({step.claim for step in steps})
    assert Derivation.objects.filter(workspace=particles).count() == len(steps) - 1
    sources = Source.objects.filter(workspace=particles)
    assert sources.count() == 60 + 896 - 245
    assert sources.filter(title="Measurement 27139", uri="pdg:meas:27139").exists()
    assert Membership.objects.filter(workspace=particles).count() == 3


def test_a_publication_reaches_as_far_as_it_does_on_paper(
    said: str, listing: Listing
) -> None:
    seen = Observation.objects.filter(source__title__startswith="BAI 1999B")
    rows = frozenset(seen.values_list("pk", flat=True))
    found = affected(Seeds(observations=rows))
    measured = listing.measurements.items()
    keys = [key for key, each in measured if each.publication == "ref:10307"]
    assert len(keys) == len(rows) == 23
    assert len(found) == len(reached(listing.steps(), keys)) == 427
