"""Notes the texts that are new or were reworded: they have no vector yet."""

from django.db import migrations

# Statements rather than rows where many rows are written at once.
NOTE = """
CREATE FUNCTION memory_note_nodes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_unembedded (workspace_id, kind, object)
  SELECT workspace_id, 'node', id FROM written WHERE kind <> 'source';
  RETURN NULL;
END $$;
CREATE TRIGGER node_unembedded AFTER INSERT ON memory_node
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION memory_note_nodes();

CREATE FUNCTION memory_note_sources() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_unembedded (workspace_id, kind, object)
  SELECT workspace_id, 'source', id FROM written;
  RETURN NULL;
END $$;
CREATE TRIGGER source_unembedded AFTER INSERT ON memory_source
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION memory_note_sources();

CREATE FUNCTION memory_note_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_unembedded (workspace_id, kind, object)
  SELECT DISTINCT derivation.workspace_id, 'claim', derivation.claim_id
  FROM written JOIN memory_derivation derivation
    ON derivation.id = written.derivation_id;
  RETURN NULL;
END $$;
CREATE TRIGGER claim_unembedded AFTER INSERT ON memory_derivationtext
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION memory_note_claims();
CREATE TRIGGER claim_reworded AFTER UPDATE ON memory_derivationtext
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION memory_note_claims();

CREATE FUNCTION memory_note_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO memory_unembedded (workspace_id, kind, object)
  VALUES (NEW.workspace_id, TG_ARGV[0], NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER node_reworded AFTER UPDATE OF name, external_id, description
  ON memory_node FOR EACH ROW
  WHEN (NEW.kind <> 'source' AND (OLD.name, OLD.external_id, OLD.description)
        IS DISTINCT FROM (NEW.name, NEW.external_id, NEW.description))
  EXECUTE FUNCTION memory_note_row('node');
CREATE TRIGGER source_reworded AFTER UPDATE OF title, uri
  ON memory_source FOR EACH ROW
  WHEN ((OLD.title, OLD.uri) IS DISTINCT FROM (NEW.title, NEW.uri))
  EXECUTE FUNCTION memory_note_row('source');
"""

FORGET = """
DROP TRIGGER source_reworded ON memory_source;
DROP TRIGGER node_reworded ON memory_node;
DROP FUNCTION memory_note_row();
DROP TRIGGER claim_reworded ON memory_derivationtext;
DROP TRIGGER claim_unembedded ON memory_derivationtext;
DROP FUNCTION memory_note_claims();
DROP TRIGGER source_unembedded ON memory_source;
DROP FUNCTION memory_note_sources();
DROP TRIGGER node_unembedded ON memory_node;
DROP FUNCTION memory_note_nodes();
"""

OPERATIONS = [migrations.RunSQL(NOTE, FORGET)]
