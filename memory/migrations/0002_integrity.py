"""What Django cannot say: append-only tables, ends in one workspace, storage."""

from django.db import migrations

from memory.migrations import _append_only, _conditions, _same_workspace, _unembedded

# Half-empty pages keep every marking of a claim a heap-only update.
FILL = migrations.RunSQL(
    "ALTER TABLE memory_claimstatus SET (fillfactor = 50)",
    "ALTER TABLE memory_claimstatus RESET (fillfactor)",
)

# A value fits in its page: beside the row (TOAST) every comparison costs a look-up.
PLAIN = """
ALTER TABLE memory_vector384 ALTER COLUMN value SET STORAGE PLAIN;
ALTER TABLE memory_vector3072 ALTER COLUMN value SET STORAGE PLAIN;
"""
TOASTED = PLAIN.replace("STORAGE PLAIN", "STORAGE EXTERNAL")


class Migration(migrations.Migration):
    dependencies = [("memory", "0001_initial")]

    operations = [
        *_append_only.OPERATIONS,
        *_conditions.OPERATIONS,
        *_unembedded.OPERATIONS,
        *_same_workspace.OPERATIONS,
        FILL,
        migrations.RunSQL(PLAIN, TOASTED),
    ]
