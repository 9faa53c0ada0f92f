"""What the memory asks of packages that it does not know; they connect at start."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from memory.models import Workspace


@dataclass(frozen=True)
class Surfaced:
    """A tension brought back into a context; `why` says what brought it."""

    uid: UUID
    kind: str
    text: str
    why: str


class Tensions(Protocol):
    """Whoever keeps tensions open and brings them back."""

    def surface(
        self, *, workspace: Workspace, nodes: Collection[int], limit: int, context: str
    ) -> list[Surfaced]:
        """At most `limit` open tensions near some nodes, recorded as surfaced.

        `context` names whom they are shown to, such as `receipt:<uid>`. Opens its
        own transaction; changes nothing of a tension but its record of surfacings.
        """

    def forget(
        self,
        *,
        workspace: Workspace,
        nodes: Collection[int],
        claims: Collection[int],
        observations: Collection[int],
        pattern: str,
    ) -> int:
        """Destroy words of what is erased; gives how many tensions lost some.

        `pattern` is a regular expression of an erased node's names, else empty. Runs
        in the caller's transaction, which holds the exclusive workspace lock.
        """


class NoTensions:
    """Stands in where nobody keeps tensions."""

    def surface(
        self, *, workspace: Workspace, nodes: Collection[int], limit: int, context: str
    ) -> list[Surfaced]:
        """Nothing."""
        return []

    def forget(
        self,
        *,
        workspace: Workspace,
        nodes: Collection[int],
        claims: Collection[int],
        observations: Collection[int],
        pattern: str,
    ) -> int:
        """Nothing."""
        return 0


class _Connected:
    tensions: Tensions = NoTensions()


def connect(tensions: Tensions) -> None:
    """Give the memory its tensions; called once, when the site starts."""
    _Connected.tensions = tensions


def tensions() -> Tensions:
    """The connected tensions."""
    return _Connected.tensions
