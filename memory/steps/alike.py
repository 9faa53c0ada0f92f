"""Finds the disputes that share one reason, so that one decision may settle them."""

from memory.models import UNSETTLED, Dispute, Proposal
from memory.queries.evidence import Seeds, resolve_now
from memory.queries.subgraph import subgraph
from memory.rules.resolve import resolve_assuming


def alike(dispute: Dispute, action: str) -> list[Dispute]:
    """The disputes of dependants that have no other reason, upstream first.

    Those whose every loss is made good if the claim stands. To retire takes along
    only those that have no live derivation of their own.
    """
    part = subgraph(Seeds(claims=frozenset({dispute.claim_id})), doubting=True)
    found = resolve_assuming(part.graph, dispute.claim_id)
    rows = Dispute.objects.filter(
        claim__in=part.affected - {dispute.claim_id}, state__in=UNSETTLED
    )
    same = [
        each
        for each in rows.select_related("claim").order_by("rank", "id")
        if found.live_derivations.issuperset(each.died)
    ]
    if action != "retire":
        return same
    evidence = resolve_now([each.claim_id for each in same])
    return [each for each in same if not evidence.stands(each.claim_id)]


def propose(dispute: Dispute, action: str) -> None:
    """Propose the same for what is disputed for no other reason."""
    if action not in Proposal.values:
        return
    if action == "resupport":
        action = Proposal.UPHOLD
    same = [each.pk for each in alike(dispute, action)]
    Dispute.objects.filter(pk__in=same).update(proposal=action)
