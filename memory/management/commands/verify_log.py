"""Checks every workspace's log against its seals."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.models import Workspace
from memory.queries.verification import verify


class Command(BaseCommand):
    """Exits non-zero with the first row that is not as it was sealed."""

    help = "Check that the log is as it was sealed; exits non-zero when it is not."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print one line a workspace, with the head of its chain to keep elsewhere."""
        bad = []
        for workspace in Workspace.objects.order_by("slug"):
            found = verify(workspace)
            self.stdout.write(
                f"{workspace.slug}: {found.rows} rows under {found.seals} seals,"
                f" {found.unsealed} not sealed yet, head {found.head.hex()}"
            )
            if found.bad:
                bad.append(f"{workspace.slug}: {found.bad}")
        if bad:
            raise CommandError(f"Not as it was sealed: {', '.join(bad)}.")
