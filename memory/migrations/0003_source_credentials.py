"""Sources are marked where credentials are found in them."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0002_integrity"),
    ]

    operations = [
        migrations.AddField(
            model_name="source",
            name="credentials",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=20),
                blank=True,
                default=list,
                size=None,
            ),
        ),
        migrations.AlterField(
            model_name="workspace",
            name="shows_credentials",
            field=models.BooleanField(
                default=False,
                help_text="Show models the words in which credentials were found.",
            ),
        ),
    ]
