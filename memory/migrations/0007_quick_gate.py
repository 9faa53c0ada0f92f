"""Vetted references of receipts, and indexes for the newest claims at a node."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0006_quick_pages"),
    ]

    operations = [
        migrations.AddField(
            model_name="receipt",
            name="references",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(),
                default=list,
                help_text="Vetted sources on the same nodes as what was served.",
            ),
        ),
        migrations.AlterField(
            model_name="claim",
            name="object",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="claims_in",
                to="memory.node",
            ),
        ),
        migrations.AlterField(
            model_name="claim",
            name="subject",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="claims_out",
                to="memory.node",
            ),
        ),
        migrations.AlterField(
            model_name="claim",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="memory.workspace",
            ),
        ),
        migrations.AlterField(
            model_name="derivation",
            name="workspace",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="memory.workspace",
            ),
        ),
        migrations.AlterField(
            model_name="node",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="memory.workspace",
            ),
        ),
        migrations.AlterField(
            model_name="source",
            name="workspace",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                to="memory.workspace",
            ),
        ),
        migrations.AddIndex(
            model_name="claim",
            index=models.Index(fields=["subject", "id"], name="claim_out_newest"),
        ),
        migrations.AddIndex(
            model_name="claim",
            index=models.Index(fields=["object", "id"], name="claim_in_newest"),
        ),
        migrations.AddIndex(
            model_name="source",
            index=models.Index(
                condition=models.Q(("vetted_at__isnull", False)),
                fields=["workspace"],
                name="source_vetted",
            ),
        ),
    ]
