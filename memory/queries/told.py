"""What the gate has told of claims, and to whom."""

from collections.abc import Collection
from uuid import UUID

from django.db import connection

from memory.models import Claim, Episode
from memory.queries.belief import statement
from memory.rules.echo import Told


def told_before(
    episode: Episode, claims: Collection[UUID], marked: Collection[UUID]
) -> dict[UUID, list[Told]]:
    """The wordings of claims that passages have told, in two statements at most.

    Each wording once, from the first passage that told it, apart for those told to the
    episode's author; and once more for each of the `marked` passages. What a curator
    only tried was told to nobody.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            TOLD,
            {
                "here": episode.workspace_id,
                "claims": list(claims),
                "marked": list(marked),
                "agent": episode.agent_id,
                "member": episode.member_id,
            },
        )
        rows = cursor.fetchall()
    bare = _statements({claim for claim, _, text, *_ in rows if not text})
    found: dict[UUID, list[Told]] = {}
    for claim, uid, text, *told in rows:
        found.setdefault(uid, []).append(Told(text or bare[claim], *told))
    return found


def _statements(claims: Collection[int]) -> dict[int, str]:
    """The statements of claims that were told without a wording."""
    rows = Claim.objects.filter(pk__in=claims)
    whole = rows.select_related("subject", "predicate", "object")
    return {claim.pk: statement(claim) for claim in whole} if claims else {}


TOLD = """
SELECT DISTINCT ON (claim.id, line.derivation_id, aimed.to_author, aimed.marked)
       claim.id, claim.uid, words.text,
       line.id, receipt.uid, receipt.at, aimed.to_author
FROM memory_claim claim
JOIN memory_receiptline line ON line.claim_id = claim.id
JOIN memory_receipt receipt ON receipt.id = line.receipt_id
JOIN memory_derivationtext words ON words.derivation_id = line.derivation_id
CROSS JOIN LATERAL (
    SELECT coalesce(receipt.agent_id = %(agent)s, false)
           OR coalesce(receipt.member_id = %(member)s, false),
           CASE WHEN receipt.uid = ANY(%(marked)s::uuid[]) THEN receipt.id END
) aimed (to_author, marked)
WHERE claim.workspace_id = %(here)s AND claim.uid = ANY(%(claims)s::uuid[])
      AND NOT receipt.trial
ORDER BY claim.id, line.derivation_id, aimed.to_author, aimed.marked, line.id
"""
