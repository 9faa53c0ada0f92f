"""Claims by single letters: what tests of the graph say and look up."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from memory.models import (
    Action,
    Actor,
    Agent,
    Claim,
    ClaimStatus,
    Episode,
    ObservationText,
    RejectedCandidate,
    StatusEvent,
    TextState,
    Workspace,
)
from memory.queries.belief import Belief
from memory.queries.beliefs import beliefs
from memory.queries.clock import database_now
from memory.rules.lifecycle import Status
from memory.steps.quarantine import leave_quarantine
from memory.steps.status import Cause, Move, decide, lock_states, move
from tests.make import distil_episode, make_conclusion, make_observation


def states(letter: str, *supports: object, **changes: Any) -> dict[str, Any]:
    """A conclusion that stands for the letter, on `o1` when nothing is given."""
    given = [_support(each) for each in supports] or ["o1"]
    return make_conclusion(f"pump {letter}", f"tank {letter}", supports=given) | changes


def _support(support: object) -> object:
    return {"claim": str(support.uid)} if isinstance(support, Claim) else support


def tell(agent: Agent, *conclusions: dict[str, Any], **changes: Any) -> Episode:
    """An episode with these conclusions, distilled."""
    given = {"observations": (make_observation(),)}
    return distil_episode(agent, **(given | changes | {"conclusions": conclusions}))


def claim(workspace: Workspace, letter: str) -> Claim:
    """The claim that the letter stands for."""
    return Claim.objects.select_related("state").get(
        workspace=workspace, subject__external_id=f"pump {letter}"
    )


def status(workspace: Workspace, letter: str) -> str:
    """Its stored status."""
    return claim(workspace, letter).state.status


def seen(workspace: Workspace, letter: str) -> Belief:
    """It as a belief."""
    pk = claim(workspace, letter).pk
    return beliefs(workspace, [pk])[pk]


def rejected(episode: Episode) -> list[tuple[int, str]]:
    """Positions and reasons of the candidates that did not enter."""
    rows = RejectedCandidate.objects.filter(episode=episode).order_by("position")
    return list(rows.values_list("position", "reason"))


def put(found: Claim, to: Status) -> None:
    """Bring a claim to a status, with its decision and event."""
    with transaction.atomic():
        state = lock_states([found.pk])[found.pk]
        decision = decide(
            found.workspace,
            action=Action.REJECT,
            by=Actor(policy="a test"),
            now=database_now(),
        )
        moved = Move(found.pk, state.status, to, state.version)
        move(decision, Cause("decision", decision.uid), [moved])
        if to != Status.quarantined:
            leave_quarantine([found.pk])


def lose(episode: Episode, ref: str = "o1", state: str = TextState.ERASED) -> None:
    """Destroy an observation's words, past every guard."""
    words = ObservationText.objects.filter(observation__episode=episode)
    with unguarded():
        words.filter(observation__ref=ref).update(text=None, salt=None, state=state)


@contextmanager
def unguarded() -> Iterator[None]:
    """Without triggers, as for somebody who repairs by hand."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


def statuses_follow_events() -> bool:
    """Whether each claim's status and version are those of its last event."""
    last = {
        event.claim_id: (event.after, event.version)
        for event in StatusEvent.objects.order_by("id")
    }
    rows = ClaimStatus.objects.values_list("claim_id", "status", "version")
    return last == {pk: (now, version) for pk, now, version in rows}
