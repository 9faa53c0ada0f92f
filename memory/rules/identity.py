"""Content-addressed identity: what makes two rows the same node, source or claim."""

import unicodedata
from collections.abc import Mapping
from hashlib import sha256
from uuid import UUID

from memory.rules.spelling import (
    NORMALISER_VERSION,
    IdentityRefused,
    normalise,
    normalise_kind,
    voice,
)
from memory.rules.values import Value, canonical

__all__ = [
    "NORMALISER_VERSION",
    "IdentityRefused",
    "claim_uid",
    "episode_source_uid",
    "node_uid",
    "normalise",
    "normalise_kind",
    "source_uid",
    "uid",
    "voice",
]


def uid(*parts: str) -> UUID:
    """Hash a sequence of texts: UUIDv8 (RFC 9562) of SHA-256 over the parts.

    Each part carries its length, so ("ab", "c") and ("a", "bc") differ.
    """
    digest = sha256()
    for part in parts:
        encoded = _utf8(part)
        digest.update(len(encoded).to_bytes(8))
        digest.update(encoded)
    octets = bytearray(digest.digest()[:16])
    octets[6] = octets[6] & 0x0F | 0x80
    octets[8] = octets[8] & 0x3F | 0x80
    return UUID(bytes=bytes(octets))


def node_uid(*, workspace: UUID, kind: str, external_id: str) -> UUID:
    """Name a node by what it is, so that two episodes meet without matching."""
    folded = normalise_kind(kind)
    return _named("node", workspace, folded, normalise(folded, external_id))


def source_uid(*, workspace: UUID, uri: str, version: str) -> UUID:
    """Name one revision of a document; version is its label or as-of date, or ""."""
    return _named("source", workspace, voice(uri), _label(version))


def episode_source_uid(*, workspace: UUID, episode: UUID, ref: str) -> UUID:
    """Name a source that has no URI: it belongs to its episode under its ref."""
    return _named("episode-source", workspace, str(episode), ref)


def claim_uid(
    *,
    workspace: UUID,
    subject: UUID,
    predicate: str,
    target: UUID | Value,
    qualifiers: Mapping[str, str],
) -> UUID:
    """Name a statement: subject, predicate, object node or value, qualifiers.

    The order of the qualifiers is irrelevant, and a node differs from a text
    that prints like its id.
    """
    stated = ("node", str(target)) if isinstance(target, UUID) else canonical(target)
    narrowed = sorted(
        (normalise("", name), " ".join(unicodedata.normalize("NFC", told).split()))
        for name, told in qualifiers.items()
    )
    flat = (part for pair in narrowed for part in pair)
    return _named(
        "claim", workspace, str(subject), normalise("", predicate), *stated, *flat
    )


def _named(*parts: str | UUID) -> UUID:
    return uid(str(NORMALISER_VERSION), *map(str, parts))


def _label(version: str) -> str:
    return normalise("", version) if version.strip() else ""


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise IdentityRefused("unicode", "a lone surrogate is not text") from None
