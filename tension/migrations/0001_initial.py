"""Every table with its indexes and constraints, after those it refers to."""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.expressions
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('memory', '0002_integrity'),
    ]

    operations = [
        migrations.CreateModel(
            name='Cursor',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('transaction', models.BigIntegerField(default=0)),
                ('event', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Tension',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('kind', models.CharField(choices=[('contradiction', 'Contradiction'), ('question', 'Question'), ('hypothesis', 'Hypothesis'), ('abstraction', 'Abstraction')], max_length=13)),
                ('statement', models.TextField()),
                ('why', models.TextField(blank=True)),
                ('origin', models.CharField(choices=[('residue', 'left open by an episode'), ('conflict', 'raised by a conflict'), ('dispute', 'raised by a deferred dispute'), ('person', 'raised by a person'), ('agent', 'raised by an agent')], max_length=8)),
                ('origin_uid', models.UUIDField(help_text='Of the residue, conflict or dispute.', null=True)),
                ('episode', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tensions', to='memory.episode')),
                ('by_member', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.membership')),
                ('by_agent', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.agent')),
                ('weight', models.PositiveSmallIntegerField(default=2)),
                ('raised_at', models.DateTimeField()),
                ('since', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'Open'), ('snoozed', 'Snoozed'), ('merged', 'Merged'), ('answered', 'Answered'), ('dropped', 'Dropped')], default='open', max_length=8)),
                ('version', models.PositiveIntegerField(default=1)),
                ('snoozed_until', models.DateTimeField(null=True)),
                ('until_material', models.BooleanField(default=False)),
                ('into', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='tension.tension')),
                ('answer', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='memory.claim')),
                ('owner', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tensions', to='memory.membership')),
                ('escalated', models.BooleanField(default=False)),
                ('attended', models.BooleanField(default=False, help_text='Its spans are held, and what was near when it opened is found.')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state__in', ['open', 'snoozed'])), fields=['workspace', 'id'], name='tension_unresolved'), models.Index(condition=models.Q(models.Q(('state__in', ['open', 'snoozed']), ('attended', False)), models.Q(models.Q(('state__in', ['open', 'snoozed']), _negated=True), ('attended', True)), _connector='OR'), fields=['id'], name='tension_unattended'), models.Index(condition=models.Q(('state', 'snoozed')), fields=['snoozed_until'], name='tension_snoozed')],
                'constraints': [models.UniqueConstraint(fields=('workspace', 'uid'), name='tension_uid'), models.UniqueConstraint(fields=('workspace', 'id'), name='tension_workspace_id'), models.UniqueConstraint(condition=models.Q(('origin_uid__isnull', False)), fields=('workspace', 'origin', 'origin_uid'), name='tension_once_per_origin'), models.CheckConstraint(condition=models.Q(('weight__gte', 1), ('weight__lte', 5)), name='tension_weight_in_range'), models.CheckConstraint(condition=models.Q(('state__in', ['open', 'snoozed', 'merged', 'answered', 'dropped'])), name='tension_state_known'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'snoozed'), models.Q(('snoozed_until__isnull', False), ('until_material', True), _connector='OR')), models.Q(models.Q(('state', 'snoozed'), _negated=True), ('snoozed_until', None), ('until_material', False)), _connector='OR'), name='tension_snoozed_until_something'), models.CheckConstraint(condition=models.Q(models.Q(('into__isnull', False), ('state', 'merged'), models.Q(('into', models.F('id')), _negated=True)), models.Q(models.Q(('state', 'merged'), _negated=True), ('into', None)), _connector='OR'), name='tension_merged_into_another'), models.CheckConstraint(condition=models.Q(models.Q(('answer__isnull', False), ('state', 'answered')), models.Q(models.Q(('state', 'answered'), _negated=True), ('answer', None)), _connector='OR'), name='tension_answered_by_claim')],
            },
        ),
        migrations.CreateModel(
            name='Anchor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('tension', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='anchors', to='tension.tension')),
                ('node', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='anchors', to='memory.node')),
                ('claim', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='anchors', to='memory.claim')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tension', 'node', 'claim'), name='anchor_once', nulls_distinct=False)],
            },
        ),
        migrations.CreateModel(
            name='Collision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('tension', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='collisions', to='tension.tension')),
                ('trigger_kind', models.CharField(choices=[('claim', 'a new claim'), ('episode', 'a closed episode'), ('gate', 'a passage through the gate')], max_length=8)),
                ('trigger_uid', models.UUIDField()),
                ('context', models.CharField(blank=True, max_length=80)),
                ('path', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField())),
                ('claims', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField())),
                ('distance', models.PositiveSmallIntegerField()),
                ('degree', models.PositiveIntegerField()),
                ('surfaced_before', models.BooleanField(help_text='Whether the tension had been surfaced before the work.')),
                ('found_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('new', 'New'), ('productive', 'Productive'), ('coincidental', 'Coincidental'), ('wrong_path', 'Wrong path'), ('withdrawn', 'Withdrawn')], default='new', max_length=12)),
                ('version', models.PositiveIntegerField(default=1)),
                ('judged_by', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.membership')),
                ('judged_at', models.DateTimeField(null=True)),
                ('finding', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.claim')),
            ],
            options={
                'indexes': [django.contrib.postgres.indexes.GinIndex(condition=models.Q(('state', 'new')), fields=['path'], name='collision_path'), django.contrib.postgres.indexes.GinIndex(condition=models.Q(('state', 'new')), fields=['claims'], name='collision_claims'), models.Index(condition=models.Q(('state', 'new')), fields=['trigger_uid'], name='collision_trigger'), models.Index(fields=['workspace', '-id'], name='collision_recent')],
                'constraints': [models.UniqueConstraint(fields=('workspace', 'uid'), name='collision_uid'), models.UniqueConstraint(fields=('tension', 'trigger_kind', 'trigger_uid'), name='collision_once'), models.CheckConstraint(condition=models.Q(('distance__lte', 2)), name='collision_within_reach'), models.CheckConstraint(condition=models.Q(('path__len', django.db.models.expressions.CombinedExpression(models.F('distance'), '+', models.Value(1))), ('claims__len', models.F('distance'))), name='collision_path_of_its_length'), models.CheckConstraint(condition=models.Q(models.Q(('judged_by', None), ('state__in', ['new', 'withdrawn']), ('finding', None), ('judged_at', None)), models.Q(('judged_by__isnull', False), ('state', 'productive'), ('judged_at__isnull', False)), models.Q(('state__in', ['coincidental', 'wrong_path']), ('finding', None), ('judged_at__isnull', False), ('judged_by__isnull', False)), _connector='OR'), name='collision_judged_by_somebody')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('tension', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='history', to='tension.tension')),
                ('act', models.CharField(choices=[('raise', 'raised it'), ('keep', 'kept it'), ('merge', 'merged it'), ('snooze', 'snoozed it'), ('wake', 'woke it'), ('link', 'linked a finding'), ('answer', 'answered it'), ('drop', 'dropped it'), ('escalate', 'escalated it'), ('assign', 'handed it over'), ('reopen', 'reopened it'), ('undo', 'undid'), ('judge', 'judged a collision of it')], max_length=8)),
                ('by_member', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.membership')),
                ('by_agent', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.agent')),
                ('policy', models.CharField(blank=True, max_length=40)),
                ('at', models.DateTimeField()),
                ('version', models.PositiveIntegerField(help_text='Of the tension, afterwards.')),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('undoes', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='tension.entry')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('act', 'judge'), _negated=True), fields=('tension', 'version'), name='entry_version'), models.UniqueConstraint(fields=('workspace', 'uid'), name='entry_uid'), models.UniqueConstraint(fields=('workspace', 'id'), name='entry_workspace_id'), models.CheckConstraint(condition=models.Q(models.Q(('by_agent', None), ('by_member__isnull', False), ('policy', '')), models.Q(('by_agent__isnull', False), ('by_member', None), ('policy', '')), models.Q(('by_agent', None), ('by_member', None), models.Q(('policy', ''), _negated=True)), _connector='OR'), name='entry_one_author')],
            },
        ),
        migrations.CreateModel(
            name='EntryNote',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='words', serialize=False, to='tension.entry')),
                ('text', models.TextField()),
            ],
        ),
        migrations.CreateModel(
            name='Finding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.workspace')),
                ('tension', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='tension.tension')),
                ('claim', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.claim')),
                ('entry', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='findings', to='tension.entry')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tension', 'claim'), name='finding_once')],
            },
        ),
        migrations.CreateModel(
            name='Surfacing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('tension', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='surfacings', to='tension.tension')),
                ('context', models.CharField(max_length=80)),
                ('near', models.ForeignKey(db_constraint=False, db_index=False, help_text='The anchor that was near; none when it was its turn alone.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.node')),
                ('distance', models.PositiveSmallIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('period', models.PositiveBigIntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['tension', '-at'], name='surfacing_latest'), models.Index(fields=['workspace', 'context', 'period'], name='surfacing_of_context')],
                'constraints': [models.UniqueConstraint(fields=('tension', 'context', 'period'), name='surfacing_once_per_period')],
            },
        ),
    ]
