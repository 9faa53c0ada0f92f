"""The provenance page: a tree, a table and a drawing of the same nodes."""

from collections import Counter
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from curation.contexts.drawing import picture
from curation.contexts.provenance_lines import Line, line
from curation.contexts.provenance_state import (
    Choice,
    State,
    Stepper,
    choices,
    steppers,
)
from curation.contexts.provenance_tree import Folded, Row, folded, tree
from curation.contexts.words import Statement, statement
from memory.models import Claim
from memory.queries.provenance_view import Provenance


@dataclass(frozen=True)
class ProvenancePage:
    """What is around a claim, and every way to look at it."""

    claim: UUID
    statement: Statement
    title: str
    name: str
    state: State
    steppers: list[Stepper]
    choices: list[Choice]
    tree: list[Row]
    lines: list[Line]
    folded: list[Folded]
    hidden: int
    picture: dict[str, Any]
    toast: Any = None

    @property
    def drawn(self) -> int:
        """How many places of the drawing are taken."""
        return len(self.lines) + len(self.folded)


def provenance_page(found: Provenance, state: State) -> ProvenancePage:
    """The page of what is drawn around a claim."""
    lines = {node.key: line(node, state) for node in found.nodes}
    stubs = [folded(stub, state) for stub in found.stubs]
    row = found.root.row
    assert isinstance(row, Claim)
    said = statement(row)
    return ProvenancePage(
        claim=found.root.uid,
        statement=said,
        title=f"Provenance of {said}",
        name=name(found),
        state=state,
        steppers=steppers(state),
        choices=choices(state),
        tree=tree(found, lines, state),
        lines=list(lines.values()),
        folded=stubs,
        hidden=found.hidden,
        picture=picture(found, lines, stubs),
    )


def name(found: Provenance) -> str:
    """What the drawing shows, in a sentence for those who do not see it."""
    nodes = found.nodes[1:]
    up = Counter(node.kind for node in nodes if node.at.side == "up")
    parts = [
        _count(up["claim"], "claim"),
        _count(up["observation"], "observation"),
        _count(up["source"], "source"),
    ]
    rest = sum(node.at.side == "down" for node in nodes)
    dead = sum(not node.live for node in nodes)
    more = f", {found.hidden} folded away" if found.hidden else ""
    return (
        f"{found.root.label}. Drawn below it: {', '.join(parts)}; above it: "
        f"{_count(rest, 'claim')} that rest on it. "
        f"{dead} of these no longer resolve{more}."
    )


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
