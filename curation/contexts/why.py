"""Why a claim is admissible, or withheld, in sentences that name the evidence."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from curation.contexts.words import statement
from memory.queries.belief import Belief, SupportView
from memory.rules.lifecycle import Status

# What became of words that are not there any longer.
GONE = {"live": "retracted", "compacted": "compacted", "erased": "erased"}


@dataclass(frozen=True)
class Dead:
    """One thing that no longer resolves: an observation by its place, or a premise."""

    kind: str
    uid: UUID
    words: str
    fate: str


@dataclass(frozen=True)
class Why:
    """The reasons in order, and what no longer resolves."""

    head: str
    because: list[str]
    dead: list[Dead]


def why(belief: Belief) -> Why:
    """The explanation of a claim's status as it is read now."""
    withheld = belief.status in {Status.disputed, Status.unverified}
    if belief.admissible:
        head = "Admissible because"
    elif withheld:
        head = "Withheld because"
    else:
        head = f"{belief.status.value.capitalize()} because"
    return Why(head, list(_reasons(belief)), list(_dead(belief)))


def _reasons(belief: Belief) -> Iterator[str]:
    live = sum(each.live for each in belief.derivations)
    counted = sum(not each.withdrawn for each in belief.derivations)
    rests = "rests" if live == 1 else "rest"
    standing = f"{live} of {_many(counted, 'reading')} {rests} on live evidence"
    if belief.admissible:
        yield ENTERED.get(belief.cause.kind, "it left quarantine")
        yield standing
        return
    yield (belief.why_not or "").rstrip(".")
    if belief.status == Status.unverified and belief.stored_status != belief.status:
        yield "reading found this before any sweep did"
    if belief.status in {Status.disputed, Status.quarantined} and live:
        yield standing
    if count := len(belief.conflicts_with):
        yield f"it conflicts with {_many(count, 'claim')}"


# How an admissible claim came to be so.
ENTERED = {
    "promotion": "its consolidation lag passed with all its premises promoted",
    "decision": "a person decided so",
    "retraction": "the evidence that it had lost came back",
    "revival": "what had superseded it lost its evidence",
    "sweep": "its evidence was found live again",
}


def _dead(belief: Belief) -> Iterator[Dead]:
    seen = set()
    for support in belief.dead_supports:
        found = _named(support)
        if found is not None and found.uid not in seen:
            seen.add(found.uid)
            yield found


def _named(support: SupportView) -> Dead | None:
    if support.observation is not None:
        row = support.observation
        place = f"{row.locator or row.ref} of {row.source}"
        return Dead("observation", row.source.node.uid, place, GONE[row.words.state])
    if support.premise is not None:
        said = str(statement(support.premise))
        return Dead("claim", support.premise.uid, said, "no longer standing")
    return None


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
