"""How telling a meeting is, and when two statements say the same."""

import pytest

from tension.rules.alike import alike, likeness
from tension.rules.meeting import score, why


def test_nearer_and_rarer_says_more() -> None:
    assert score(0, 1) == 1
    assert score(1, 1) == 0.5
    assert score(0, 10) == 0.5
    assert score(2, 100) == pytest.approx(1 / 9)


def test_why_counts_the_claims_between() -> None:
    assert why("P-104", 0) == "It is about P-104, which this is about too."
    assert "one claim away" in why("P-104", 1)
    assert "2 claims away" in why("P-104", 2)


def test_likeness_is_the_share_of_telling_words() -> None:
    assert likeness("Why was P-104 never commissioned?", "P-104: commissioned?") == (
        2 / 3
    )
    assert alike("Is line 22 in use?", "is LINE 22 still in use")
    assert not alike("Is line 22 in use?", "Is line 23 out of service?")
    assert likeness("", "") == 0
