"""Writes the receipt of one passage through the gate."""

import json
from collections.abc import Sequence
from typing import Any

from django.db import connection

from memory.models import Receipt, ReceiptLine, ReceiptText
from memory.queries.standings import Standing


def told_line(
    receipt: Receipt, place: int, told: Standing, lenses: Sequence[str]
) -> ReceiptLine:
    """A claim in its place on a receipt, as it stood and by which lenses it came."""
    return ReceiptLine(
        workspace=receipt.workspace,
        receipt=receipt,
        claim_id=told.claim,
        derivation_id=told.worded_by,
        place=place,
        reason="" if told.admissible else told.status.value,
        effect=told.effect,
        confidence=told.confidence,
        age_days=told.age_days,
        vetted=told.vetted,
        lenses=list(lenses),
        conflicts_with=list(told.conflicts_with),
    )


def write_receipt(
    receipt: Receipt, words: ReceiptText, lines: Sequence[ReceiptLine]
) -> None:
    """Keep a new receipt, its words and its lines, in one statement.

    The receipt gets its key; the words and lines are kept, but know none.
    """
    given: dict[str, Any] = {
        "uid": receipt.uid,
        "workspace": receipt.workspace_id,
        "agent": receipt.agent_id,
        "member": receipt.member_id,
        "key": receipt.key_id,
        "episode": receipt.episode_id,
        "trial": receipt.trial,
        "k": receipt.k,
        "nodes": receipt.nodes,
        "references": receipt.references,
        "lenses": json.dumps(receipt.lenses),
        "degraded": receipt.degraded,
        "at": receipt.at,
        "commitment": receipt.commitment,
        "message": words.message,
        "reframe": words.reframe,
        "findings": json.dumps(words.findings),
        "tensions": json.dumps(words.tensions),
        "salt": words.salt,
        "lines": json.dumps([_line(each) for each in lines]),
    }
    with connection.cursor() as cursor:
        cursor.execute(WRITE, given)
        (receipt.pk,) = cursor.fetchone()


def _line(line: ReceiptLine) -> dict[str, Any]:
    return {
        "claim_id": line.claim_id,
        "derivation_id": line.derivation_id,
        "place": line.place,
        "reason": line.reason,
        "effect": line.effect,
        "confidence": line.confidence,
        "age_days": line.age_days,
        "vetted": line.vetted,
        "lenses": line.lenses,
        "conflicts_with": [str(uid) for uid in line.conflicts_with],
    }


WRITE = """
WITH receipt AS (
    INSERT INTO memory_receipt (
        uid, workspace_id, agent_id, member_id, key_id, episode_id, trial, k, nodes,
        "references", lenses, degraded, at, commitment)
    VALUES (
        %(uid)s, %(workspace)s, %(agent)s, %(member)s, %(key)s, %(episode)s, %(trial)s,
        %(k)s, %(nodes)s, %(references)s, %(lenses)s, %(degraded)s, %(at)s,
        %(commitment)s)
    RETURNING id
), words AS (
    INSERT INTO memory_receipttext (
        receipt_id, message, reframe, findings, tensions, salt)
    SELECT id, %(message)s, %(reframe)s, %(findings)s::jsonb, %(tensions)s::jsonb,
           %(salt)s::bytea
    FROM receipt
), lines AS (
    INSERT INTO memory_receiptline (
        workspace_id, receipt_id, claim_id, derivation_id, place, reason, effect,
        confidence, age_days, vetted, lenses, conflicts_with)
    SELECT %(workspace)s, receipt.id, line.*
    FROM receipt CROSS JOIN jsonb_to_recordset(%(lines)s::jsonb) AS line (
        claim_id bigint, derivation_id bigint, place int, reason text, effect text,
        confidence float8, age_days float8, vetted boolean, lenses text[],
        conflicts_with uuid[])
)
SELECT id FROM receipt
"""
