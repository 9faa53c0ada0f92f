"""What Django cannot say: append-only tables, ends in one workspace, support."""

from django.db import migrations

# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("apikey", "agent", "agent"),
    ("apikey", "membership", "membership"),
    ("claim", "object", "node"),
    ("claim", "predicate", "predicate"),
    ("claim", "subject", "node"),
    ("claimvalidity", "claim", "claim"),
    ("decision", "by_agent", "agent"),
    ("decision", "by_member", "membership"),
    ("derivation", "claim", "claim"),
    ("derivation", "episode", "episode"),
    ("episode", "agent", "agent"),
    ("episode", "member", "membership"),
    ("episodesource", "episode", "episode"),
    ("episodesource", "source", "source"),
    ("observation", "episode", "episode"),
    ("observation", "source", "source"),
    ("predicate", "negates", "predicate"),
    ("quarantine", "claim", "claim"),
    ("rejectedcandidate", "episode", "episode"),
    ("residue", "episode", "episode"),
    ("residue", "observation", "observation"),
    ("reviewitem", "claim", "claim"),
    ("reviewitem", "held_by", "membership"),
    ("source", "node", "node"),
    ("statusevent", "claim", "claim"),
    ("statusevent", "decision", "decision"),
    ("support", "observation", "observation"),
    ("support", "premise", "claim"),
    ("supersession", "new", "claim"),
    ("supersession", "old", "claim"),
    ("withdrawal", "decision", "decision"),
    ("work", "episode", "episode"),
]

APPEND_ONLY = [
    "claimvalidity",
    "decision",
    "derivation",
    "event",
    "observation",
    "statusevent",
    "support",
]

FUNCTIONS = """
CREATE FUNCTION memory_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
    USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION memory_refuse_episode_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL
     AND to_jsonb(OLD) - '{closed_at,body_hash}'::text[]
       = to_jsonb(NEW) - '{closed_at,body_hash}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an episode is immutable; an open one may only be closed'
    USING ERRCODE = '23514', CONSTRAINT = 'episode_immutable', TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION memory_require_support() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM memory_support WHERE derivation_id = NEW.id) THEN
    RAISE EXCEPTION 'derivation % rests on nothing', NEW.uid
      USING ERRCODE = '23514', CONSTRAINT = 'derivation_has_support',
            TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
"""

TRIGGERS = """
CREATE TRIGGER episode_immutable BEFORE UPDATE OR DELETE ON memory_episode
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_episode_change();
CREATE CONSTRAINT TRIGGER derivation_has_support AFTER INSERT ON memory_derivation
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION memory_require_support();
"""

# One key covers two rules: a support's claim is its derivation's claim.
SUPPORT_DERIVATION = """
ALTER TABLE memory_support ADD CONSTRAINT support_derivation_same_workspace
  FOREIGN KEY (workspace_id, derivation_id, claim_id)
  REFERENCES memory_derivation (workspace_id, id, claim_id)
"""

UNDO = """
DROP TRIGGER derivation_has_support ON memory_derivation;
DROP TRIGGER episode_immutable ON memory_episode;
DROP FUNCTION memory_require_support();
DROP FUNCTION memory_refuse_episode_change();
DROP FUNCTION memory_refuse_change();
"""


def _same_workspace(child: str, column: str, parent: str) -> migrations.RunSQL:
    name = f"{child}_{column}_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE memory_{child} ADD CONSTRAINT {name}"
        f" FOREIGN KEY (workspace_id, {column}_id)"
        f" REFERENCES memory_{parent} (workspace_id, id)",
        f"ALTER TABLE memory_{child} DROP CONSTRAINT {name}",
    )


def _append_only(table: str) -> migrations.RunSQL:
    name = f"{table}_append_only"
    return migrations.RunSQL(
        f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON memory_{table}"
        f" FOR EACH ROW EXECUTE FUNCTION memory_refuse_change('{name}')",
        f"DROP TRIGGER {name} ON memory_{table}",
    )


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_initial")]

    operations = [
        migrations.RunSQL(FUNCTIONS + TRIGGERS, UNDO),
        *(_append_only(table) for table in APPEND_ONLY),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
        migrations.RunSQL(
            SUPPORT_DERIVATION,
            "ALTER TABLE memory_support"
            " DROP CONSTRAINT support_derivation_same_workspace",
        ),
        # Half-empty pages keep every marking of a claim a heap-only update.
        migrations.RunSQL(
            "ALTER TABLE memory_claimstatus SET (fillfactor = 50)",
            "ALTER TABLE memory_claimstatus RESET (fillfactor)",
        ),
    ]
