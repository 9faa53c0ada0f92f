"""Indexes for what a page of a large workspace shows first."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0005_prompt_words"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="reviewitem",
            name="review_item_order",
        ),
        migrations.AlterField(
            model_name="statusevent",
            name="decision",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="events",
                to="memory.decision",
            ),
        ),
        migrations.AddIndex(
            model_name="reviewitem",
            index=models.Index(
                fields=[
                    "workspace",
                    "-contradicted",
                    "asked_evidence",
                    "-score",
                    "claim",
                ],
                name="review_item_order",
            ),
        ),
        migrations.AddIndex(
            model_name="reviewitem",
            index=models.Index(
                fields=["workspace", "waiting_since"], name="review_item_age"
            ),
        ),
        migrations.AddIndex(
            model_name="statusevent",
            index=models.Index(
                fields=["decision", "id"], name="status_event_of_decision"
            ),
        ),
    ]
