"""What the memory asks of tensions: its port, connected when the site starts."""

from collections.abc import Collection

from memory import ports
from memory.models import Workspace
from memory.ports import Surfaced
from memory.queries.clock import database_now
from tension.actions.surface import surface_for
from tension.queries.meetings import meetings
from tension.steps.forgetting import forget


class KeptTensions:
    """The tensions that this package keeps."""

    def surface(
        self, *, workspace: Workspace, nodes: Collection[int], limit: int, context: str
    ) -> list[Surfaced]:
        """Those near some nodes whose turn it is; none without nodes.

        Most passages meet none, and these open no transaction.
        """
        asked = [(0, node) for node in sorted(nodes)]
        if limit < 1 or not meetings(workspace.pk, asked):
            return []
        shown = surface_for(
            workspace=workspace,
            nodes=nodes,
            limit=limit,
            context=context,
            now=database_now(),
        )
        return [
            Surfaced(each.tension.uid, each.tension.kind, str(each.tension), each.why)
            for each in shown
        ]

    def forget(
        self,
        *,
        workspace: Workspace,
        nodes: Collection[int],
        claims: Collection[int],
        observations: Collection[int],
        pattern: str,
    ) -> int:
        """Destroy what tensions say of what is erased."""
        return forget(
            workspace.pk,
            nodes=nodes,
            claims=claims,
            observations=observations,
            pattern=pattern,
        )


def connect() -> None:
    """Give the memory its tensions."""
    ports.connect(KeptTensions())
