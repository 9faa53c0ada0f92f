"""Receipts of passages through the gate, and echoes of what they told."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.db import migrations, models


# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("echo", "line", "receiptline"),
    ("echo", "observation", "observation"),
    ("receipt", "agent", "agent"),
    ("receipt", "episode", "episode"),
    ("receipt", "member", "membership"),
    ("receiptline", "claim", "claim"),
    ("receiptline", "receipt", "receipt"),
]
APPEND_ONLY = ["echo", "receipt", "receiptline"]

# One key covers two rules: the wording that was told is of the claim.
WORDED = """
ALTER TABLE memory_receiptline ADD CONSTRAINT receiptline_derivation_same_workspace
  FOREIGN KEY (workspace_id, derivation_id, claim_id)
  REFERENCES memory_derivation (workspace_id, id, claim_id)
"""


def _same_workspace(child: str, column: str, parent: str) -> migrations.RunSQL:
    name = f"{child}_{column}_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE memory_{child} ADD CONSTRAINT {name}"
        f" FOREIGN KEY (workspace_id, {column}_id)"
        f" REFERENCES memory_{parent} (workspace_id, id)",
        f"ALTER TABLE memory_{child} DROP CONSTRAINT {name}",
    )


def _append_only(table: str) -> migrations.RunSQL:
    name = f"{table}_append_only"
    return migrations.RunSQL(
        f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON memory_{table}"
        f" FOR EACH ROW EXECUTE FUNCTION memory_refuse_change('{name}')",
        f"DROP TRIGGER {name} ON memory_{table}",
    )


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0011_vectors'),
    ]

    operations = [
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('trial', models.BooleanField(default=False, help_text='A curator tried what an agent would be told.')),
                ('k', models.PositiveIntegerField()),
                ('nodes', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), help_text='Where the subgraph was entered.')),
                ('lenses', models.JSONField(help_text='What each lens did, by its name.')),
                ('degraded', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8))),
                ('at', models.DateTimeField()),
                ('commitment', models.BinaryField(help_text='SHA-256 over the salted message.', max_length=32)),
                ('agent', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.agent')),
                ('episode', models.ForeignKey(db_constraint=False, db_index=False, help_text='The work that the message belongs to.', null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.episode')),
                ('key', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.apikey')),
                ('member', models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.membership')),
                ('workspace', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
        ),
        migrations.CreateModel(
            name='ReceiptText',
            fields=[
                ('receipt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='words', serialize=False, to='memory.receipt')),
                ('message', models.TextField(null=True)),
                ('reframe', models.TextField(blank=True)),
                ('findings', models.JSONField(default=list)),
                ('tensions', models.JSONField(default=list)),
                ('salt', models.BinaryField(max_length=32, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='ReceiptLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField(help_text='From 0; served claims come first.')),
                ('reason', models.CharField(blank=True, max_length=11)),
                ('effect', models.CharField(blank=True, max_length=8)),
                ('confidence', models.FloatField(help_text='As it was told, in [0, 1].')),
                ('age_days', models.FloatField()),
                ('vetted', models.BooleanField(default=False)),
                ('lenses', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=8))),
                ('conflicts_with', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), default=list)),
                ('claim', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='receipt_lines', to='memory.claim')),
                ('derivation', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='memory.derivation')),
                ('receipt', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='memory.receipt')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
            ],
        ),
        migrations.CreateModel(
            name='Echo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('mark', "It carries the gate's mark"), ('repeat', "The agent's own words repeat it"), ('suspect', 'Another document is worded like it')], max_length=7)),
                ('likeness', models.FloatField(help_text='To the words that were told, in [0, 1].')),
                ('at', models.DateTimeField()),
                ('derivation', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='echoes', to='memory.derivation')),
                ('observation', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='echoes', to='memory.observation')),
                ('workspace', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace')),
                ('line', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='echoes', to='memory.receiptline')),
            ],
        ),
        migrations.AddIndex(
            model_name='receipt',
            index=models.Index(fields=['workspace', '-id'], name='receipt_recent'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('workspace', 'uid'), name='receipt_uid'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('workspace', 'id'), name='receipt_workspace_id'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('agent', None), ('member__isnull', False)), models.Q(('agent__isnull', False), ('member', None)), _connector='OR'), name='receipt_one_caller'),
        ),
        migrations.AddIndex(
            model_name='receiptline',
            index=models.Index(fields=['claim', 'receipt'], name='receipt_line_claim'),
        ),
        migrations.AddConstraint(
            model_name='receiptline',
            constraint=models.UniqueConstraint(fields=('receipt', 'claim'), name='receipt_line_once'),
        ),
        migrations.AddConstraint(
            model_name='receiptline',
            constraint=models.UniqueConstraint(fields=('workspace', 'id'), name='receipt_line_workspace_id'),
        ),
        migrations.AddConstraint(
            model_name='receiptline',
            constraint=models.CheckConstraint(condition=models.Q(('confidence__gte', 0), ('confidence__lte', 1)), name='receipt_line_confidence_share'),
        ),
        migrations.AddConstraint(
            model_name='echo',
            constraint=models.UniqueConstraint(fields=('observation', 'line', 'derivation'), name='echo_once', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='echo',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('derivation__isnull', False), ('kind', 'suspect')), models.Q(models.Q(('kind', 'suspect'), _negated=True), ('derivation', None)), _connector='OR'), name='echo_suspect_is_kept'),
        ),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
        migrations.RunSQL(
            WORDED,
            "ALTER TABLE memory_receiptline"
            " DROP CONSTRAINT receiptline_derivation_same_workspace",
        ),
        *(_append_only(table) for table in APPEND_ONLY),
    ]
