"""Findings: what the checks say about texts, where those stand, what was decided."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.db import migrations, models


# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("checkedtext", "operation", "operation"),
    ("appearance", "text", "checkedtext"),
    ("appearance", "observation", "observation"),
    ("appearance", "claim", "claim"),
    ("finding", "text", "checkedtext"),
    ("finding", "decision", "decision"),
]


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
        ('memory', '0012_receipt'),
    ]

    operations = [
        migrations.AddField(
            model_name='reviewitem',
            name='contradicted',
            field=models.BooleanField(default=False, help_text='By a finding on its wording that nobody dismissed.'),
        ),
        migrations.AlterField(
            model_name='decision',
            name='action',
            field=models.CharField(choices=[('admit', 'admitted to quarantine'), ('promote', 'promoted'), ('accept', 'accepted'), ('reject', 'rejected'), ('edit', 'edited'), ('needs_evidence', 'asked for evidence'), ('retract', 'retracted'), ('reinstate', 'reinstated'), ('uphold', 'upheld'), ('revise', 'revised'), ('resupport', 're-supported'), ('retire', 'retired'), ('defer', 'deferred'), ('supersede', 'superseded'), ('qualify', 'qualified'), ('keep_open', 'kept open'), ('merge', 'merged'), ('distinguish', 'told apart'), ('confirm', 'confirmed a finding'), ('dismiss', 'dismissed a finding'), ('find_dangling', 'found without live evidence'), ('restore', 'found live evidence again'), ('undo', 'undid'), ('revive', 'revived'), ('compact', 'compacted'), ('erase', 'erased')], max_length=16),
        ),
        migrations.AlterField(
            model_name='operation',
            name='key',
            field=models.ForeignKey(help_text='Through which it was asked for; none from a page.', null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.apikey'),
        ),
        migrations.AlterField(
            model_name='operation',
            name='kind',
            field=models.CharField(choices=[('import_episodes', 'Import episodes'), ('check_text', 'Check a long text')], max_length=20),
        ),
        migrations.AlterField(
            model_name='work',
            name='kind',
            field=models.CharField(choices=[('distil', 'Distil'), ('import', 'Import'), ('check', 'Check')], max_length=12),
        ),
        migrations.CreateModel(
            name='CheckedText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('digest', models.BinaryField(help_text='SHA-256 of the text; random once it is erased.', max_length=32)),
                ('rules_version', models.CharField(help_text="With the judge's model and prompt, if there was one.", max_length=240)),
                ('text', models.TextField(blank=True)),
                ('triggered', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), default=list)),
                ('complete', models.BooleanField(default=True)),
                ('checked_at', models.DateTimeField()),
                ('operation', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='texts', to='memory.operation')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
        ),
        migrations.CreateModel(
            name='Appearance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('claim', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.claim')),
                ('observation', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.observation')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('text', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='appearances', to='memory.checkedtext')),
            ],
        ),
        migrations.CreateModel(
            name='Finding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('position', models.PositiveIntegerField(help_text='In the order of the text.')),
                ('kind', models.CharField(choices=[('formula', 'Formula'), ('units', 'Units'), ('double_counting', 'Double counting'), ('generalisation', 'Generalisation'), ('vocabulary', 'Vocabulary')], max_length=15)),
                ('verdict', models.CharField(choices=[('contradicted', 'Contradicted'), ('suspect', 'Suspect'), ('undecidable', 'Undecidable'), ('not_checked', 'Not checked'), ('consistent', 'Consistent')], max_length=12)),
                ('decided_by', models.CharField(max_length=5)),
                ('start', models.PositiveIntegerField()),
                ('end', models.PositiveIntegerField()),
                ('rule', models.CharField(blank=True, max_length=60)),
                ('quote', models.TextField(blank=True)),
                ('reported', models.TextField(blank=True)),
                ('computed', models.TextField(blank=True)),
                ('tolerance', models.TextField(blank=True)),
                ('message', models.TextField(blank=True)),
                ('state', models.CharField(choices=[('open', 'Open'), ('confirmed', 'Confirmed'), ('dismissed', 'Dismissed')], default='open', max_length=9)),
                ('decision', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='memory.decision')),
                ('text', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='memory.checkedtext')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
        ),
        migrations.CreateModel(
            name='JudgeRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=200)),
                ('prompt_version', models.CharField(max_length=40)),
                ('reply_hashes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), help_text="SHA-256 of each reply's body as received, in order.")),
                ('tokens_in', models.PositiveBigIntegerField(null=True)),
                ('tokens_out', models.PositiveBigIntegerField(null=True)),
                ('cost', models.DecimalField(decimal_places=9, help_text='In the money of the prices set; null when none is.', max_digits=20, null=True)),
                ('at', models.DateTimeField()),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
        ),
        migrations.AddConstraint(
            model_name='checkedtext',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='checked_text_uid'),
        ),
        migrations.AddConstraint(
            model_name='checkedtext',
            constraint=models.UniqueConstraint(fields=('workspace', 'digest', 'rules_version'), name='checked_text_once'),
        ),
        migrations.AddConstraint(
            model_name='checkedtext',
            constraint=models.UniqueConstraint(fields=('workspace', 'id'), name='checked_text_workspace_id'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(fields=('text', 'observation'), name='appearance_of_observation'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(fields=('text', 'claim'), name='appearance_of_claim'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('claim', None), ('observation__isnull', False)), models.Q(('claim__isnull', False), ('observation', None)), _connector='OR'), name='appearance_observation_or_claim'),
        ),
        migrations.AddIndex(
            model_name='finding',
            index=models.Index(fields=['workspace', '-id'], name='finding_recent'),
        ),
        migrations.AddConstraint(
            model_name='finding',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='finding_uid'),
        ),
        migrations.AddConstraint(
            model_name='finding',
            constraint=models.UniqueConstraint(fields=('text', 'position'), name='finding_position'),
        ),
        migrations.AddConstraint(
            model_name='finding',
            constraint=models.CheckConstraint(condition=models.Q(('end__gte', models.F('start'))), name='finding_span_in_order'),
        ),
        migrations.AddConstraint(
            model_name='finding',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('verdict', 'contradicted'), _negated=True), ('decided_by', 'code'), _connector='OR'), name='finding_contradicted_by_code'),
        ),
        migrations.AddConstraint(
            model_name='finding',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decision', None), ('state', 'open')), models.Q(('decision__isnull', False), ('state__in', ['confirmed', 'dismissed'])), _connector='OR'), name='finding_decided'),
        ),
        migrations.AddIndex(
            model_name='judgerun',
            index=models.Index(fields=['workspace', 'at'], name='judge_run_day'),
        ),
        migrations.AddConstraint(
            model_name='judgerun',
            constraint=models.CheckConstraint(condition=models.Q(('cost', None), ('cost__gte', 0), _connector='OR'), name='judge_run_cost_not_negative'),
        ),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    ]
