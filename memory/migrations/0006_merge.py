"""Nodes that count as one, look-alikes told apart, and what search finds them by."""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import django.db.models.functions.text
import uuid
from django.db import migrations, models


SAME_WORKSPACE = [
    ("distinction", "decision", "decision"),
    ("distinction", "first", "node"),
    ("distinction", "second", "node"),
    ("distinction", "undone_by", "decision"),
    ("merge", "decision", "decision"),
    ("merge", "into", "node"),
    ("merge", "node", "node"),
    ("merge", "undone_by", "decision"),
]

TRIGGERS = """
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
CREATE TRIGGER merge_append_only BEFORE UPDATE OR DELETE ON memory_merge
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_all_but_undoing('merge_append_only');
CREATE TRIGGER distinction_append_only BEFORE UPDATE OR DELETE ON memory_distinction
  FOR EACH ROW
  EXECUTE FUNCTION memory_refuse_all_but_undoing('distinction_append_only');

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

UNDO = """
DROP TRIGGER merge_without_cycle ON memory_merge;
DROP FUNCTION memory_refuse_merge_cycle();
DROP TRIGGER distinction_append_only ON memory_distinction;
DROP TRIGGER merge_append_only ON memory_merge;
DROP FUNCTION memory_refuse_all_but_undoing();
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
        ('memory', '0005_operation'),
    ]

    operations = [
        migrations.CreateModel(
            name='Distinction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
            ],
        ),
        migrations.CreateModel(
            name='Merge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
            ],
        ),
        migrations.AlterField(
            model_name='decision',
            name='action',
            field=models.CharField(choices=[('admit', 'admitted to quarantine'), ('promote', 'promoted'), ('accept', 'accepted'), ('reject', 'rejected'), ('edit', 'edited'), ('needs_evidence', 'asked for evidence'), ('retract', 'retracted'), ('reinstate', 'reinstated'), ('uphold', 'upheld'), ('revise', 'revised'), ('resupport', 're-supported'), ('retire', 'retired'), ('defer', 'deferred'), ('supersede', 'superseded'), ('qualify', 'qualified'), ('keep_open', 'kept open'), ('merge', 'merged'), ('distinguish', 'told apart'), ('find_dangling', 'found without live evidence'), ('restore', 'found live evidence again'), ('undo', 'undid')], max_length=16),
        ),
        migrations.AddIndex(
            model_name='node',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('name', 'external_id', 'description', config='english'), name='node_words'),
        ),
        migrations.AddIndex(
            model_name='node',
            index=models.Index(models.F('workspace'), django.db.models.functions.text.Upper('name'), name='node_name'),
        ),
        migrations.AddIndex(
            model_name='node',
            index=models.Index(fields=['workspace', 'kind', '-id'], name='node_kind'),
        ),
        migrations.AddIndex(
            model_name='source',
            index=django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.search.SearchVector('title', config='english'), name='source_words'),
        ),
        migrations.AddField(
            model_name='distinction',
            name='decision',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='distinctions', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='distinction',
            name='first',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.node'),
        ),
        migrations.AddField(
            model_name='distinction',
            name='second',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.node'),
        ),
        migrations.AddField(
            model_name='distinction',
            name='undone_by',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_distinctions', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='distinction',
            name='workspace',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AddField(
            model_name='merge',
            name='decision',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='merge',
            name='into',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='aliases', to='memory.node'),
        ),
        migrations.AddField(
            model_name='merge',
            name='node',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='memory.node'),
        ),
        migrations.AddField(
            model_name='merge',
            name='undone_by',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_merges', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='merge',
            name='workspace',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AddConstraint(
            model_name='distinction',
            constraint=models.UniqueConstraint(condition=models.Q(('undone_by', None)), fields=('first', 'second'), name='distinction_in_force'),
        ),
        migrations.AddConstraint(
            model_name='distinction',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='distinction_in_id_order'),
        ),
        migrations.AddIndex(
            model_name='merge',
            index=models.Index(condition=models.Q(('undone_by', None)), fields=['into'], name='merge_aliases'),
        ),
        migrations.AddConstraint(
            model_name='merge',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='merge_uid'),
        ),
        migrations.AddConstraint(
            model_name='merge',
            constraint=models.UniqueConstraint(condition=models.Q(('undone_by', None)), fields=('node',), name='merge_of_node_in_force'),
        ),
        migrations.AddConstraint(
            model_name='merge',
            constraint=models.CheckConstraint(condition=models.Q(('node', models.F('into')), _negated=True), name='merge_into_another'),
        ),
        migrations.RunSQL(TRIGGERS, UNDO),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    ]
