"""What an agent hands over: an episode as it arrives, before anything is stored."""

import datetime
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

type Json = Mapping[str, Any]


@dataclass(frozen=True)
class SourceEntry:
    """A source as an episode names it; `ref` is known in that episode only."""

    ref: str
    kind: str
    uri: str = ""
    title: str = ""
    as_of: str = ""
    version: str = ""


@dataclass(frozen=True)
class ObservationEntry:
    """An observation as sent; `source` is a ref of the same episode."""

    ref: str
    source: str
    text: str
    observed_at: datetime.datetime
    locator: str = ""


@dataclass(frozen=True)
class ResidueEntry:
    """Something left open; `about` names nodes by kind and external id or uid."""

    kind: str
    text: str
    about: tuple[str | Json, ...] = ()


@dataclass(frozen=True)
class EpisodeEntry:
    """A whole episode; `conclusions` None leaves the reading to the distiller."""

    external_id: str
    started_at: datetime.datetime
    task: str = ""
    model: str = ""
    closed_at: datetime.datetime | None = None
    sources: tuple[SourceEntry, ...] = ()
    observations: tuple[ObservationEntry, ...] = ()
    conclusions: tuple[Json, ...] | None = None
    residue: tuple[ResidueEntry, ...] = ()


def body_hash(entry: EpisodeEntry) -> bytes:
    """SHA-256 of an episode as sent, equal for equal contents."""
    body = json.dumps(asdict(entry), sort_keys=True, default=str)
    return hashlib.sha256(body.encode()).digest()


def entry_to_json(entry: EpisodeEntry) -> dict[str, Any]:
    """An episode as JSON that `entry_from_json` reads back; times as RFC 3339."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(entry), default=_written))
    return plain


def entry_from_json(plain: Json) -> EpisodeEntry:
    """The very episode that was written, with the same `body_hash`."""
    conclusions = plain["conclusions"]
    closed_at = plain["closed_at"]
    return EpisodeEntry(
        external_id=plain["external_id"],
        started_at=datetime.datetime.fromisoformat(plain["started_at"]),
        task=plain["task"],
        model=plain["model"],
        closed_at=closed_at and datetime.datetime.fromisoformat(closed_at),
        sources=tuple(SourceEntry(**each) for each in plain["sources"]),
        observations=tuple(_observation(each) for each in plain["observations"]),
        conclusions=None if conclusions is None else tuple(conclusions),
        residue=tuple(_residue(each) for each in plain["residue"]),
    )


def _written(value: object) -> str:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not part of an episode")


def _observation(plain: Json) -> ObservationEntry:
    seen = datetime.datetime.fromisoformat(plain["observed_at"])
    return ObservationEntry(**{**plain, "observed_at": seen})


def _residue(plain: Json) -> ResidueEntry:
    return ResidueEntry(**{**plain, "about": tuple(plain["about"])})
