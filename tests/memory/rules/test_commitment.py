"""Commitments: they bind text and salt, and tell nothing without the salt."""

from hashlib import sha256

import pytest

from memory.rules.commitment import commit, new_salt

SALT = bytes(range(16))


def test_a_commitment_is_the_documented_hash() -> None:
    packed = b"\0" * 7 + b"\x10" + SALT + b"\0" * 7 + b"\x03" + "añ".encode()
    assert commit("añ", SALT) == sha256(packed).digest()


def test_text_and_salt_cannot_trade_bytes() -> None:
    assert commit("bc", SALT + b"a") != commit("c", SALT + b"ab")


def test_salts_are_fresh_and_long() -> None:
    salts = {new_salt() for _ in range(100)}
    assert len(salts) == 100
    assert {len(salt) for salt in salts} == {32}
    assert len({commit("yes", salt) for salt in salts}) == 100


def test_a_short_salt_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        commit("yes", b"short")
