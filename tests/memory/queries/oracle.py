"""A naive oracle of what resolves, beside the graph that it speaks of."""

import random
from dataclasses import dataclass, field

from memory.models import Agent, Observation, ObservationText, Withdrawal
from memory.rules.edit import Edit
from memory.rules.lifecycle import Status
from tests.make import make_member, make_observation
from tests.memory.claims import claim, put, states, tell
from tests.memory.world import World, decide


@dataclass
class Oracle:
    """The same graph as plain words, resolved by asking again and again.

    Each derivation is (claim, observations, premises), in the order of its making.
    """

    derivations: list[tuple[str, frozenset[int], frozenset[str]]]
    dead: set[int] = field(default_factory=set)
    ended: set[str] = field(default_factory=set)
    withdrawn: set[int] = field(default_factory=set)

    def stands(self, claim: str) -> bool:
        """Whether some derivation of the claim is live."""
        return any(
            self.is_live(number)
            for number, (head, *_) in enumerate(self.derivations)
            if head == claim
        )

    def is_live(self, number: int) -> bool:
        """Whether everything that the derivation rests on resolves."""
        _, observations, premises = self.derivations[number]
        sound = number not in self.withdrawn and not observations & self.dead
        return sound and all(
            premise not in self.ended and self.stands(premise) for premise in premises
        )


def draw(agent: Agent, chance: random.Random) -> Oracle:
    """Write a random graph through the actions, and the same for the oracle."""
    oracle = Oracle([])
    names = [f"N{number}" for number in range(10)]
    for position, name in enumerate(names):
        for _ in range(chance.randint(1, 2)):
            known = chance.sample(names[:position], min(position, chance.randint(0, 2)))
            refs = [f"o{n}" for n in range(chance.randint(0 if known else 1, 2))]
            written = tell(
                agent,
                states(name, *refs, *(claim(agent.workspace, x) for x in known)),
                observations=tuple(make_observation(ref) for ref in refs),
            )
            pks = written.observations.values_list("pk", flat=True)
            oracle.derivations.append((name, frozenset(pks), frozenset(known)))
    return oracle


def damage(agent: Agent, oracle: Oracle, chance: random.Random) -> None:
    """Let some evidence go, end a claim and withdraw a derivation."""
    observations = list(Observation.objects.values_list("pk", flat=True))
    oracle.dead = set(chance.sample(observations, len(observations) // 5))
    words = ObservationText.objects.filter(observation__in=oracle.dead)
    words.update(state="erased", text=None, salt=None)
    oracle.ended = {chance.choice(oracle.derivations)[0]}
    for name in oracle.ended:
        put(claim(agent.workspace, name), Status.retired)


def withdraw(agent: Agent, oracle: Oracle) -> None:
    """Have a curator reword one claim: its derivation goes and another comes."""
    world = World(agent.workspace, agent, make_member(agent.workspace))
    name, observations, premises = oracle.derivations[0]
    decide(world, claim(agent.workspace, name), "edit", Edit(text="In other words."))
    gone = Withdrawal.objects.get().derivation
    heads = list(gone.claim.derivations.order_by("id"))
    numbers = [n for n, (head, *_) in enumerate(oracle.derivations) if head == name]
    number = numbers[heads.index(gone)]
    oracle.withdrawn = {number}
    _, observations, premises = oracle.derivations[number]
    oracle.derivations.append((name, observations, premises))
