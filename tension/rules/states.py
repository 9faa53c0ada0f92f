"""The one table of how a tension's state changes, and what each verb asks for."""

from collections.abc import Mapping
from enum import StrEnum

from memory.rules.refused import Refused


class State(StrEnum):
    """Where a tension stands; open and snoozed ones are unresolved."""

    open = "open"
    snoozed = "snoozed"
    merged = "merged"
    answered = "answered"
    dropped = "dropped"


UNRESOLVED = frozenset({State.open, State.snoozed})


class Verb(StrEnum):
    """What people do to a tension."""

    keep = "keep"
    merge = "merge"
    snooze = "snooze"
    link = "link"
    answer = "answer"
    drop = "drop"
    escalate = "escalate"
    assign = "assign"


# Where each verb leads; what is not here leaves the state as it was.
LEADS: Mapping[Verb, State] = {
    Verb.keep: State.open,
    Verb.merge: State.merged,
    Verb.snooze: State.snoozed,
    Verb.answer: State.answered,
    Verb.drop: State.dropped,
}


def after(state: State, verb: Verb) -> State:
    """The state that follows; raises Refused for a tension that is resolved."""
    if state not in UNRESOLVED:
        said = f"The tension is {state}: nothing is left to triage."
        raise Refused("wrong_state", said, hint="Undo what closed it first.")
    return LEADS.get(verb, state)
