"""Ends a revived claim again once its successor has its evidence back."""

from memory.models import (
    Action,
    Actor,
    ClaimValidity,
    Decision,
    EffectKind,
    EpisodeKind,
    StatusEvent,
    Supersession,
)
from memory.queries.belief import statement
from memory.steps.conflict import note_conflicts
from memory.steps.curated import write_episode
from memory.steps.passes import Pass
from memory.steps.status import decide, lock_states
from memory.steps.supersede import supersede

BY = Actor(policy="revival")


def supersede_again(because: Decision, passed: Pass) -> None:
    """Undo revivals, each by its own decision and supersession episode.

    Keeps true: a claim about which anything was decided since its revival stays as it
    is, in conflict with the one that came back. Needs the exclusive workspace lock.
    """
    back = [x.claim for x in passed.touched if x.effect == EffectKind.RESTORED]
    rows = Supersession.objects.filter(new__in=back, undone_by__action=Action.REVIVE)
    for row in rows.select_related("old", "new", "decision").order_by("id"):
        last = StatusEvent.objects.filter(claim=row.old_id).latest("id")
        if last.decision_id == row.undone_by_id:
            _supersede(because, row)
    note_conflicts(because.workspace, back, because.at)


def _supersede(because: Decision, row: Supersession) -> None:
    decision = decide(
        because.workspace,
        action=Action.SUPERSEDE,
        by=BY,
        now=because.at,
        before={"claim": str(row.old.uid)},
        after={
            "claim": str(row.old.uid),
            "by": str(row.new.uid),
            "because": str(because.uid),
        },
    )
    text = f"Supersedes “{statement(row.old)}” by “{statement(row.new)}” again"
    episode = write_episode(decision, EpisodeKind.SUPERSESSION, text)
    before = ClaimValidity.objects.filter(
        claim=row.old, recorded_at=row.decision.at
    ).last()
    supersede(
        decision,
        episode,
        row.old,
        row.new,
        lock_states([row.old_id])[row.old_id],
        before.valid_to if before else None,
    )
