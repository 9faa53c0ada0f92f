"""What guards the log: alarms, seals, holds, erasures, and text that is needed."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.db import migrations, models


# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("erasure", "decision", "decision"),
    ("erasure", "node", "node"),
    ("hold", "observation", "observation"),
]

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

CREATE TRIGGER logseal_append_only BEFORE UPDATE OR DELETE ON memory_logseal
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_change('logseal_append_only');
CREATE TRIGGER erasure_append_only BEFORE UPDATE OR DELETE ON memory_erasure
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_change('erasure_append_only');
"""

UNDO = """
DROP TRIGGER erasure_append_only ON memory_erasure;
DROP TRIGGER logseal_append_only ON memory_logseal;
DROP TRIGGER hold_on_text ON memory_hold;
DROP FUNCTION memory_refuse_hold_on_nothing();
DROP TRIGGER observation_text_needed ON memory_observationtext;
DROP FUNCTION memory_refuse_needed_compaction();
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
        ('memory', '0006_merge'),
    ]

    operations = [
        migrations.AddField(
            model_name='decisionnote',
            name='commitment',
            field=models.BinaryField(help_text='Drawn and kept once it is sealed.', max_length=32, null=True),
        ),
        migrations.AddField(
            model_name='decisionnote',
            name='salt',
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AddField(
            model_name='episodetext',
            name='commitment',
            field=models.BinaryField(help_text='Drawn and kept once it is sealed.', max_length=32, null=True),
        ),
        migrations.AddField(
            model_name='episodetext',
            name='salt',
            field=models.BinaryField(max_length=32, null=True),
        ),
        migrations.AlterField(
            model_name='decision',
            name='action',
            field=models.CharField(choices=[('admit', 'admitted to quarantine'), ('promote', 'promoted'), ('accept', 'accepted'), ('reject', 'rejected'), ('edit', 'edited'), ('needs_evidence', 'asked for evidence'), ('retract', 'retracted'), ('reinstate', 'reinstated'), ('uphold', 'upheld'), ('revise', 'revised'), ('resupport', 're-supported'), ('retire', 'retired'), ('defer', 'deferred'), ('supersede', 'superseded'), ('qualify', 'qualified'), ('keep_open', 'kept open'), ('merge', 'merged'), ('distinguish', 'told apart'), ('find_dangling', 'found without live evidence'), ('restore', 'found live evidence again'), ('undo', 'undid'), ('revive', 'revived'), ('compact', 'compacted'), ('erase', 'erased')], max_length=16),
        ),
        migrations.CreateModel(
            name='Alarm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('found_at', models.DateTimeField()),
                ('cleared_at', models.DateTimeField(null=True)),
                ('derivations', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), help_text='The first ones found damaged.')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('cleared_at', None)), fields=('workspace',), name='alarm_one_in_force')],
            },
        ),
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('observations', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField())),
                ('counts', models.JSONField(help_text='How many rows of each kind lost words.')),
                ('at', models.DateTimeField()),
                ('decision', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='erasures', to='memory.decision')),
                ('node', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='erasures', to='memory.node')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('workspace', 'uid'), name='erasure_uid')],
            },
        ),
        migrations.CreateModel(
            name='Hold',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.UUIDField(help_text='Of whatever needs the text.')),
                ('placed_at', models.DateTimeField()),
                ('observation', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='holds', to='memory.observation')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'indexes': [models.Index(fields=['workspace', 'holder'], name='hold_of')],
                'constraints': [models.UniqueConstraint(fields=('observation', 'holder'), name='hold_once')],
            },
        ),
        migrations.CreateModel(
            name='LogSeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(help_text='From 1, without a gap.')),
                ('kind', models.CharField(choices=[('episode', 'Episode'), ('observation', 'Observation'), ('derivation', 'Derivation'), ('decision', 'Decision')], max_length=11)),
                ('ids', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField())),
                ('leaves', models.BinaryField()),
                ('digest', models.BinaryField(max_length=32)),
                ('sealed_at', models.DateTimeField()),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('workspace', 'number'), name='log_seal_number')],
            },
        ),
        migrations.RunSQL(NEEDED, UNDO),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    ]
