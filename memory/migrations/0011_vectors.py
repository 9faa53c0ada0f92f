"""Vectors of texts, and what has none yet."""

import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models
from pgvector.django import VectorExtension


# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("embeddingrun", "operation", "operation"),
    *(
        (table, column, column)
        for table in ("vector384", "vector3072")
        for column in ("node", "claim", "source")
    ),
]

# A value fits in its page: beside the row (TOAST) every comparison costs a look-up.
PLAIN = """
ALTER TABLE memory_vector384 ALTER COLUMN value SET STORAGE PLAIN;
ALTER TABLE memory_vector3072 ALTER COLUMN value SET STORAGE PLAIN;
"""
TOASTED = PLAIN.replace("STORAGE PLAIN", "STORAGE EXTERNAL")

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


def _same_workspace(child: str, column: str, parent: str) -> migrations.RunSQL:
    name = f"{child}_{column}_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE memory_{child} ADD CONSTRAINT {name}"
        f" FOREIGN KEY (workspace_id, {column}_id)"
        f" REFERENCES memory_{parent} (workspace_id, id)",
        f"ALTER TABLE memory_{child} DROP CONSTRAINT {name}",
    )



class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0010_archive'),
    ]

    operations = [
        VectorExtension(),
        migrations.AlterField(
            model_name='operation',
            name='key',
            field=models.ForeignKey(help_text='Null where the environment asked for it.', null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.apikey'),
        ),
        migrations.AlterField(
            model_name='operation',
            name='kind',
            field=models.CharField(choices=[('import_episodes', 'Import episodes'), ('embed', 'Embed all texts')], max_length=20),
        ),
        migrations.CreateModel(
            name='EmbeddingRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=200)),
                ('dimensions', models.PositiveIntegerField()),
                ('total', models.PositiveIntegerField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('error', models.TextField(blank=True)),
                ('due_at', models.DateTimeField(help_text='Not tried before, after a failure.')),
                ('operation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='embedding', to='memory.operation')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'indexes': [models.Index(fields=['workspace', '-id'], name='embedding_newest')],
            },
        ),
        migrations.CreateModel(
            name='Unembedded',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('node', 'Node'), ('claim', 'Claim'), ('source', 'Source')], max_length=6)),
                ('object', models.BigIntegerField()),
                ('error', models.TextField(blank=True, db_default='')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'indexes': [models.Index(fields=['workspace', 'id'], name='unembedded_order')],
            },
        ),
        migrations.CreateModel(
            name='Vector3072',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=200)),
                ('text_hash', models.BinaryField(max_length=32)),
                ('value', pgvector.django.halfvec.HalfVectorField(dimensions=3072)),
                ('claim', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.claim')),
                ('node', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.node')),
                ('source', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.source')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'abstract': False,
                'indexes': [models.Index(fields=['workspace', 'model'], name='vector3072_of_workspace')],
                'constraints': [models.UniqueConstraint(fields=('node', 'model'), name='vector3072_of_node'), models.UniqueConstraint(fields=('claim', 'model'), name='vector3072_of_claim'), models.UniqueConstraint(fields=('source', 'model'), name='vector3072_of_source'), models.CheckConstraint(condition=models.Q(models.Q(('claim', None), ('node__isnull', False), ('source', None)), models.Q(('claim__isnull', False), ('node', None), ('source', None)), models.Q(('claim', None), ('node', None), ('source__isnull', False)), _connector='OR'), name='vector3072_of_one_text')],
            },
        ),
        migrations.CreateModel(
            name='Vector384',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=200)),
                ('text_hash', models.BinaryField(max_length=32)),
                ('value', pgvector.django.halfvec.HalfVectorField(dimensions=384)),
                ('claim', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.claim')),
                ('node', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.node')),
                ('source', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.source')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'abstract': False,
                'indexes': [models.Index(fields=['workspace', 'model'], name='vector384_of_workspace')],
                'constraints': [models.UniqueConstraint(fields=('node', 'model'), name='vector384_of_node'), models.UniqueConstraint(fields=('claim', 'model'), name='vector384_of_claim'), models.UniqueConstraint(fields=('source', 'model'), name='vector384_of_source'), models.CheckConstraint(condition=models.Q(models.Q(('claim', None), ('node__isnull', False), ('source', None)), models.Q(('claim__isnull', False), ('node', None), ('source', None)), models.Q(('claim', None), ('node', None), ('source__isnull', False)), _connector='OR'), name='vector384_of_one_text')],
            },
        ),
        migrations.RunSQL(PLAIN, TOASTED),
        migrations.RunSQL(NOTE, FORGET),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    ]
