"""Retractions, disputes and conflicts, with what Django cannot say of them."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.db import migrations, models

# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("affectedclaim", "claim", "claim"),
    ("affectedclaim", "decision", "decision"),
    ("conflict", "first", "claim"),
    ("conflict", "second", "claim"),
    ("conflict", "settled_by", "decision"),
    ("dispute", "claim", "claim"),
    ("dispute", "opened_by", "decision"),
    ("dispute", "retraction", "retraction"),
    ("dispute", "settled_by", "decision"),
    ("endorsement", "member", "membership"),
    ("retraction", "decision", "decision"),
    ("retraction", "observation", "observation"),
    ("retraction", "reinstated_by", "decision"),
    ("retraction", "replacement_observation", "observation"),
    ("retraction", "replacement_source", "source"),
    ("retraction", "source", "source"),
]

RETRACTION_APPEND_ONLY = """
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
CREATE TRIGGER retraction_append_only BEFORE UPDATE OR DELETE ON memory_retraction
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_retraction_change();
CREATE TRIGGER affectedclaim_append_only
  BEFORE UPDATE OR DELETE ON memory_affectedclaim
  FOR EACH ROW EXECUTE FUNCTION memory_refuse_change('affectedclaim_append_only');
"""

UNDO = """
DROP TRIGGER affectedclaim_append_only ON memory_affectedclaim;
DROP TRIGGER retraction_append_only ON memory_retraction;
DROP FUNCTION memory_refuse_retraction_change();
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
        ('memory', '0002_integrity'),
    ]

    operations = [
        migrations.CreateModel(
            name='AffectedClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('effect', models.CharField(choices=[('lost', 'Lost its last support'), ('weakened', 'Weakened, still supported'), ('reached', 'Reached, unchanged'), ('ended', 'Had ended before'), ('restored', 'Restored'), ('kept', 'Stays as it is')], max_length=8)),
                ('depth', models.PositiveIntegerField(help_text='1: it rests on that directly.')),
                ('independent_before', models.FloatField(null=True)),
                ('by_source_before', models.FloatField(null=True)),
                ('independent_after', models.FloatField(null=True)),
                ('by_source_after', models.FloatField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Conflict',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('kind', models.CharField(choices=[('cardinality', 'Too many for one'), ('negation', 'One negates the other')], max_length=11)),
                ('opened_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'Open'), ('kept', 'Kept open'), ('settled', 'Settled')], default='open', max_length=8)),
                ('version', models.PositiveIntegerField(default=1)),
            ],
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('effect', models.CharField(max_length=8)),
                ('from_birth', models.BooleanField(default=False, help_text='Its claim was born resting on disputed premises.')),
                ('proposal', models.CharField(choices=[('uphold', 'Uphold'), ('resupport', 'Re-support'), ('retire', 'Retire'), ('revise', 'Revise'), ('defer', 'Defer')], max_length=9)),
                ('rank', models.PositiveIntegerField(help_text='A dispute ranks before those that rest on it.')),
                ('was', models.CharField(max_length=11)),
                ('lag_until', models.DateTimeField(null=True)),
                ('died', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list)),
                ('state', models.CharField(choices=[('open', 'Open'), ('deferred', 'Deferred'), ('resolved', 'Resolved')], default='open', max_length=8)),
                ('version', models.PositiveIntegerField(default=1)),
                ('opened_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Endorsement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('about', models.UUIDField(help_text='Of the claim, dispute or retraction.')),
                ('version', models.PositiveIntegerField(help_text='Of that row, as it was seen.')),
                ('action', models.CharField(max_length=16)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Retraction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('kind', models.CharField(choices=[('retraction', 'Retraction'), ('correction', 'Correction'), ('concern', 'Expression of concern')], max_length=10)),
            ],
        ),
        migrations.AlterField(
            model_name='decision',
            name='action',
            field=models.CharField(choices=[('admit', 'admitted to quarantine'), ('promote', 'promoted'), ('accept', 'accepted'), ('reject', 'rejected'), ('edit', 'edited'), ('needs_evidence', 'asked for evidence'), ('retract', 'retracted'), ('reinstate', 'reinstated'), ('uphold', 'upheld'), ('revise', 'revised'), ('resupport', 're-supported'), ('retire', 'retired'), ('defer', 'deferred'), ('supersede', 'superseded'), ('qualify', 'qualified'), ('keep_open', 'kept open'), ('find_dangling', 'found without live evidence'), ('restore', 'found live evidence again'), ('undo', 'undid')], max_length=16),
        ),
        migrations.AddIndex(
            model_name='observationtext',
            index=models.Index(condition=models.Q(('state', 'live'), _negated=True), fields=['observation'], name='observation_text_gone'),
        ),
        migrations.AddField(
            model_name='affectedclaim',
            name='claim',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='affected_by', to='memory.claim'),
        ),
        migrations.AddField(
            model_name='affectedclaim',
            name='decision',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='affected', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='affectedclaim',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AddField(
            model_name='conflict',
            name='first',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.claim'),
        ),
        migrations.AddField(
            model_name='conflict',
            name='second',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.claim'),
        ),
        migrations.AddField(
            model_name='conflict',
            name='settled_by',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settled_conflicts', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='conflict',
            name='workspace',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='claim',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='memory.claim'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='opened_by',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='opened_disputes', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='settled_by',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='settled_disputes', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='workspace',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AddField(
            model_name='endorsement',
            name='member',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to='memory.membership'),
        ),
        migrations.AddField(
            model_name='endorsement',
            name='workspace',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.CreateModel(
            name='RetractionWords',
            fields=[
                ('retraction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='words', serialize=False, to='memory.retraction')),
                ('reason', models.TextField()),
            ],
        ),
        migrations.AddField(
            model_name='retraction',
            name='decision',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='retractions', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='retraction',
            name='observation',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='retractions', to='memory.observation'),
        ),
        migrations.AddField(
            model_name='retraction',
            name='reinstated_by',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reinstatements', to='memory.decision'),
        ),
        migrations.AddField(
            model_name='retraction',
            name='replacement_observation',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.observation'),
        ),
        migrations.AddField(
            model_name='retraction',
            name='replacement_source',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.source'),
        ),
        migrations.AddField(
            model_name='retraction',
            name='source',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='retractions', to='memory.source'),
        ),
        migrations.AddField(
            model_name='retraction',
            name='workspace',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='retraction',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='memory.retraction'),
        ),
        migrations.AddIndex(
            model_name='affectedclaim',
            index=models.Index(fields=['decision', 'depth', 'claim'], name='affected_claim_order'),
        ),
        migrations.AddConstraint(
            model_name='affectedclaim',
            constraint=models.UniqueConstraint(fields=('decision', 'claim'), name='affected_claim_once'),
        ),
        migrations.AddIndex(
            model_name='conflict',
            index=models.Index(condition=models.Q(('state', 'settled'), _negated=True), fields=['workspace', '-id'], name='conflict_queue'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='conflict_uid'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.UniqueConstraint(fields=('first', 'second'), name='conflict_pair'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='conflict_in_id_order'),
        ),
        migrations.AddConstraint(
            model_name='conflict',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('settled_by', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('settled_by__isnull', False)), _connector='OR'), name='conflict_settled_by_decision'),
        ),
        migrations.AddConstraint(
            model_name='endorsement',
            constraint=models.UniqueConstraint(fields=('workspace', 'about', 'version', 'action', 'member'), name='endorsement_once'),
        ),
        migrations.AddIndex(
            model_name='retraction',
            index=models.Index(fields=['workspace', '-id'], name='retraction_recent'),
        ),
        migrations.AddConstraint(
            model_name='retraction',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='retraction_uid'),
        ),
        migrations.AddConstraint(
            model_name='retraction',
            constraint=models.UniqueConstraint(fields=('workspace', 'id'), name='retraction_workspace_id'),
        ),
        migrations.AddConstraint(
            model_name='retraction',
            constraint=models.UniqueConstraint(condition=models.Q(('observation__isnull', False), ('reinstated_by', None)), fields=('observation', 'kind'), name='retraction_of_observation_in_force'),
        ),
        migrations.AddConstraint(
            model_name='retraction',
            constraint=models.UniqueConstraint(condition=models.Q(('reinstated_by', None), ('source__isnull', False)), fields=('source', 'kind'), name='retraction_of_source_in_force'),
        ),
        migrations.AddConstraint(
            model_name='retraction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('observation__isnull', False), ('source', None)), models.Q(('observation', None), ('source__isnull', False)), _connector='OR'), name='retraction_observation_or_source'),
        ),
        migrations.AddConstraint(
            model_name='retraction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'correction'), ('observation__isnull', False), ('replacement_observation__isnull', False), ('replacement_source', None)), models.Q(('kind', 'correction'), ('replacement_observation', None), ('replacement_source__isnull', False), ('source__isnull', False)), models.Q(models.Q(('kind', 'correction'), _negated=True), ('replacement_observation', None), ('replacement_source', None)), _connector='OR'), name='retraction_replacement_alike'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(condition=models.Q(('state__in', ['open', 'deferred'])), fields=['workspace', 'rank', 'id'], name='dispute_queue'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='dispute_uid'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['open', 'deferred'])), fields=('claim',), name='dispute_one_unsettled'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('effect__in', ['lost', 'weakened', 'reached'])), name='dispute_effect_known'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('settled_by', None), ('state', 'open')), models.Q(models.Q(('state', 'open'), _negated=True), ('settled_by__isnull', False)), _connector='OR'), name='dispute_settled_by_decision'),
        ),
        migrations.RunSQL(RETRACTION_APPEND_ONLY, UNDO),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    ]
