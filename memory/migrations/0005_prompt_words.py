"""Words and names enter their indexes at once.

With PostgreSQL's default they wait in a list, up to 4 MB long, that every search reads
from end to end.
"""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import migrations

INDEXES = {
    "derivationtext": [
        GinIndex(fields=["search"], name="derivation_text_search", fastupdate=False),
    ],
    "node": [
        GinIndex(fields=["skeletons"], name="node_skeletons", fastupdate=False),
        GinIndex(
            SearchVector("name", "external_id", "description", config="english"),
            name="node_words",
            fastupdate=False,
        ),
    ],
    "source": [
        GinIndex(
            SearchVector("title", config="english"),
            name="source_words",
            fastupdate=False,
        ),
    ],
}
PROMPT = """
ALTER INDEX {name} SET (fastupdate = off);
SELECT gin_clean_pending_list('{name}');
"""
WAITING = "ALTER INDEX {name} RESET (fastupdate)"


class Migration(migrations.Migration):
    dependencies = [
        ("memory", "0004_large_retraction"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(
                    PROMPT.format(name=index.name), WAITING.format(name=index.name)
                )
            ],
            state_operations=[
                migrations.RemoveIndex(model, index.name),
                migrations.AddIndex(model, index),
            ],
        )
        for model, indexes in INDEXES.items()
        for index in indexes
    ]
