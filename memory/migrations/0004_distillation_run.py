"""What reading episodes with a model takes."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0003_retraction'),
    ]

    operations = [
        migrations.CreateModel(
            name='DistillationRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('model', models.CharField(max_length=200)),
                ('prompt_version', models.CharField(max_length=40)),
                ('reply_hashes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=64), help_text="SHA-256 of each reply's body as received, in order.")),
                ('tokens_in', models.PositiveBigIntegerField(null=True)),
                ('tokens_out', models.PositiveBigIntegerField(null=True)),
                ('cost', models.DecimalField(decimal_places=9, help_text='In the money of the prices set; null when none is.', max_digits=20, null=True)),
                ('stored', models.BooleanField(default=False)),
                ('at', models.DateTimeField()),
                ('episode', models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, related_name='runs', to='memory.episode')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
            options={
                'indexes': [models.Index(fields=['workspace', 'at'], name='distillation_run_day')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('stored', True)), fields=('episode',), name='distillation_run_stored'), models.CheckConstraint(condition=models.Q(('cost', None), ('cost__gte', 0), _connector='OR'), name='distillation_run_cost_not_negative')],
            },
        ),
        migrations.RunSQL(
            "ALTER TABLE memory_distillationrun"
            " ADD CONSTRAINT distillationrun_episode_same_workspace"
            " FOREIGN KEY (workspace_id, episode_id)"
            " REFERENCES memory_episode (workspace_id, id)",
            "ALTER TABLE memory_distillationrun"
            " DROP CONSTRAINT distillationrun_episode_same_workspace",
        ),
    ]
