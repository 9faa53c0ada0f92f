"""Retractions that workers carry out, with what each came to."""

import django.db.models.deletion
from django.db import migrations, models


SAME_WORKSPACE = """
ALTER TABLE memory_operation ADD CONSTRAINT operation_retraction_same_workspace
  FOREIGN KEY (workspace_id, retraction_id)
  REFERENCES memory_retraction (workspace_id, id)
"""
FREE = (
    "ALTER TABLE memory_operation DROP CONSTRAINT operation_retraction_same_workspace"
)


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0003_source_credentials"),
    ]

    operations = [
        migrations.AddField(
            model_name="operation",
            name="retraction",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                help_text="What retracting came to.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                to="memory.retraction",
            ),
        ),
        migrations.AlterField(
            model_name="operation",
            name="kind",
            field=models.CharField(
                choices=[
                    ("import_episodes", "Import episodes"),
                    ("embed", "Embed all texts"),
                    ("check_text", "Check a long text"),
                    ("retract", "Retract what much rests on"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="work",
            name="kind",
            field=models.CharField(
                choices=[
                    ("distil", "Distil"),
                    ("import", "Import"),
                    ("check", "Check"),
                    ("retract", "Retract"),
                ],
                max_length=12,
            ),
        ),
        migrations.RunSQL(SAME_WORKSPACE, FREE),
    ]
