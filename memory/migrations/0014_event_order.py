"""The order in which events are read by cursor."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0013_finding'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='event',
            index=models.Index(fields=['transaction', 'id'], name='event_order'),
        ),
    ]
