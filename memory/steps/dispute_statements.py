"""The set-based statements that open disputes, whatever their number."""

LOCK = """
SELECT claim_id, status, version FROM memory_claimstatus
WHERE claim_id = ANY(%s) ORDER BY claim_id FOR NO KEY UPDATE
"""

MARK = """
UPDATE memory_claimstatus
SET status = 'disputed', cause_kind = %s, cause_uid = %s, cause_episode_id = %s,
    changed_at = CASE WHEN status = 'disputed' THEN changed_at ELSE %s END
WHERE claim_id = ANY(%s)
"""

_GIVEN = "claim_id, effect, proposal, rank, was, died"
_ARRAYS = "%s::bigint[], %s::text[], %s::text[], %s::int[], %s::text[], %s::text[]"

AGAIN = f"""
UPDATE memory_dispute dispute
SET died = ARRAY(SELECT unnest(dispute.died) UNION SELECT unnest(hit.died::bigint[])),
    effect = hit.effect, proposal = hit.proposal,
    rank = greatest(dispute.rank, hit.rank),
    state = 'open', settled_by_id = NULL, version = version + 1
FROM unnest({_ARRAYS}) AS hit ({_GIVEN})
WHERE dispute.claim_id = hit.claim_id AND dispute.state IN ('open', 'deferred')
"""

RAISE = """
UPDATE memory_dispute dispute SET rank = place.rank
FROM unnest(%s::bigint[], %s::int[]) AS place (claim_id, rank)
WHERE dispute.claim_id = place.claim_id AND dispute.state IN ('open', 'deferred')
"""

OPEN = f"""
WITH opened AS (
    INSERT INTO memory_dispute
        (uid, workspace_id, opened_by_id, retraction_id, opened_at, from_birth,
         {_GIVEN}, lag_until, state, version)
    SELECT gen_random_uuid(), %s, %s, %s, %s, %s,
           hit.claim_id, hit.effect, hit.proposal, hit.rank, hit.was,
           hit.died::bigint[], hit.lag_until, 'open', 1
    FROM unnest({_ARRAYS}, %s::timestamptz[]) AS hit ({_GIVEN}, lag_until)
    ON CONFLICT (claim_id) WHERE state IN ('open', 'deferred') DO NOTHING
    RETURNING uid
)
INSERT INTO memory_event (workspace_id, kind, subject_uid, at)
SELECT %s, 'dispute_opened', uid, %s FROM opened
"""
