"""Identity: golden ids that must never move, and the laws behind them."""

import datetime
import unicodedata
from decimal import Decimal
from hashlib import sha256
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.rules.identity import (
    IdentityRefused,
    claim_uid,
    episode_source_uid,
    node_uid,
    normalise,
    source_uid,
    uid,
    voice,
)
from memory.rules.values import Date, Flag, Number, Text, Value

W = UUID("00000000-0000-8000-8000-000000000001")
OTHER = UUID("00000000-0000-8000-8000-000000000002")
PUMP = UUID("00000000-0000-8000-8000-00000000000a")
VESSEL = UUID("00000000-0000-8000-8000-00000000000b")

GOLDEN_NODES = [
    ("pump", "P-101A", "b70cbee3-4348-830e-b29a-d04a6606af5d"),
    ("Pump", "p-101a", "b70cbee3-4348-830e-b29a-d04a6606af5d"),
    ("pump", "Ｐ－１０１Ａ", "b70cbee3-4348-830e-b29a-d04a6606af5d"),
    ("pump", "P-101А", "0d6e00e4-8fd6-81a9-a921-549c92229f06"),  # Cyrillic А
    ("person", "José Nuñez", "17365daa-7c65-8410-ae72-3a17ec6b0d5c"),
    ("person", "Jose\u0301 Nun\u0303ez", "17365daa-7c65-8410-ae72-3a17ec6b0d5c"),
    ("doi", "doi:10.1000/ABC", "8cd6d1e3-de77-8391-8c05-c186b9af3ea1"),
]


@pytest.mark.parametrize(("kind", "written", "golden"), GOLDEN_NODES)
def test_golden_nodes(kind: str, written: str, golden: str) -> None:
    found = node_uid(workspace=W, kind=kind, external_id=written)
    assert found == UUID(golden)


def test_a_node_id_is_the_documented_hash() -> None:
    parts = ["1", "node", str(W), "pump", "p-101a"]
    packed = b"".join(len(p).to_bytes(8, "big") + p.encode() for p in parts)
    bits = f"{int.from_bytes(sha256(packed).digest()[:16], 'big'):0128b}"
    expected = UUID(int=int(bits[:48] + "1000" + bits[52:64] + "10" + bits[66:], 2))
    assert node_uid(workspace=W, kind="pump", external_id="P-101A") == expected


GOLDEN_CLAIMS: list[tuple[UUID | Value, dict[str, str], str]] = [
    (VESSEL, {}, "a5b3c5bb-6dca-8b99-9cc9-3a1711ab24cd"),
    (Text(str(VESSEL)), {}, "d9957c9f-d21d-8a8a-8ea8-da01d8ac3f72"),
    (Number(Decimal("1.50"), "bar"), {}, "42e41c31-4941-8495-a004-50a424321236"),
    (Number(Decimal("15e-1"), " bar "), {}, "42e41c31-4941-8495-a004-50a424321236"),
    (Date(datetime.date(2024, 3, 1)), {}, "c3c906dc-cdeb-87d7-819b-cce4e2610590"),
    (Flag(True), {}, "3f630f20-fbee-8175-917e-8c67181e339d"),
    (
        VESSEL,
        {"mode": "startup", "line": "12"},
        "d05d2bf4-9e0f-825b-9101-2aceef1ef32f",
    ),
    (
        VESSEL,
        {"line": "12", "mode": "startup"},
        "d05d2bf4-9e0f-825b-9101-2aceef1ef32f",
    ),
]


def claim(target: UUID | Value, qualifiers: dict[str, str]) -> UUID:
    return claim_uid(
        workspace=W,
        subject=PUMP,
        predicate="feeds",
        target=target,
        qualifiers=qualifiers,
    )


@pytest.mark.parametrize(("target", "qualifiers", "golden"), GOLDEN_CLAIMS)
def test_golden_claims(
    target: UUID | Value, qualifiers: dict[str, str], golden: str
) -> None:
    assert claim(target, qualifiers) == UUID(golden)


def test_golden_sources() -> None:
    uri = "doc://plant/pid-7.pdf"
    dated = source_uid(workspace=W, uri=uri, version="2024-03-01")
    assert dated == UUID("04de88f5-6e07-8b68-be5c-0249370548ff")
    undated = source_uid(workspace=W, uri=uri, version=" ")
    assert undated == UUID("61db6f22-57ea-8d83-8b24-e92af25edbee")
    own = episode_source_uid(workspace=W, episode=PUMP, ref="pid")
    assert own == UUID("2e69f86c-f04f-8f30-bc52-20b64278a733")
    assert voice(uri) == voice(" DOC://PLANT/pid-7.pdf")


def test_boundaries_between_parts_count() -> None:
    assert uid("ab", "c") != uid("a", "bc")
    assert uid("ab") != uid("ab", "")


def test_every_part_of_a_name_counts() -> None:
    names = [
        node_uid(workspace=workspace, kind=kind, external_id=external_id)
        for workspace in (W, OTHER)
        for kind in ("pump", "pumps")
        for external_id in ("a", "b")
    ]
    claims = [
        claim_uid(
            workspace=workspace,
            subject=subject,
            predicate=predicate,
            target=target,
            qualifiers=qualifiers,
        )
        for workspace in (W, OTHER)
        for subject in (PUMP, VESSEL)
        for predicate in ("feeds", "heats")
        for target in (PUMP, Text("x"))
        for qualifiers in ({}, {"mode": "x"}, {"mode": "y"}, {"x": "mode"})
    ]
    assert len(set(names + claims)) == len(names) + len(claims) == 8 + 64


words = st.text(
    st.characters(exclude_categories=["Cs", "Cn", "Cc"]), min_size=1, max_size=40
)


@given(words, st.sampled_from(["pump", "tag", "doi", "orcid", "email", "url"]))
def test_normalising_twice_changes_nothing(text: str, kind: str) -> None:
    try:
        once = normalise(kind, text)
    except IdentityRefused:
        return
    assert normalise(kind, once) == once


@given(words)
def test_canonical_equivalents_are_one_node(text: str) -> None:
    forms = [unicodedata.normalize(form, text) for form in ("NFC", "NFD", "NFKC")]
    try:
        ids = {node_uid(workspace=W, kind="x", external_id=form) for form in forms}
    except IdentityRefused:
        return
    assert len(ids) == 1


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_uids_are_version_8_and_injective_on_resplitting(parts: list[str]) -> None:
    found = uid(*parts)
    assert f"{found.int:032x}"[12] == "8"
    assert f"{found.int:032x}"[16] in "89ab"
    if len(parts) > 1:
        assert uid("".join(parts)) != found


@given(st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["x", "y"])))
def test_the_order_of_qualifiers_is_irrelevant(qualifiers: dict[str, str]) -> None:
    turned = dict(reversed(qualifiers.items()))
    assert claim(VESSEL, qualifiers) == claim(VESSEL, turned)
