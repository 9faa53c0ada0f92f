"""How each invariant of the store is broken, with what would not have it so."""

A = "(SELECT min(id) FROM memory_claim)"
OTHER = "(SELECT max(id) FROM memory_workspace)"

# How each rule is broken, with the constraints that would not have it.
BREAKS: dict[str, str] = {
    "every derivation rests on something": """
        DELETE FROM memory_support
    """,
    "every claim has a derivation and a status": """
        DELETE FROM memory_claimstatus
    """,
    "supports form no cycle": """
        UPDATE memory_support SET premise_id = other.claim_id, observation_id = NULL,
        span_start = NULL, span_end = NULL FROM memory_support other
        WHERE other.premise_id = memory_support.claim_id
    """,
    "a support names one thing": """
        ALTER TABLE memory_support DROP CONSTRAINT support_observation_or_premise,
            DROP CONSTRAINT support_span_of_observation;
        UPDATE memory_support SET observation_id = NULL, premise_id = NULL
    """,
    "a support is of its derivation's claim": f"""
        UPDATE memory_support SET claim_id = {A} WHERE premise_id IS NULL
    """,
    "confidences lie in (0, 1]": """
        ALTER TABLE memory_derivation DROP CONSTRAINT derivation_kappa_in_range;
        UPDATE memory_derivation SET kappa = 'NaN'
    """,
    "a status is that of its last event": """
        UPDATE memory_claimstatus SET status = 'unverified'
    """,
    "each event goes on from the one before": """
        UPDATE memory_statusevent SET before = 'unverified'
    """,
    "a text that is needed is not compacted": """
        UPDATE memory_observationtext SET text = NULL, state = 'compacted'
    """,
    "a superseded claim has its supersession": """
        UPDATE memory_claimstatus SET status = 'superseded'
    """,
    "a supersession's episode came first": """
        INSERT INTO memory_supersession (workspace_id, old_id, new_id, decision_id)
        SELECT workspace_id, claim_id, claim_id + 1, decision_id
        FROM memory_statusevent LIMIT 1;
        UPDATE memory_statusevent SET after = 'superseded'
    """,
    "a support stays in its workspace": f"""
        UPDATE memory_support SET workspace_id = {OTHER}
    """,
    "a claim stays in its workspace": f"""
        UPDATE memory_claim SET workspace_id = {OTHER}
    """,
    "a retraction stays in its workspace": f"""
        UPDATE memory_retraction SET workspace_id = {OTHER}
    """,
    "a retraction missed nothing": """
        UPDATE memory_retraction SET reinstated_by_id = NULL;
        DELETE FROM memory_affectedclaim
    """,
    "a retraction disputed only what it touched": """
        DELETE FROM memory_affectedclaim
    """,
    "a disputed claim has its dispute": """
        DELETE FROM memory_dispute WHERE state = 'open'
    """,
    "a claim has one unsettled dispute": """
        DROP INDEX dispute_one_unsettled;
        INSERT INTO memory_dispute SELECT (jsonb_populate_record(dispute,
            jsonb_build_object('id', dispute.id + 1000, 'uid', gen_random_uuid()))).*
        FROM memory_dispute dispute WHERE state = 'open'
    """,
    "one retraction of a kind is in force": """
        DROP INDEX retraction_of_observation_in_force;
        UPDATE memory_retraction SET kind = 'retraction', reinstated_by_id = NULL,
            observation_id = (SELECT min(id) FROM memory_observation)
    """,
    "only a person settles a dispute": """
        UPDATE memory_decision SET by_member_id = NULL,
            by_agent_id = (SELECT min(id) FROM memory_agent)
        WHERE action = 'retire'
    """,
    "a decision settles a claim once": """
        INSERT INTO memory_statusevent
            (workspace_id, claim_id, decision_id, before, after, version, at)
        SELECT workspace_id, claim_id, decision_id, before, after, version, at
        FROM memory_statusevent WHERE before = 'disputed'
    """,
    "who waits out the lag is in quarantine": """
        UPDATE memory_claimstatus SET status = 'quarantined'
    """,
    "a conflict is of two claims in order": f"""
        INSERT INTO memory_conflict
            (uid, workspace_id, first_id, second_id, kind, opened_at, state, version)
        SELECT gen_random_uuid(), {OTHER}, min(id), max(id), 'negation', now(),
            'open', 1
        FROM memory_claim
    """,
    "no episode is forgotten": """
        DELETE FROM memory_work
    """,
    "work is done once": """
        ALTER TABLE memory_work DROP CONSTRAINT work_one_per_episode;
        INSERT INTO memory_work (uid, workspace_id, kind, episode_id, state, attempts,
            due_at, created_at, error)
        SELECT gen_random_uuid(), workspace_id, kind, episode_id, 'done', 1,
            now(), now(), '' FROM memory_work
    """,
    "no work is stuck": """
        UPDATE memory_work SET state = 'queued', due_at = now() - interval '11 minutes'
    """,
    "what may be believed has live evidence": """
        UPDATE memory_observationtext SET text = NULL, state = 'erased'
    """,
    "a node is named by what it is": """
        UPDATE memory_node SET uid = gen_random_uuid()
    """,
    "an observation is as it was recorded": """
        UPDATE memory_observationtext SET text = 'altered'
    """,
}
