"""Webhooks, what is delivered to them, and how far events were heard."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.db import migrations, models


SAME_WORKSPACE = """
ALTER TABLE memory_delivery ADD CONSTRAINT delivery_webhook_same_workspace
  FOREIGN KEY (workspace_id, webhook_id) REFERENCES memory_webhook (workspace_id, id)
"""
FREE = "ALTER TABLE memory_delivery DROP CONSTRAINT delivery_webhook_same_workspace"


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0015_choices'),
    ]

    operations = [
        migrations.CreateModel(
            name='EventCursor',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('transaction', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('url', models.CharField(max_length=500)),
                ('secret', models.CharField(editable=False, max_length=80)),
                ('kinds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('retracted', 'Served claims lost evidence by a retraction'), ('superseded', 'Served claims were superseded or rest on such a claim'), ('dispute_opened', 'A dispute was opened'), ('collision_found', 'A collision was found')], max_length=24))),
                ('active', models.BooleanField(default=True, help_text='Not any longer once the receiver said 410.')),
                ('created_at', models.DateTimeField()),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('dead', 'Given up')], default='waiting', max_length=9)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('due_at', models.DateTimeField(help_text='Not tried before; while a try runs, when it counts as lost.')),
                ('status', models.PositiveIntegerField(help_text='Of the last reply.', null=True)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('done_at', models.DateTimeField(null=True)),
                ('event', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.event')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('webhook', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='memory.webhook')),
            ],
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='webhook_uid'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(fields=('workspace', 'id'), name='webhook_workspace_id'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(fields=('workspace', 'url'), name='webhook_url'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(('kinds__len__gt', 0)), name='webhook_asks_for_something'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at', 'id'], name='delivery_waiting'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['webhook', '-id'], name='delivery_recent'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='delivery_uid'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('webhook', 'event'), name='delivery_once'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('done_at', None), ('state', 'waiting')), models.Q(('done_at__isnull', False), ('state__in', ['delivered', 'dead'])), _connector='OR'), name='delivery_done_at_its_end'),
        ),
        migrations.RunSQL(SAME_WORKSPACE, FREE),
    ]
