"""Refuses derivations that would close a cycle among claims."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from django.db import connection

from memory.models import Claim
from memory.queries.walks import GIVEN, upward
from memory.rules.candidate import Premise
from memory.rules.closure import cycle_path
from memory.rules.validation import Accepted, Rejection

NOT_ENTERED = "A conclusion that it names did not enter the store."


class NeedsExclusive(Exception):
    """A claim that others may rest on gains premises: only the exclusive lock is safe.

    Age does not decide: with one old edge from an older claim to a newer one, two
    writers under the shared lock could close a cycle with edges that both point
    from newer to older.
    """


def refuse_cycles(
    accepted: Sequence[Accepted],
    claims: Mapping[UUID, Claim],
    new: Collection[UUID],
    *,
    exclusive: bool,
) -> tuple[list[Accepted], list[Rejection]]:
    """Split candidates into those that keep the graph acyclic and the others.

    Nothing outside this transaction can rest on a claim that it makes (`new`), so
    such a claim needs no lock against others. The walk goes up from the premises,
    where ancestors are few. Candidates are judged in order, each with those before;
    what was drawn from a refused one is refused too.
    """
    resting = [each for each in accepted if each.premises]
    if not exclusive and any(each.uid not in new for each in resting):
        raise NeedsExclusive
    premises_of = _ancestry(
        {claims[uid].pk for each in resting for uid in each.premises}
    )
    sound: list[Accepted] = []
    refused: list[Rejection] = []
    entered: set[UUID] = set()
    for each in accepted:
        claim = claims[each.uid].pk
        premises = [claims[uid].pk for uid in each.premises]
        path = cycle_path(claim, premises, premises_of)
        if path is not None:
            refused.append(_refusal(each, path))
        elif not drawn(each) <= entered:
            refused.append(Rejection(each.candidate, "unknown_support", NOT_ENTERED))
        else:
            premises_of.setdefault(claim, set()).update(premises)
            entered.add(each.uid)
            sound.append(each)
    return sound, refused


def drawn(accepted: Accepted) -> set[UUID]:
    """The premises that are conclusions of the same episode."""
    supports = accepted.candidate.supports
    named = {each.claim for each in supports if isinstance(each, Premise)}
    return set(accepted.premises) - named


def _ancestry(claims: Collection[int]) -> dict[int, set[int]]:
    if not claims:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(ANCESTRY, [sorted(claims)])
        premises_of: dict[int, set[int]] = {}
        for claim, premise in cursor.fetchall():
            premises_of.setdefault(claim, set()).add(premise)
    return premises_of


def _refusal(accepted: Accepted, path: Sequence[int]) -> Rejection:
    uids = dict(Claim.objects.filter(pk__in=path).values_list("pk", "uid"))
    return Rejection(
        accepted.candidate,
        "cycle",
        "The claim would come to rest on itself.",
        tuple(uids[claim] for claim in path),
    )


ANCESTRY = f"""
WITH RECURSIVE {upward(GIVEN)}
SELECT support.claim_id, support.premise_id FROM up
JOIN memory_support support ON support.claim_id = up.claim_id
WHERE support.premise_id IS NOT NULL
"""
