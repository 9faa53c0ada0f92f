"""Whatever is done in whatever order, the invariants hold and reading is right."""

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from memory.models import (
    Claim,
    ClaimStatus,
    Derivation,
    ObservationText,
    Quarantine,
    Retraction,
    StatusEvent,
    Support,
    Withdrawal,
)
from memory.queries.beliefs import beliefs
from memory.queries.invariants import broken
from tests.memory.claims import statuses_follow_events
from tests.memory.clock import Clock, pretending
from tests.memory.queries.oracle import Oracle
from tests.memory.races.barrier import LONG
from tests.memory.steward import LAG, Steward

pytestmark = pytest.mark.django_db(transaction=True)
ENDED = {"superseded", "retired"}
ANY = st.integers(0, 11)


class Life(RuleBasedStateMachine):
    """A workspace in which anything happens."""

    clock: Clock

    def __init__(self) -> None:
        super().__init__()
        call_command("flush", interactive=False, verbosity=0)
        self.it = Steward.anew(self.clock)

    @rule(pump=st.integers(0, 2), bar=st.integers(5, 7), old=ANY, on=ANY, source=ANY)
    def record(self, pump: int, bar: int, old: int, on: int, source: int) -> None:
        self.it.record(pump, bar, old, on, source)

    @rule()
    def distil(self) -> None:
        self.it.distil()

    @rule(place=ANY, kind=st.sampled_from(["retraction", "concern"]))
    def retract(self, place: int, kind: str) -> None:
        self.it.retract(place, kind)

    @rule(place=ANY)
    def reinstate(self, place: int) -> None:
        self.it.reinstate(place)

    @rule(place=ANY, action=st.sampled_from(["uphold", "retire", "defer"]))
    def resolve(self, place: int, action: str) -> None:
        self.it.resolve(place, action)

    @rule(place=ANY, kind=st.sampled_from(["accept", "reject", "needs_evidence"]))
    def review(self, place: int, kind: str) -> None:
        self.it.review(place, kind)

    @rule(place=ANY, action=st.sampled_from(["supersede", "retire", "keep_open"]))
    def settle(self, place: int, action: str) -> None:
        self.it.settle(place, action)

    @rule(place=ANY)
    def undo(self, place: int) -> None:
        self.it.undo(place)

    @rule(hours=st.integers(6, 40))
    def compact(self, hours: int) -> None:
        self.it.compact(hours)

    @precondition(lambda self: Claim.objects.count() > 3)
    @rule(place=ANY)
    def erase(self, place: int) -> None:
        self.it.erase(place)

    @rule(hours=st.integers(1, 30))
    def tick(self, hours: int) -> None:
        self.it.tick(hours)

    @invariant()
    def nothing_is_broken(self) -> None:
        assert [(name, ids) for name, ids in broken() if ids] == []
        assert statuses_follow_events()

    @invariant()
    def reading_agrees_with_the_plain_rule(self) -> None:
        heads = dict(Claim.objects.values_list("pk", "uid"))
        oracle = plain()
        found = beliefs(self.it.workspace, list(heads))
        stored = dict(ClaimStatus.objects.values_list("claim_id", "status"))
        for pk, belief in found.items():
            stands = oracle.stands(str(pk))
            assert belief.stands == stands, belief
            assert belief.admissible == (stored[pk] == "admissible" and stands)

    @invariant()
    def nothing_was_promoted_early(self) -> None:
        lag = StatusEvent.objects.filter(decision__action="promote")
        for event in lag.select_related("claim"):
            entered = StatusEvent.objects.filter(
                claim=event.claim_id, after="quarantined", pk__lt=event.pk
            ).exclude(before="quarantined")
            assert event.at - entered.latest("pk").at >= LAG or undone(event)
        early = Quarantine.objects.filter(lag_until__gt=self.clock.now() + LAG)
        assert not early.exists()


def undone(event: StatusEvent) -> bool:
    """Whether it was back in quarantine with the time it had left."""
    back = StatusEvent.objects.filter(
        claim=event.claim_id, after="quarantined", pk__lt=event.pk
    ).latest("pk")
    return back.decision.action in {"undo", "reinstate", "resupport"}


def plain() -> Oracle:
    """The whole store as plain words, read row by row."""
    gone = set(
        ObservationText.objects.exclude(state="live").values_list("pk", flat=True)
    )
    for row in Retraction.objects.filter(reinstated_by=None).exclude(kind="concern"):
        assert row.observation_id is not None
        gone.add(row.observation_id)
    derivations, numbers = [], {}
    for number, made in enumerate(Derivation.objects.order_by("pk")):
        on = list(Support.objects.filter(derivation=made))
        seen = frozenset(x.observation_id for x in on if x.observation_id is not None)
        premises = frozenset(str(x.premise_id) for x in on if x.premise_id is not None)
        derivations.append((str(made.claim_id), seen, premises))
        numbers[made.pk] = number
    withdrawn = Withdrawal.objects.filter(undone_by=None)
    ended = ClaimStatus.objects.filter(status__in=ENDED)
    return Oracle(
        derivations,
        dead=gone,
        ended={str(pk) for pk in ended.values_list("claim_id", flat=True)},
        withdrawn={numbers[row.derivation_id] for row in withdrawn},
    )


def test_a_workspace_in_which_anything_happens() -> None:
    with pretending() as clock:
        machine: type[Life] = type("AnyLife", (Life,), {"clock": clock})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=150 if LONG else 8,
                stateful_step_count=50 if LONG else 25,
                deadline=None,
                database=None,
                derandomize=not LONG,
                phases=[Phase.generate, *([Phase.shrink] if LONG else [])],
                suppress_health_check=list(HealthCheck),
            ),
        )
