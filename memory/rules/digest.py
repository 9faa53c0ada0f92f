"""The digest by which the same words are found again."""

import hashlib


def text_digest(text: str) -> bytes:
    """SHA-256 of the text as it is; no two spellings are one."""
    return hashlib.sha256(text.encode()).digest()
