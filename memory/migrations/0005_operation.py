"""Imports: lines that workers take one after another."""

import django.db.models.deletion
import uuid
from django.db import migrations, models


# child table, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [("operationline", "operation"), ("work", "operation")]


def _same_workspace(child: str, parent: str) -> migrations.RunSQL:
    name = f"{child}_{parent}_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE memory_{child} ADD CONSTRAINT {name}"
        f" FOREIGN KEY (workspace_id, {parent}_id)"
        f" REFERENCES memory_{parent} (workspace_id, id)",
        f"ALTER TABLE memory_{child} DROP CONSTRAINT {name}",
    )


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0004_distillation_run'),
    ]

    operations = [
        migrations.CreateModel(
            name='OperationLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField(help_text='Its line in the body, from 0.')),
                ('sent', models.JSONField(null=True)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('recorded', 'Recorded'), ('known', 'Known'), ('failed', 'Failed')], default='waiting', max_length=8)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('message', models.TextField(blank=True)),
            ],
        ),
        migrations.AlterField(
            model_name='work',
            name='kind',
            field=models.CharField(choices=[('distil', 'Distil'), ('import', 'Import')], max_length=12),
        ),
        migrations.CreateModel(
            name='Operation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('kind', models.CharField(choices=[('import_episodes', 'Import episodes')], max_length=20)),
                ('created_at', models.DateTimeField()),
                ('key', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.apikey')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
        ),
        migrations.AddField(
            model_name='work',
            name='operation',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='work', to='memory.operation'),
        ),
        migrations.AddConstraint(
            model_name='work',
            constraint=models.UniqueConstraint(fields=('kind', 'operation'), name='work_one_per_operation'),
        ),
        migrations.AddConstraint(
            model_name='work',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('episode__isnull', False), ('operation', None)), models.Q(('episode', None), ('operation__isnull', False)), _connector='OR'), name='work_on_one_thing'),
        ),
        migrations.AddField(
            model_name='operationline',
            name='operation',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='memory.operation'),
        ),
        migrations.AddField(
            model_name='operationline',
            name='workspace',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AddConstraint(
            model_name='operation',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='operation_uid'),
        ),
        migrations.AddConstraint(
            model_name='operation',
            constraint=models.UniqueConstraint(fields=('workspace', 'id'), name='operation_workspace_id'),
        ),
        migrations.AddIndex(
            model_name='operationline',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['operation', 'position'], name='operation_line_waiting'),
        ),
        migrations.AddConstraint(
            model_name='operationline',
            constraint=models.UniqueConstraint(fields=('operation', 'position'), name='operation_line_position'),
        ),
        migrations.AddConstraint(
            model_name='operationline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('sent__isnull', False), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('sent__isnull', True)), _connector='OR'), name='operation_line_sent_while_waiting'),
        ),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    ]
