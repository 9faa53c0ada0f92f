"""Spelling: what folds to one id, and what no id may hold."""

from uuid import UUID

import pytest

from memory.rules.identity import (
    IdentityRefused,
    normalise,
    voice,
)

W = UUID("00000000-0000-8000-8000-000000000001")
SPELLINGS = [
    ("pump", "P-101A", "p-101a"),
    ("pump", "  P‐101A\u00a0", "p-101a"),  # hyphen, no-break space
    ("pump", "P−101A", "p-101a"),  # minus sign
    ("pump", "Ｐ－１０１Ａ", "p-101a"),  # full width
    ("pump", "P-\u200b101\ufeffA", "p-101a"),  # format characters
    ("pump", "P\u00ad-101A", "p-101a"),  # soft hyphen
    ("pump", "P - 101A", "p - 101a"),
    ("tag", "P - 101A", "p-101a"),
    ("Tag", "P –101A", "p-101a"),
    ("tag", "P101A", "p101a"),
    ("person", "Jose\u0301  Nun\u0303ez", "josé nuñez"),
    ("person", "José\tNuñez", "josé nuñez"),
    ("place", "Straße", "strasse"),
    ("doi", "https://doi.org/10.1000/ABC%28d%29", "10.1000/abc(d)"),
    ("doi", "DOI: 10.1000/abc(d)", "10.1000/abc(d)"),
    ("doi", "see the report", "see the report"),
    ("orcid", "https://orcid.org/0000-0002-1694-233X", "0000-0002-1694-233x"),
    ("orcid", "000000021694233x", "0000-0002-1694-233x"),
    ("orcid", "0000-0002", "0000-0002"),
    ("email", "MailTo:Ann@Example.ORG", "ann@example.org"),
    ("email", "<ann@example.org>", "ann@example.org"),
    ("url", "HTTPS://Example.ORG:443", "https://example.org/"),
    ("url", "http://example.org/%7eAnn/%2f?Q=1", "http://example.org/~Ann/%2F?Q=1"),
    ("url", "doc://Plant/PID-7.pdf", "doc://plant/PID-7.pdf"),
    ("url", "http://u@Example.org:8080/a", "http://u@example.org:8080/a"),
    ("url", "urn:isbn:0451450523", "urn:isbn:0451450523"),
]


@pytest.mark.parametrize(("kind", "written", "folded"), SPELLINGS)
def test_spellings_fold(kind: str, written: str, folded: str) -> None:
    assert normalise(kind, written) == folded


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("", "blank"),
        (" \t\n", "blank"),
        ("\u200b", "blank"),
        ("\u3164", "blank"),  # Hangul filler
        ("a\0b", "nul_character"),
        ("a\u202eb", "control_character"),
        ("a\u2066b", "control_character"),
        ("a\x07b", "control_character"),
        ("a\ud800b", "unicode"),
        ("a\U000e0fffb", "unicode"),  # unassigned
        ("x" * 201, "too_long"),
        ("ﷺ" * 12, "too_long"),  # 12 ligatures of 18 characters each
    ],
)
def test_refusals_name_their_reason(written: str, code: str) -> None:
    with pytest.raises(IdentityRefused) as refusal:
        normalise("pump", written)
    assert refusal.value.code == code
    assert str(refusal.value)


def test_a_link_cannot_smuggle_a_control_character() -> None:
    with pytest.raises(IdentityRefused) as refusal:
        normalise("doi", "https://doi.org/10.1/a%00b")
    assert refusal.value.code == "nul_character"


def test_two_hundred_characters_are_allowed() -> None:
    assert normalise("pump", "x" * 200) == "x" * 200


def test_a_long_uri_is_a_voice_but_not_a_node() -> None:
    uri = "https://example.org/" + "a" * 300
    assert voice(uri) == uri
    with pytest.raises(IdentityRefused):
        normalise("url", uri)
