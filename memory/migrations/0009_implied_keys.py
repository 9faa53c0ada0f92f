"""Drops the single keys that the composite keys of the same columns imply already."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('memory', '0008_intake'),
    ]

    operations = [
        migrations.AlterField(
            model_name='affectedclaim',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='claim',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='claimvalidity',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='derivation',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='dispute',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='quarantine',
            name='claim',
            field=models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='quarantine', serialize=False, to='memory.claim'),
        ),
        migrations.AlterField(
            model_name='quarantine',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='reviewitem',
            name='claim',
            field=models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='review', serialize=False, to='memory.claim'),
        ),
        migrations.AlterField(
            model_name='reviewitem',
            name='held_by',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='memory.membership'),
        ),
        migrations.AlterField(
            model_name='reviewitem',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='statusevent',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
        migrations.AlterField(
            model_name='support',
            name='workspace',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, to='memory.workspace'),
        ),
    ]
