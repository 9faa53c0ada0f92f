"""A salted commitment that an immutable row holds to words which may be erased."""

from hashlib import sha256
from secrets import token_bytes

SALT_BYTES = 32


def new_salt() -> bytes:
    """Draw a salt; once it is destroyed the commitment tells nothing of the words."""
    return token_bytes(SALT_BYTES)


def commit(text: str, salt: bytes) -> bytes:
    """Bind 32 bytes to exactly this text and salt.

    Both are length-prefixed, so no text and salt can trade bytes. Raises
    ValueError for a salt too short to hide a guessable text.
    """
    if len(salt) < 16:
        raise ValueError("a salt has at least 16 bytes")
    words = text.encode()
    return sha256(
        len(salt).to_bytes(8) + salt + len(words).to_bytes(8) + words
    ).digest()
