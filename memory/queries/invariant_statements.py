"""The store's invariants that one statement can check, by the rule that holds."""

# Each gives the ids of rows that break the rule it is named for.
STATEMENTS: dict[str, str] = {
    "every derivation rests on something": """
        SELECT id FROM memory_derivation derivation WHERE NOT EXISTS (
            SELECT 1 FROM memory_support WHERE derivation_id = derivation.id)
    """,
    "every claim has a derivation and a status": """
        SELECT id FROM memory_claim claim
        WHERE NOT EXISTS (SELECT 1 FROM memory_derivation WHERE claim_id = claim.id)
        OR NOT EXISTS (SELECT 1 FROM memory_claimstatus WHERE claim_id = claim.id)
    """,
    "supports form no cycle": """
        WITH RECURSIVE walk (root, claim_id) AS (
            SELECT claim_id, premise_id FROM memory_support
            WHERE premise_id IS NOT NULL
            UNION
            SELECT walk.root, support.premise_id FROM walk
            JOIN memory_support support ON support.claim_id = walk.claim_id
            WHERE support.premise_id IS NOT NULL
        )
        SELECT DISTINCT root FROM walk WHERE root = claim_id
    """,
    "a support names one thing": """
        SELECT id FROM memory_support
        WHERE (observation_id IS NULL) = (premise_id IS NULL)
    """,
    "a support is of its derivation's claim": """
        SELECT support.id FROM memory_support support
        JOIN memory_derivation derivation ON derivation.id = support.derivation_id
        WHERE derivation.claim_id <> support.claim_id
    """,
    "confidences lie in (0, 1]": """
        SELECT id FROM memory_derivation
        WHERE kappa IS NULL OR NOT (kappa > 0 AND kappa <= 1)
    """,
    "a status is that of its last event": """
        SELECT state.claim_id FROM memory_claimstatus state
        LEFT JOIN LATERAL (
            SELECT after, version FROM memory_statusevent
            WHERE claim_id = state.claim_id ORDER BY id DESC LIMIT 1
        ) last ON true
        WHERE (last.after, last.version)
            IS DISTINCT FROM (state.status, state.version::int)
    """,
    "each event goes on from the one before": """
        SELECT id FROM (
            SELECT id, before, lag(after, 1, '') OVER (
                PARTITION BY claim_id ORDER BY id) AS previous
            FROM memory_statusevent
        ) AS event WHERE before <> previous
    """,
    "a text that is needed is not compacted": """
        SELECT DISTINCT words.observation_id FROM memory_observationtext words
        JOIN memory_support support ON support.observation_id = words.observation_id
        JOIN memory_claimstatus state ON state.claim_id = support.claim_id
        WHERE words.state = 'compacted'
        AND state.status NOT IN ('superseded', 'retired')
        AND NOT EXISTS (
            SELECT 1 FROM memory_statusevent
            WHERE claim_id = state.claim_id AND after IN ('superseded', 'retired'))
    """,
    "a superseded claim has its supersession": """
        SELECT claim_id FROM memory_claimstatus state
        WHERE status = 'superseded' AND NOT EXISTS (
            SELECT 1 FROM memory_supersession
            WHERE old_id = state.claim_id AND undone_by_id IS NULL)
    """,
    "a supersession's episode came first": """
        SELECT supersession.id FROM memory_supersession supersession
        JOIN memory_statusevent event ON event.claim_id = supersession.old_id
            AND event.decision_id = supersession.decision_id
            AND event.after = 'superseded'
        JOIN memory_decision decision ON decision.id = event.decision_id
        WHERE supersession.undone_by_id IS NULL AND decision.undoes_id IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM memory_episode episode
            WHERE episode.workspace_id = decision.workspace_id
            AND episode.kind = 'supersession'
            AND episode.external_id = 'supersession:' || decision.uid
            AND episode.closed_at <= event.at)
    """,
    "a support stays in its workspace": """
        SELECT support.id FROM memory_support support
        JOIN memory_claim claim ON claim.id = support.claim_id
        LEFT JOIN memory_observation observation
            ON observation.id = support.observation_id
        LEFT JOIN memory_claim premise ON premise.id = support.premise_id
        WHERE support.workspace_id <> claim.workspace_id
        OR support.workspace_id
           <> coalesce(observation.workspace_id, premise.workspace_id)
    """,
    "a claim stays in its workspace": """
        SELECT claim.id FROM memory_claim claim
        JOIN memory_node subject ON subject.id = claim.subject_id
        JOIN memory_predicate predicate ON predicate.id = claim.predicate_id
        LEFT JOIN memory_node object ON object.id = claim.object_id
        WHERE claim.workspace_id <> subject.workspace_id
        OR claim.workspace_id <> predicate.workspace_id
        OR claim.workspace_id <> object.workspace_id
    """,
    "a retraction stays in its workspace": """
        SELECT retraction.id FROM memory_retraction retraction
        LEFT JOIN memory_observation observation
            ON observation.id = retraction.observation_id
        LEFT JOIN memory_source source ON source.id = retraction.source_id
        WHERE retraction.workspace_id
            <> coalesce(observation.workspace_id, source.workspace_id)
    """,
    "a retraction missed nothing": """
        SELECT support.claim_id FROM memory_retraction retraction
        JOIN memory_observation observation
            ON observation.id = retraction.observation_id
            OR observation.source_id = retraction.source_id
        JOIN memory_support support ON support.observation_id = observation.id
        WHERE retraction.reinstated_by_id IS NULL AND retraction.kind <> 'concern'
        AND NOT EXISTS (
            SELECT 1 FROM memory_affectedclaim affected
            WHERE affected.decision_id = retraction.decision_id
            AND affected.claim_id = support.claim_id)
    """,
    "a retraction disputed only what it touched": """
        SELECT event.claim_id FROM memory_statusevent event
        JOIN memory_decision decision ON decision.id = event.decision_id
        WHERE decision.action = 'retract' AND event.after = 'disputed'
        AND NOT EXISTS (
            SELECT 1 FROM memory_affectedclaim affected
            WHERE affected.decision_id = decision.id
            AND affected.claim_id = event.claim_id
            AND affected.effect IN ('lost', 'weakened'))
    """,
    "a disputed claim has its dispute": """
        SELECT coalesce(state.claim_id, dispute.claim_id)
        FROM (SELECT claim_id FROM memory_claimstatus WHERE status = 'disputed') state
        FULL JOIN (SELECT claim_id FROM memory_dispute
                   WHERE state IN ('open', 'deferred')) dispute
            ON dispute.claim_id = state.claim_id
        WHERE state.claim_id IS NULL OR dispute.claim_id IS NULL
    """,
    "a claim has one unsettled dispute": """
        SELECT claim_id FROM memory_dispute WHERE state IN ('open', 'deferred')
        GROUP BY claim_id HAVING count(*) > 1
    """,
    "one retraction of a kind is in force": """
        SELECT min(id) FROM memory_retraction WHERE reinstated_by_id IS NULL
        GROUP BY kind, observation_id, source_id HAVING count(*) > 1
    """,
    "only a person settles a dispute": """
        SELECT event.id FROM memory_statusevent event
        JOIN memory_decision decision ON decision.id = event.decision_id
        WHERE event.before = 'disputed' AND event.after <> 'disputed'
        AND decision.action IN ('uphold', 'revise', 'resupport', 'retire', 'reject')
        AND decision.by_member_id IS NULL AND decision.policy = ''
    """,
    "a decision settles a claim once": """
        SELECT claim_id FROM memory_statusevent
        WHERE before = 'disputed' AND after <> 'disputed'
        GROUP BY claim_id, decision_id HAVING count(*) > 1
    """,
    "who waits out the lag is in quarantine": """
        SELECT quarantine.claim_id FROM memory_quarantine quarantine
        JOIN memory_claimstatus state ON state.claim_id = quarantine.claim_id
        WHERE state.status <> 'quarantined'
        UNION ALL
        SELECT claim_id FROM memory_claimstatus state
        WHERE status = 'quarantined' AND NOT EXISTS (
            SELECT 1 FROM memory_quarantine WHERE claim_id = state.claim_id)
    """,
    "a conflict is of two claims in order": """
        SELECT conflict.id FROM memory_conflict conflict
        JOIN memory_claim first ON first.id = conflict.first_id
        JOIN memory_claim second ON second.id = conflict.second_id
        WHERE first.id >= second.id OR first.workspace_id <> second.workspace_id
        OR first.workspace_id <> conflict.workspace_id
    """,
    "no episode is forgotten": """
        SELECT id FROM memory_episode episode
        WHERE kind = 'task' AND closed_at IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM memory_work WHERE episode_id = episode.id)
    """,
    "work is done once": """
        SELECT min(id) FROM memory_work WHERE episode_id IS NOT NULL
        GROUP BY kind, episode_id HAVING count(*) > 1
    """,
    "no work is stuck": """
        SELECT id FROM memory_work WHERE state IN ('queued', 'running')
        AND due_at < clock_timestamp() - interval '10 minutes'
    """,
}
