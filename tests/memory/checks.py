"""What each check of the schema refuses and allows, as changes to a good row."""

from tests.memory.schema import Row

NODE = {"value_kind": "node"}
TEXT = {"value_kind": "text", "object_id": None, "value_text": "open"}
LATER, EARLIER = "2026-12-02T00:00:00Z", "2026-12-01T00:00:00Z"

# The check, its table, what it refuses and what it allows: changes to a good row.
CHECKS: list[tuple[str, str, list[Row], list[Row]]] = [
    (
        "claim_object_or_value",
        "claim",
        [
            NODE | {"value_text": "both"},
            NODE | {"object_id": None},
            TEXT | {"value_bool": True},
            TEXT | {"value_text": None},
            {"value_kind": "number"},
            {"value_kind": "colour", "object_id": None},
        ],
        [NODE, TEXT, TEXT | {"value_text": ""}],
    ),
    (
        "claim_status_known",
        "claimstatus",
        [{"status": "believed"}, {"status": ""}],
        [{"status": "disputed"}, {"status": "retired"}],
    ),
    (
        "claim_validity_in_order",
        "claimvalidity",
        [{"valid_from": LATER, "valid_to": EARLIER}],
        [
            {"valid_from": EARLIER, "valid_to": EARLIER},
            {"valid_from": LATER, "valid_to": None},
            {"valid_from": None, "valid_to": EARLIER},
        ],
    ),
    (
        "distillation_run_cost_not_negative",
        "distillationrun",
        [{"cost": -0.01, "stored": False}],
        [{"cost": 0, "stored": False}, {"cost": None, "stored": False}],
    ),
    (
        "derivation_kappa_in_range",
        "derivation",
        [{"kappa": bad} for bad in ("NaN", "Infinity", "-Infinity", 0, -0.1, 1.000001)],
        [{"kappa": good} for good in (1, 0.5, 5e-324)],
    ),
    (
        "support_observation_or_premise",
        "support",
        [
            {"premise_id": 1, "span_start": None, "span_end": None},
            {"observation_id": None},
        ],
        [{}],
    ),
    (
        "support_span_of_observation",
        "support",
        [
            {"span_start": None},
            {"span_end": None},
            {"span_start": 5, "span_end": 5},
            {"span_start": 5, "span_end": 4},
        ],
        [{"span_start": 0, "span_end": 1}],
    ),
    (
        "episode_closed_after_started",
        "episode",
        [{"started_at": LATER, "closed_at": EARLIER}],
        [{"started_at": EARLIER, "closed_at": EARLIER}, {"closed_at": None}],
    ),
    (
        "decision_one_author",
        "decision",
        [
            {"by_member_id": None, "by_agent_id": None, "policy": ""},
            {"by_member_id": 1, "by_agent_id": 1, "policy": ""},
            {"by_member_id": 1, "by_agent_id": None, "policy": "lag"},
        ],
        [{"by_member_id": None, "by_agent_id": None, "policy": "lag"}, {}],
    ),
    (
        "api_key_one_owner",
        "apikey",
        [
            {"agent_id": None, "membership_id": None},
            {"agent_id": 1, "membership_id": 1},
        ],
        [{}],
    ),
    (
        "api_key_personal_scopes",
        "apikey",
        [{"scopes": ["read", "curate"]}, {"scopes": ["admin"]}],
        [{"scopes": ["read", "ingest"]}, {"scopes": []}],
    ),
    (
        "api_key_revoked_after_created",
        "apikey",
        [{"created_at": LATER, "revoked_at": EARLIER}],
        [{"created_at": EARLIER, "revoked_at": LATER}, {"revoked_at": None}],
    ),
    (
        "source_vetted_by_someone",
        "source",
        [{"vetted_at": LATER}],
        [{"vetted_at": None, "vetted_by_id": None}],
    ),
    (
        "review_item_held_until",
        "reviewitem",
        [{"held_until": None}, {"held_by_id": None}],
        [{"held_by_id": None, "held_until": None}, {"held_until": LATER}],
    ),
    (
        "operation_line_sent_while_waiting",
        "operationline",
        [{"state": "waiting", "sent": None}, {"state": "failed", "sent": {}}],
        [{"state": "waiting", "sent": {}}, {"state": "failed", "sent": None}],
    ),
    (
        "work_on_one_thing",
        "work",
        [{"episode_id": None}, {"operation_id": 1}],
        [{}],
    ),
    (
        "work_running_has_lease",
        "work",
        [{"state": "running", "lease": None}],
        [
            {"state": "running", "lease": "0" * 32},
            {"state": "queued", "lease": None},
        ],
    ),
    (
        "predicate_half_life_positive",
        "predicate",
        [{"half_life_days": 0}],
        [{"half_life_days": 1}, {"half_life_days": None}],
    ),
    (
        "supersession_by_another",
        "supersession",
        [{"old_id": 1, "new_id": 1}],
        [{}],
    ),
    (
        "conflict_in_id_order",
        "conflict",
        [{"first_id": 10**9, "second_id": 1}, {"first_id": 1, "second_id": 1}],
        [{}],
    ),
    (
        "conflict_settled_by_decision",
        "conflict",
        [{"state": "open"}, {"state": "settled", "settled_by_id": None}],
        [{"state": "open", "settled_by_id": None}, {"state": "settled"}],
    ),
    (
        "dispute_effect_known",
        "dispute",
        [{"effect": "restored"}, {"effect": ""}],
        [{"effect": "lost"}, {"effect": "weakened"}, {"effect": "reached"}],
    ),
    (
        "dispute_settled_by_decision",
        "dispute",
        [{"state": "open"}, {"state": "resolved", "settled_by_id": None}],
        [{}],
    ),
    (
        "retraction_observation_or_source",
        "retraction",
        [{"kind": "concern", "replacement_source_id": None, "source_id": None}],
        [{"kind": "concern", "replacement_source_id": None}],
    ),
    (
        "retraction_replacement_alike",
        "retraction",
        [{"replacement_source_id": None}, {"kind": "concern"}],
        [{}],
    ),
    (
        "vector384_of_one_text",
        "vector384",
        [{"node_id": None}, {"claim_id": 1}, {"source_id": 1}],
        [{}],
    ),
    (
        "vector3072_of_one_text",
        "vector3072",
        [{"node_id": None}, {"claim_id": 1}, {"source_id": 1}],
        [{}],
    ),
    ("merge_into_another", "merge", [{"node_id": 1, "into_id": 1}], [{}]),
    (
        "distinction_in_id_order",
        "distinction",
        [{"first_id": 10**9, "second_id": 1}, {"first_id": 1, "second_id": 1}],
        [{}],
    ),
    (
        "receipt_one_caller",
        "receipt",
        [{"agent_id": None, "member_id": None}, {"agent_id": 1, "member_id": 1}],
        [{}],
    ),
    (
        "receipt_line_confidence_share",
        "receiptline",
        [{"confidence": bad} for bad in (-0.1, 1.1, "NaN")],
        [{"confidence": good} for good in (0, 1)],
    ),
    (
        "webhook_asks_for_something",
        "webhook",
        [{"kinds": []}],
        [{"kinds": ["retracted"]}],
    ),
    (
        "delivery_done_at_its_end",
        "delivery",
        [
            {"state": "waiting", "done_at": LATER},
            {"state": "delivered", "done_at": None},
            {"state": "dead", "done_at": None},
            {"state": "lost", "done_at": LATER},
        ],
        [
            {"state": "waiting", "done_at": None},
            {"state": "dead", "done_at": LATER},
        ],
    ),
    (
        "echo_suspect_is_kept",
        "echo",
        [{"kind": "suspect", "derivation_id": None}, {"kind": "mark"}],
        [{"kind": "suspect"}, {"kind": "repeat", "derivation_id": None}],
    ),
    (
        "appearance_observation_or_claim",
        "appearance",
        [{"claim_id": 1}, {"observation_id": None}],
        [{}],
    ),
    (
        "finding_span_in_order",
        "finding",
        [{"start": 5, "end": 4}],
        [{"start": 5, "end": 5}, {"start": 0, "end": 9}],
    ),
    (
        "finding_contradicted_by_code",
        "finding",
        [
            {"verdict": "contradicted", "decided_by": "model"},
            {"verdict": "contradicted", "decided_by": "rule"},
        ],
        [
            {"verdict": "contradicted", "decided_by": "code"},
            {"verdict": "suspect", "decided_by": "model"},
        ],
    ),
    (
        "finding_decided",
        "finding",
        [
            {"state": "open"},
            {"state": "dismissed", "decision_id": None},
            {"state": "forgotten"},
        ],
        [
            {"state": "open", "decision_id": None},
            {"state": "confirmed"},
            {"state": "dismissed"},
        ],
    ),
    (
        "judge_run_cost_not_negative",
        "judgerun",
        [{"cost": -0.01}],
        [{"cost": 0}, {"cost": None}],
    ),
]
