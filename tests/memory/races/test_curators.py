"""Two people on one claim: one decides, the other is told that it has changed."""

from functools import partial

import pytest

from memory.actions.promote import promote
from memory.actions.review import Reviewed, StaleVersion, Verdict, review
from memory.actions.undo import LaterDecisions, undo
from memory.models import Actor, Claim, Decision, Membership, Quarantine
from memory.queries.clock import database_now
from memory.rules.candidate import NodeName
from memory.rules.edit import Edit
from tests.make import known, make_agent, make_member, make_workspace
from tests.memory.claims import claim, states, statuses_follow_events, tell
from tests.memory.races.barrier import at_once, errors, rounds
from tests.memory.world import World, decide

pytestmark = pytest.mark.django_db(transaction=True)
VERDICTS = [
    Verdict("accept", 1),
    Verdict("reject", 1, reason="wrong"),
    Verdict("needs_evidence", 1),
    Verdict("edit", 1, edit=Edit(text="Otherwise.")),
    Verdict("edit", 1, edit=Edit(target=NodeName("tank", "tank Z"))),
]


@pytest.fixture
def world() -> World:
    workspace = make_workspace()
    return World(workspace, make_agent(workspace), make_member(workspace))


def judge(found: Claim, by: Membership, verdict: Verdict) -> Reviewed:
    return review(
        workspace=found.workspace,
        claim=found.uid,
        verdict=verdict,
        by=Actor(member=by),
        now=database_now(),
    )


def test_one_decides_and_the_other_is_told(world: World) -> None:
    other = make_member(world.workspace)
    for number in rounds(100, 10):
        tell(world.agent, states(f"A{number}"))
        found = claim(world.workspace, f"A{number}")
        first, second = VERDICTS[number % 5], VERDICTS[number // 5 % 5]
        made = at_once(
            partial(judge, found, world.member, first),
            partial(judge, found, other, second),
        )
        assert sorted(type(each).__name__ for each in made) == [
            "Reviewed",
            "StaleVersion",
        ]
        (refusal,) = errors(made)
        assert isinstance(refusal, StaleVersion)
        assert refusal.version > 1
    people = Decision.objects.exclude(by_member=None).count()
    assert people == len(rounds(100, 10))
    assert statuses_follow_events()


def test_one_of_two_undoes(world: World) -> None:
    for number in rounds(50, 5):
        tell(world.agent, states(f"A{number}"))
        found = claim(world.workspace, f"A{number}")
        decision = known(decide(world, found, "accept").decision)
        act = partial(
            undo,
            workspace=world.workspace,
            decision=decision.uid,
            by=Actor(member=world.member),
            now=database_now(),
        )
        (refusal,) = errors(at_once(act, act))
        assert isinstance(refusal, LaterDecisions)
    assert statuses_follow_events()


def test_a_verdict_beside_a_promotion(world: World) -> None:
    for number in rounds(100, 10):
        letters = [f"{letter}{number}" for letter in "ABCD"]
        tell(world.agent, *map(states, letters))
        Quarantine.objects.update(lag_until=database_now())
        act = partial(promote, workspace=world.workspace, now=database_now())
        verdict = VERDICTS[number % 2]
        judging = [
            partial(judge, claim(world.workspace, each), world.member, verdict)
            for each in letters[::-1]
        ]
        assert not errors(at_once(act, act, *judging))
    assert statuses_follow_events()
    assert not Quarantine.objects.exists()
