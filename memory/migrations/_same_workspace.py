"""Composite keys: both ends of a link are in one workspace."""

from django.db import migrations

# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("affectedclaim", "claim", "claim"),
    ("affectedclaim", "decision", "decision"),
    ("apikey", "agent", "agent"),
    ("apikey", "membership", "membership"),
    ("appearance", "claim", "claim"),
    ("appearance", "observation", "observation"),
    ("appearance", "text", "checkedtext"),
    ("archived", "claim", "claim"),
    ("archived", "decision", "decision"),
    ("checkedtext", "operation", "operation"),
    ("claim", "object", "node"),
    ("claim", "predicate", "predicate"),
    ("claim", "subject", "node"),
    ("claimvalidity", "claim", "claim"),
    ("conflict", "first", "claim"),
    ("conflict", "second", "claim"),
    ("conflict", "settled_by", "decision"),
    ("decision", "by_agent", "agent"),
    ("decision", "by_member", "membership"),
    ("delivery", "webhook", "webhook"),
    ("derivation", "claim", "claim"),
    ("derivation", "episode", "episode"),
    ("dispute", "claim", "claim"),
    ("dispute", "opened_by", "decision"),
    ("dispute", "retraction", "retraction"),
    ("dispute", "settled_by", "decision"),
    ("distillationrun", "episode", "episode"),
    ("distinction", "decision", "decision"),
    ("distinction", "first", "node"),
    ("distinction", "second", "node"),
    ("distinction", "undone_by", "decision"),
    ("echo", "line", "receiptline"),
    ("echo", "observation", "observation"),
    ("embeddingrun", "operation", "operation"),
    ("endorsement", "member", "membership"),
    ("episode", "agent", "agent"),
    ("episode", "member", "membership"),
    ("episodesource", "episode", "episode"),
    ("episodesource", "source", "source"),
    ("erasure", "decision", "decision"),
    ("erasure", "node", "node"),
    ("finding", "decision", "decision"),
    ("finding", "text", "checkedtext"),
    ("hold", "observation", "observation"),
    ("merge", "decision", "decision"),
    ("merge", "into", "node"),
    ("merge", "node", "node"),
    ("merge", "undone_by", "decision"),
    ("observation", "episode", "episode"),
    ("observation", "source", "source"),
    ("operationline", "operation", "operation"),
    ("predicate", "negates", "predicate"),
    ("quarantine", "claim", "claim"),
    ("receipt", "agent", "agent"),
    ("receipt", "episode", "episode"),
    ("receipt", "member", "membership"),
    ("receiptline", "claim", "claim"),
    ("receiptline", "receipt", "receipt"),
    ("rejectedcandidate", "episode", "episode"),
    ("residue", "episode", "episode"),
    ("residue", "observation", "observation"),
    ("retraction", "decision", "decision"),
    ("retraction", "observation", "observation"),
    ("retraction", "reinstated_by", "decision"),
    ("retraction", "replacement_observation", "observation"),
    ("retraction", "replacement_source", "source"),
    ("retraction", "source", "source"),
    ("reviewitem", "claim", "claim"),
    ("reviewitem", "held_by", "membership"),
    ("source", "node", "node"),
    ("statusevent", "claim", "claim"),
    ("statusevent", "decision", "decision"),
    ("supersession", "new", "claim"),
    ("supersession", "old", "claim"),
    ("support", "observation", "observation"),
    ("support", "premise", "claim"),
    ("vector3072", "claim", "claim"),
    ("vector3072", "node", "node"),
    ("vector3072", "source", "source"),
    ("vector384", "claim", "claim"),
    ("vector384", "node", "node"),
    ("vector384", "source", "source"),
    ("withdrawal", "decision", "decision"),
    ("work", "episode", "episode"),
    ("work", "operation", "operation"),
]

# One key covers two rules: the wording is one of the claim that the row is about.
OF_CLAIM = ["receiptline", "support"]


def _same_workspace(child: str, column: str, parent: str) -> migrations.RunSQL:
    name = f"{child}_{column}_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE memory_{child} ADD CONSTRAINT {name}"
        f" FOREIGN KEY (workspace_id, {column}_id)"
        f" REFERENCES memory_{parent} (workspace_id, id)",
        f"ALTER TABLE memory_{child} DROP CONSTRAINT {name}",
    )


def _of_claim(child: str) -> migrations.RunSQL:
    name = f"{child}_derivation_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE memory_{child} ADD CONSTRAINT {name}"
        " FOREIGN KEY (workspace_id, derivation_id, claim_id)"
        " REFERENCES memory_derivation (workspace_id, id, claim_id)",
        f"ALTER TABLE memory_{child} DROP CONSTRAINT {name}",
    )


OPERATIONS = [
    *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    *(_of_claim(child) for child in OF_CLAIM),
]
