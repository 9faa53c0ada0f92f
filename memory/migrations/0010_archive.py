"""An archive of claims retired long ago; what words leave behind goes with them."""

import datetime

import django.db.models.deletion
from django.db import migrations, models

# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [("archived", "claim", "claim"), ("archived", "decision", "decision")]

# What erasing may change in rows of the log, and nothing else: a name becomes the
# random id of its row once its words are gone, an id of what was buried the new one.
FUNCTIONS = """
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

CREATE OR REPLACE FUNCTION memory_refuse_episode_change() RETURNS trigger
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
"""

UNDO = """
CREATE OR REPLACE FUNCTION memory_refuse_episode_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.closed_at IS NULL AND NEW.closed_at IS NOT NULL
     AND to_jsonb(OLD) - '{closed_at,body_hash}'::text[]
       = to_jsonb(NEW) - '{closed_at,body_hash}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an episode is immutable; an open one may only be closed'
    USING ERRCODE = '23514', CONSTRAINT = 'episode_immutable', TABLE = TG_TABLE_NAME;
END $$;
DROP FUNCTION memory_refuse_event_change();
DROP FUNCTION memory_refuse_decision_change();
DROP FUNCTION memory_refuse_observation_change();
"""


def _guarded(table: str) -> migrations.RunSQL:
    name = f"{table}_append_only"
    trigger = (
        f"DROP TRIGGER {name} ON memory_{table};"
        f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON memory_{table}"
        " FOR EACH ROW EXECUTE FUNCTION "
    )
    return migrations.RunSQL(
        f"{trigger} memory_refuse_{table}_change('{name}')",
        f"{trigger} memory_refuse_change('{name}')",
    )


def _same_workspace(child: str, column: str, parent: str) -> migrations.RunSQL:
    name = f"{child}_{column}_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE memory_{child} ADD CONSTRAINT {name}"
        f" FOREIGN KEY (workspace_id, {column}_id)"
        f" REFERENCES memory_{parent} (workspace_id, id)",
        f"ALTER TABLE memory_{child} DROP CONSTRAINT {name}",
    )


class Migration(migrations.Migration):
    dependencies = [("memory", "0009_implied_keys")]

    operations = [
        migrations.AddField(
            model_name='observationtext',
            name='gone_at',
            field=models.DateTimeField(help_text='When it first was not there.', null=True),
        ),
        migrations.AddField(
            model_name='workspace',
            name='archive_after',
            field=models.DurationField(blank=True, default=datetime.timedelta(days=180), help_text='How long a retired claim stays in lists; never archived if empty.', null=True),
        ),
        migrations.AddConstraint(
            model_name='workspace',
            constraint=models.CheckConstraint(condition=models.Q(('archive_after', None), ('archive_after__gte', datetime.timedelta(0)), _connector='OR'), name='workspace_archive_after_not_negative'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='action',
            field=models.CharField(choices=[('admit', 'admitted to quarantine'), ('promote', 'promoted'), ('accept', 'accepted'), ('reject', 'rejected'), ('edit', 'edited'), ('needs_evidence', 'asked for evidence'), ('retract', 'retracted'), ('reinstate', 'reinstated'), ('uphold', 'upheld'), ('revise', 'revised'), ('resupport', 're-supported'), ('retire', 'retired'), ('defer', 'deferred'), ('supersede', 'superseded'), ('qualify', 'qualified'), ('keep_open', 'kept open'), ('merge', 'merged'), ('distinguish', 'told apart'), ('find_dangling', 'found without live evidence'), ('restore', 'found live evidence again'), ('undo', 'undid'), ('revive', 'revived'), ('compact', 'compacted'), ('erase', 'erased'), ('archive', 'archived'), ('bring_back', 'brought back from the archive')], max_length=16),
        ),
        migrations.AddIndex(
            model_name='event',
            index=models.Index(condition=models.Q(('kind__in', ['justified', 'justification_withheld'])), fields=['workspace', '-id'], name='event_justification'),
        ),
        migrations.CreateModel(
            name='Archived',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('restored_at', models.DateTimeField(null=True)),
                ('claim', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='archived', to='memory.claim')),
                ('decision', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='archived', to='memory.decision')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('restored_at', None)), fields=('claim',), name='archived_in_force')],
            },
        ),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
        migrations.RunSQL(FUNCTIONS, UNDO),
        *(_guarded(table) for table in ("observation", "decision", "event")),
    ]
