"""Carries out what consolidation decides about an older claim."""

import datetime
from collections.abc import Collection

from memory.models import (
    Action,
    Actor,
    Claim,
    ClaimValidity,
    ConflictPolicy,
    Decision,
    Derivation,
    Episode,
    EpisodeKind,
    Observation,
    Reason,
    Support,
    Workspace,
)
from memory.queries.belief import statement
from memory.queries.evidence import Seeds, resolve_both
from memory.queries.rivals import Rival, rivals
from memory.rules.consolidation import Outcome, outcome
from memory.rules.lifecycle import ENDED, Status, Trigger
from memory.steps.conflict import note_conflicts
from memory.steps.curated import write_episode
from memory.steps.retire import retire
from memory.steps.status import decide, lock_states
from memory.steps.supersede import begins, supersede


def decided(workspace: Workspace, rival: Rival) -> Outcome:
    """What becomes of the older claim by the workspace's threshold and policy."""
    return outcome(
        stands=rival.stands,
        shared=rival.shared,
        threshold=workspace.overlap_threshold,
        newer_wins=workspace.conflict_policy == ConflictPolicy.NEWER_EVIDENCE,
    )


def consolidate_left(
    workspace: Workspace, claims: Collection[int], now: datetime.datetime
) -> None:
    """Decide about everything older that claims contradict which left quarantine.

    Needs the exclusive workspace lock. What is not decided here is a conflict, and
    a person's.
    """
    for rival in rivals(claims):
        if decided(workspace, rival) != Outcome.both:
            consolidate(workspace, rival, now)
    note_conflicts(workspace, claims, now)


def consolidate(workspace: Workspace, rival: Rival, now: datetime.datetime) -> None:
    """Let the newer claim take the older one's place, or leave both.

    Keeps true: the episode that names both claims and the derivation is written
    before the older claim ends, in the same transaction; the newer claim never takes
    away what it rests on itself, nor begins before what it supersedes. Needs the
    exclusive workspace lock.
    """
    states = lock_states([rival.old, rival.new])
    if any(Status(state.status) in ENDED for state in states.values()):
        return
    claims = Claim.objects.select_related("workspace", "subject", "predicate", "object")
    found = claims.in_bulk([rival.old, rival.new])
    old, new = found[rival.old], found[rival.new]
    result = decided(workspace, rival)
    if result == Outcome.both or not _stands_alone(new, old):
        return
    if result == Outcome.unverifiable:
        decision = _decide(Action.RETIRE, old, new, rival, result, now)
        _episode(decision, EpisodeKind.RETIREMENT, old, new, rival)
        retire(decision, old, states[old.pk], Trigger.retired)
    elif _may_end(old, changed := _changed_at(new, old)):
        decision = _decide(Action.SUPERSEDE, old, new, rival, result, now)
        episode = _episode(decision, EpisodeKind.SUPERSESSION, old, new, rival)
        supersede(decision, episode, old, new, states[old.pk], changed)


def _stands_alone(new: Claim, old: Claim) -> bool:
    _, after = resolve_both([new.pk], Seeds(claims=frozenset({old.pk})))
    return after.stands(new.pk)


def _changed_at(new: Claim, old: Claim) -> datetime.datetime:
    """When the newer claim begins: as stated, else by what only it rests on."""
    stated = ClaimValidity.objects.filter(claim=new, replaced_by=None)
    if stated.exclude(valid_from=None).exists():
        return begins(new)
    seen = Observation.objects.filter(supports__claim=new).exclude(
        pk__in=Support.objects.filter(claim=old, premise=None).values("observation")
    )
    times = seen.order_by("observed_at").values_list("observed_at", flat=True)
    return times.first() or begins(new)


def _may_end(old: Claim, at: datetime.datetime) -> bool:
    """Whether the world can have changed then: what began later did not end so."""
    rows = ClaimValidity.objects.filter(claim=old, replaced_by=None).order_by("id")
    row = rows.last()
    return row is None or row.valid_from is None or row.valid_from <= at


def _decide(
    action: Action,
    old: Claim,
    new: Claim,
    rival: Rival,
    result: Outcome,
    now: datetime.datetime,
) -> Decision:
    retiring = action == Action.RETIRE
    policy = "consolidation"
    if result == Outcome.newer_evidence:
        policy = ConflictPolicy.NEWER_EVIDENCE.value
    return decide(
        old.workspace,
        action=action,
        by=Actor(policy=policy),
        now=now,
        reason=Reason.UNVERIFIABLE if retiring else "",
        before={"claim": str(old.uid)},
        after={"claim": str(old.uid), "by": str(new.uid), "overlap": rival.shared},
    )


def _episode(
    decision: Decision, kind: EpisodeKind, old: Claim, new: Claim, rival: Rival
) -> Episode:
    verb = "Supersedes" if kind == EpisodeKind.SUPERSESSION else "Retires"
    joint = "by" if kind == EpisodeKind.SUPERSESSION else "for"
    derivation = Derivation.objects.get(pk=rival.derivation)
    return write_episode(
        decision,
        kind,
        f"{verb} “{statement(old)}” {joint} “{statement(new)}”",
        [
            {
                "old": str(old.uid),
                "new": str(new.uid),
                "derivation": str(derivation.uid),
            }
        ],
    )
