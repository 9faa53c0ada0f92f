"""What must hold when a row is written: support, no cycle, text that is there."""

from django.db import migrations

SUPPORT = """
CREATE FUNCTION memory_require_support() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM memory_support WHERE derivation_id = NEW.id) THEN
    RAISE EXCEPTION 'derivation % rests on nothing', NEW.uid
      USING ERRCODE = '23514', CONSTRAINT = 'derivation_has_support',
            TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER derivation_has_support AFTER INSERT ON memory_derivation
  DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION memory_require_support();
"""
NO_SUPPORT = """
DROP TRIGGER derivation_has_support ON memory_derivation;
DROP FUNCTION memory_require_support();
"""

ACYCLIC = """
CREATE FUNCTION memory_refuse_merge_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.undone_by_id IS NULL AND EXISTS (
    WITH RECURSIVE chain (node) AS (
      SELECT NEW.into_id
      UNION
      SELECT merge.into_id FROM chain
      JOIN memory_merge merge ON merge.node_id = chain.node
        AND merge.undone_by_id IS NULL
    )
    SELECT 1 FROM chain WHERE node = NEW.node_id AND NEW.node_id <> NEW.into_id
  ) THEN
    RAISE EXCEPTION 'the merge would lead back to its own node'
      USING ERRCODE = '23514', CONSTRAINT = 'merge_without_cycle',
            TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER merge_without_cycle BEFORE INSERT ON memory_merge
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_merge_cycle();
"""
CYCLIC = """
DROP TRIGGER merge_without_cycle ON memory_merge;
DROP FUNCTION memory_refuse_merge_cycle();
"""

# The lock makes whoever writes a derivation or a hold, and shares the row, come
# first and be seen, or come after and see that the text is gone.
NEEDED = """
CREATE FUNCTION memory_refuse_needed_compaction() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  claims text;
BEGIN
  PERFORM 1 FROM memory_observation WHERE id = NEW.observation_id FOR UPDATE;
  IF EXISTS (SELECT 1 FROM memory_hold WHERE observation_id = NEW.observation_id) THEN
    RAISE EXCEPTION 'the text of observation % is held', NEW.observation_id
      USING ERRCODE = '23514', CONSTRAINT = 'observation_text_needed',
            TABLE = TG_TABLE_NAME;
  END IF;
  WITH RECURSIVE down (claim_id) AS (
    SELECT claim_id FROM memory_support WHERE observation_id = NEW.observation_id
    UNION
    SELECT support.claim_id FROM down
    JOIN memory_support support ON support.premise_id = down.claim_id
  )
  SELECT string_agg(claim.uid::text, ', ' ORDER BY claim.id) INTO claims
  FROM down JOIN memory_claim claim ON claim.id = down.claim_id
  LEFT JOIN memory_claimstatus state ON state.claim_id = claim.id
  WHERE state.status IS NULL OR state.status NOT IN ('superseded', 'retired');
  IF claims IS NOT NULL THEN
    RAISE EXCEPTION 'claims need the text of observation %', NEW.observation_id
      USING ERRCODE = '23514', CONSTRAINT = 'observation_text_needed',
            TABLE = TG_TABLE_NAME, DETAIL = claims;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER observation_text_needed BEFORE UPDATE ON memory_observationtext
  FOR EACH ROW WHEN (NEW.state = 'compacted' AND OLD.state = 'live')
  EXECUTE FUNCTION memory_refuse_needed_compaction();

CREATE FUNCTION memory_refuse_hold_on_nothing() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM memory_observation WHERE id = NEW.observation_id FOR SHARE;
  IF NOT EXISTS (SELECT 1 FROM memory_observationtext
                 WHERE observation_id = NEW.observation_id AND state = 'live') THEN
    RAISE EXCEPTION 'observation % has no text to hold', NEW.observation_id
      USING ERRCODE = '23514', CONSTRAINT = 'hold_on_text', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER hold_on_text BEFORE INSERT ON memory_hold
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_hold_on_nothing();
"""
NOT_NEEDED = """
DROP TRIGGER hold_on_text ON memory_hold;
DROP FUNCTION memory_refuse_hold_on_nothing();
DROP TRIGGER observation_text_needed ON memory_observationtext;
DROP FUNCTION memory_refuse_needed_compaction();
"""

OPERATIONS = [
    migrations.RunSQL(SUPPORT, NO_SUPPORT),
    migrations.RunSQL(ACYCLIC, CYCLIC),
    migrations.RunSQL(NEEDED, NOT_NEEDED),
]
