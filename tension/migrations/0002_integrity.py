"""What Django cannot say: append-only tables, and both ends in one workspace."""

from django.db import migrations

# child table, column, parent table: the child's workspace must be the parent's.
SAME_WORKSPACE = [
    ("anchor", "claim", "memory_claim"),
    ("anchor", "node", "memory_node"),
    ("anchor", "tension", "tension_tension"),
    ("collision", "finding", "memory_claim"),
    ("collision", "judged_by", "memory_membership"),
    ("collision", "tension", "tension_tension"),
    ("entry", "by_agent", "memory_agent"),
    ("entry", "by_member", "memory_membership"),
    ("entry", "tension", "tension_tension"),
    ("finding", "claim", "memory_claim"),
    ("finding", "entry", "tension_entry"),
    ("finding", "tension", "tension_tension"),
    ("surfacing", "near", "memory_node"),
    ("surfacing", "tension", "tension_tension"),
    ("tension", "answer", "memory_claim"),
    ("tension", "by_agent", "memory_agent"),
    ("tension", "by_member", "memory_membership"),
    ("tension", "episode", "memory_episode"),
    ("tension", "into", "tension_tension"),
    ("tension", "owner", "memory_membership"),
]

APPEND_ONLY = ["anchor", "entry", "surfacing"]


def _same_workspace(child: str, column: str, parent: str) -> migrations.RunSQL:
    name = f"{child}_{column}_same_workspace"
    return migrations.RunSQL(
        f"ALTER TABLE tension_{child} ADD CONSTRAINT {name}"
        f" FOREIGN KEY (workspace_id, {column}_id)"
        f" REFERENCES {parent} (workspace_id, id)",
        f"ALTER TABLE tension_{child} DROP CONSTRAINT {name}",
    )


def _append_only(table: str) -> migrations.RunSQL:
    name = f"{table}_append_only"
    return migrations.RunSQL(
        f"CREATE TRIGGER {name} BEFORE UPDATE OR DELETE ON tension_{table}"
        f" FOR EACH ROW EXECUTE FUNCTION memory_refuse_change('{name}')",
        f"DROP TRIGGER {name} ON tension_{table}",
    )


class Migration(migrations.Migration):
    dependencies = [("tension", "0001_initial")]

    operations = [
        *(_append_only(table) for table in APPEND_ONLY),
        *(_same_workspace(*ends) for ends in SAME_WORKSPACE),
    ]
