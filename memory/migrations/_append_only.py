"""Tables whose rows stay as they were written, and the few changes some allow."""

from django.db import migrations

UNCHANGING = [
    "affectedclaim",
    "claimvalidity",
    "derivation",
    "echo",
    "erasure",
    "logseal",
    "receipt",
    "statusevent",
    "support",
]
REFUSE_CHANGE = """
CREATE FUNCTION memory_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
    USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;
"""

# An episode may be closed or forget its words, a retraction be reinstated, a merge or
# a distinction be undone.
REFUSE_ALL_BUT_ENDING = """
CREATE FUNCTION memory_refuse_episode_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL
     AND to_jsonb(OLD) - '{closed_at,body_hash}'::text[]
       = to_jsonb(NEW) - '{closed_at,body_hash}'::text[] THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.external_id = NEW.uid::text AND NEW.body_hash IS NULL
     AND to_jsonb(OLD) - '{external_id,body_hash}'::text[]
       = to_jsonb(NEW) - '{external_id,body_hash}'::text[]
     AND EXISTS (SELECT 1 FROM memory_episodetext
                 WHERE episode_id = NEW.id AND task = '' AND salt IS NULL) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an episode is immutable; an open one may only be closed'
    USING ERRCODE = '23514', CONSTRAINT = 'episode_immutable', TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION memory_refuse_retraction_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.reinstated_by_id IS NULL
     AND NEW.reinstated_by_id IS NOT NULL
     AND to_jsonb(OLD) - 'reinstated_by_id' = to_jsonb(NEW) - 'reinstated_by_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a retraction is append-only; it may only be reinstated'
    USING ERRCODE = '23514', CONSTRAINT = 'retraction_append_only',
          TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION memory_refuse_all_but_undoing() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.undone_by_id IS NULL AND NEW.undone_by_id IS NOT NULL
     AND to_jsonb(OLD) - 'undone_by_id' = to_jsonb(NEW) - 'undone_by_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only; a row may only be undone', TG_TABLE_NAME
    USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;
"""

# What erasing may change in rows of the log, and nothing else: a name becomes the
# random id of its row once its words are gone, an id of what was buried the new one.
REFUSE_ALL_BUT_ERASING = """
CREATE FUNCTION memory_refuse_observation_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.ref = NEW.uid::text AND NEW.locator = ''
     AND to_jsonb(OLD) - '{ref,locator}'::text[]
       = to_jsonb(NEW) - '{ref,locator}'::text[]
     AND EXISTS (SELECT 1 FROM memory_observationtext
                 WHERE observation_id = NEW.id AND state = 'erased') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'memory_observation is append-only'
    USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION memory_refuse_decision_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  uid_shape text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
  was text := OLD.before::text || OLD.after::text;
  becomes text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    becomes := NEW.before::text || NEW.after::text;
    IF was <> becomes
       AND to_jsonb(OLD) - '{before,after}'::text[]
         = to_jsonb(NEW) - '{before,after}'::text[]
       AND regexp_replace(was, uid_shape, '', 'g')
         = regexp_replace(becomes, uid_shape, '', 'g')
       AND NOT EXISTS (
          SELECT 1
          FROM regexp_matches(was, '(' || uid_shape || ')', 'g')
               WITH ORDINALITY AS a (told, place)
          JOIN regexp_matches(becomes, '(' || uid_shape || ')', 'g')
               WITH ORDINALITY AS b (told, place) ON b.place = a.place
          WHERE a.told[1] <> b.told[1]
          AND (EXISTS (SELECT 1 FROM memory_claim claim
                       WHERE claim.uid = a.told[1]::uuid)
               OR EXISTS (SELECT 1 FROM memory_node node
                          WHERE node.uid = a.told[1]::uuid))) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'memory_decision is append-only'
    USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION memory_refuse_event_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND to_jsonb(OLD) - 'subject_uid' = to_jsonb(NEW) - 'subject_uid'
     AND NOT EXISTS (SELECT 1 FROM memory_claim WHERE uid = OLD.subject_uid)
     AND EXISTS (SELECT 1 FROM memory_claim
                 WHERE uid = NEW.subject_uid AND workspace_id = NEW.workspace_id) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'memory_event is append-only'
    USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;

CREATE FUNCTION memory_refuse_receiptline_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
     AND to_jsonb(OLD) - 'conflicts_with' = to_jsonb(NEW) - 'conflicts_with'
     AND OLD.conflicts_with <> NEW.conflicts_with
     AND cardinality(OLD.conflicts_with) = cardinality(NEW.conflicts_with)
     AND NOT EXISTS (
        SELECT 1 FROM unnest(OLD.conflicts_with, NEW.conflicts_with) AS told (was, now)
        WHERE was <> now AND (
            EXISTS (SELECT 1 FROM memory_claim WHERE uid = was)
            OR NOT EXISTS (SELECT 1 FROM memory_claim
                           WHERE uid = now AND workspace_id = NEW.workspace_id))
     ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'memory_receiptline is append-only'
    USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0], TABLE = TG_TABLE_NAME;
END $$;
"""

# These two functions know the one trigger they are of.
ENDED = """
CREATE TRIGGER episode_immutable BEFORE UPDATE OR DELETE ON memory_episode
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_episode_change();
CREATE TRIGGER retraction_append_only BEFORE UPDATE OR DELETE ON memory_retraction
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_retraction_change();
"""
FUNCTIONS = REFUSE_CHANGE + REFUSE_ALL_BUT_ENDING + REFUSE_ALL_BUT_ERASING + ENDED
UNDO = """
DROP TRIGGER retraction_append_only ON memory_retraction;
DROP TRIGGER episode_immutable ON memory_episode;
DROP FUNCTION memory_refuse_receiptline_change();
DROP FUNCTION memory_refuse_event_change();
DROP FUNCTION memory_refuse_decision_change();
DROP FUNCTION memory_refuse_observation_change();
DROP FUNCTION memory_refuse_all_but_undoing();
DROP FUNCTION memory_refuse_retraction_change();
DROP FUNCTION memory_refuse_episode_change();
DROP FUNCTION memory_refuse_change();
"""

# table, what of its rows is refused.
GUARDS = [
    *((table, "change") for table in UNCHANGING),
    ("decision", "decision_change"),
    ("distinction", "all_but_undoing"),
    ("event", "event_change"),
    ("merge", "all_but_undoing"),
    ("observation", "observation_change"),
    ("receiptline", "receiptline_change"),
]


def _guard(table: str, refused: str) -> migrations.RunSQL:
    name = f"{table}_append_only"
    return migrations.RunSQL(
        f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON memory_{table}"
        f" FOR EACH ROW EXECUTE FUNCTION memory_refuse_{refused}('{name}')",
        f"DROP TRIGGER {name} ON memory_{table}",
    )


OPERATIONS = [
    migrations.RunSQL(FUNCTIONS, UNDO),
    *(_guard(*guarded) for guarded in GUARDS),
]
