"""The parts of a decision's undoing: what leaves by it, and what comes back."""

from collections.abc import Collection, Mapping, Sequence

from memory.models import (
    UNSETTLED,
    Conflict,
    ConflictState,
    Decision,
    Derivation,
    Dispute,
    DisputeState,
    EffectKind,
    EpisodeKind,
    Supersession,
)
from memory.queries.evidence import Seeds, resolve_now
from memory.rules.lifecycle import Status
from memory.steps.dispute import Hit, open_disputes, settle
from memory.steps.events import tell_of
from memory.steps.retraction import given_back
from memory.steps.status import Cause


def leaves(undone: Decision, ended: Collection[int]) -> Seeds:
    """What stops resolving: what the decision had made or had given back."""
    given = given_back(undone)
    return Seeds(
        observations=given.observations,
        claims=frozenset(ended),
        derivations=given.derivations | made(undone),
    )


def made(undone: Decision) -> frozenset[int]:
    """The derivations that a decision wrote, in the episode of its name."""
    names = [
        f"{kind}:{undone.uid}"
        for kind in (EpisodeKind.CURATION, EpisodeKind.SUPERSESSION)
    ]
    rows = Derivation.objects.filter(
        workspace=undone.workspace, episode__external_id__in=names
    )
    return frozenset(rows.values_list("pk", flat=True))


def supersede_back(written: Decision, undone: Decision) -> None:
    """Turn round what took whose place."""
    again = list(Supersession.objects.filter(undone_by=undone))
    Supersession.objects.filter(decision=undone, undone_by=None).update(
        undone_by=written
    )
    Supersession.objects.bulk_create(
        Supersession(
            workspace=written.workspace,
            old_id=row.old_id,
            new_id=row.new_id,
            decision=written,
        )
        for row in again
    )
    if again:
        tell_of(written.workspace, "superseded", [written.uid], written.at)


def reopen(written: Decision, undone: Decision, own: Mapping[int, str]) -> None:
    """Bring disputes and conflicts back in line with the statuses of its claims."""
    disputed = [claim for claim, status in own.items() if status == Status.disputed]
    settle(written, own.keys() - set(disputed))
    unsettled = Dispute.objects.filter(claim__in=own, state__in=UNSETTLED)
    open_now = set(unsettled.values_list("claim_id", flat=True))
    for claim in sorted(set(disputed) - open_now):
        _open(Dispute.objects.filter(claim_id=claim).order_by("-id").first())
    for deferred in unsettled.filter(settled_by=undone):
        _open(deferred)
    for conflict in Conflict.objects.filter(settled_by=undone):
        conflict.state, conflict.settled_by = ConflictState.OPEN, None
        conflict.version += 1
        conflict.save()


def _open(dispute: Dispute | None) -> None:
    if dispute is None:
        return
    dispute.state, dispute.settled_by = DisputeState.OPEN, None
    dispute.version += 1
    dispute.save()


def doubt_fallen(written: Decision, claims: Collection[int]) -> None:
    """Dispute what came back from its end but lost its evidence meanwhile."""
    evidence = resolve_now(claims)
    fallen: Sequence[int] = [
        claim
        for claim in claims
        if evidence.statuses[claim] in {Status.admissible, Status.quarantined}
        and not evidence.stands(claim)
    ]
    hits = {
        claim: Hit(
            EffectKind.LOST,
            0,
            frozenset(evidence.derivations_of[claim]) - evidence.withdrawn,
        )
        for claim in fallen
    }
    open_disputes(written, Cause("decision", written.uid), hits)
