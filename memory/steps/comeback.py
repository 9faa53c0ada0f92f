"""New evidence for a value that had been superseded: it holds again, from then on."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from memory.models import Claim, ClaimValidity, Decision, Episode, Supersession
from memory.rules.lifecycle import Status
from memory.rules.validation import Accepted
from memory.steps.status import Move


def returned(moves: Sequence[Move]) -> set[int]:
    """The claims that leave the end which another claim had put to them."""
    return {
        each.claim for each in moves if each.before == Status.superseded != each.after
    }


def hold_again(
    decision: Decision,
    episode: Episode,
    back: Collection[int],
    accepted: Sequence[Accepted],
    claims: Mapping[UUID, Claim],
) -> None:
    """Begin a new interval of validity for claims that return.

    Keeps true: the earlier interval stays as it ended; nothing takes the claim's
    place any longer. What states its own validity begins as stated, the rest as the
    new evidence was first observed.
    """
    if not back:
        return
    Supersession.objects.filter(old__in=back, undone_by=None).update(undone_by=decision)
    for each in accepted:
        claim = claims[each.uid]
        stated = each.candidate.valid_from or each.candidate.valid_to
        if claim.pk in back and not stated:
            spans = [span.observation for span in each.spans]
            seen = episode.observations.filter(pk__in=spans).order_by("observed_at")
            first = seen.values_list("observed_at", flat=True).first()
            ClaimValidity.objects.create(
                workspace=decision.workspace,
                claim=claim,
                valid_from=first or decision.at,
                recorded_at=decision.at,
            )
