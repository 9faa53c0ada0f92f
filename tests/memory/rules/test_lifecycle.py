"""The lifecycle: every cell by hand, and walks that never leave an ended state."""

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from memory.rules.lifecycle import (
    ENDED,
    Status,
    TransitionRefused,
    Trigger,
    after,
    born,
    undo_to,
)

# Columns: quarantined, admissible, disputed, unverified, superseded, retired.
# "." is refused; letters are the first of the status that follows.
CELLS = """
lag_passed        a . . . . .
accepted          a a . . . .
rejected          r r r r . .
evidence_lost     d d d d . .
evidence_weakened d d d d . .
questioned        d d d d . .
evidence_restored . . a a . .
found_dangling    . u . . . .
upheld            . . a . . .
resupported       . . a . . .
superseded        s s s s . .
retired           r r r r . .
revived           . . . . a .
requarantined     . . q q q .
undone            . . . . . .
"""
BY_LETTER = {status.value[0]: status for status in Status}
GRID = {
    (status, Trigger(line.split()[0])): BY_LETTER.get(cell)
    for line in CELLS.strip().splitlines()
    for status, cell in zip(Status, line.split()[1:], strict=True)
}

# Rows: the status now; columns: the status before the decision; x: allowed.
UNDOING = """
quarantined x x x x x x
admissible  x x x . x x
disputed    x x x x x x
unverified  x . x x x x
superseded  x x x x x .
retired     x x x x . x
"""


def test_the_grid_names_every_cell() -> None:
    assert len(GRID) == len(Status) * len(Trigger)
    assert list(Status) == [
        "quarantined",
        "admissible",
        "disputed",
        "unverified",
        "superseded",
        "retired",
    ]


@pytest.mark.parametrize(("status", "trigger"), GRID)
def test_every_cell(status: Status, trigger: Trigger) -> None:
    follows = GRID[status, trigger]
    if follows is not None:
        assert after(status, trigger) is follows
        return
    with pytest.raises(TransitionRefused) as refusal:
        after(status, trigger)
    assert refusal.value.status is status
    assert refusal.value.trigger is trigger


@pytest.mark.parametrize("line", UNDOING.strip().splitlines())
def test_every_undo(line: str) -> None:
    name, *cells = line.split()
    status = Status(name)
    for previous, cell in zip(Status, cells, strict=True):
        if cell == "x":
            assert undo_to(status, previous) is previous
        else:
            with pytest.raises(TransitionRefused) as refusal:
                undo_to(status, previous)
            assert refusal.value.trigger is Trigger.undone


def test_birth() -> None:
    q, d = Status.quarantined, Status.disputed
    a = Status.admissible
    assert born([[]]) is q
    assert born([]) is q
    assert born([[a, d]]) is d
    assert born([[d], [a, d]]) is d
    assert born([[d], [a]]) is q
    assert born([[d], []]) is q


class Life(RuleBasedStateMachine):
    """A claim hit by whatever may happen, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.path = [Status.quarantined]

    @rule(trigger=st.sampled_from(Trigger))
    def happen(self, trigger: Trigger) -> None:
        before = self.path[-1]
        try:
            follows = after(before, trigger)
        except TransitionRefused:
            return
        if before in ENDED:
            assert trigger in {Trigger.revived, Trigger.requarantined}
        assert (trigger is Trigger.found_dangling) == (follows is Status.unverified)
        self.path.append(follows)

    @rule()
    def undo(self) -> None:
        if len(self.path) < 2:
            return
        try:
            undo_to(self.path[-1], self.path[-2])
        except TransitionRefused:
            return
        self.path.pop()

    @invariant()
    def ended_states_are_left_by_few(self) -> None:
        for status in ENDED:
            leavers = {t for s, t in GRID if s is status and GRID[s, t] is not None}
            assert leavers <= {Trigger.revived, Trigger.requarantined}

    @invariant()
    def nothing_is_unverified_that_was_never_admissible(self) -> None:
        if self.path[-1] is Status.unverified:
            assert Status.admissible in self.path


TestLife = Life.TestCase
