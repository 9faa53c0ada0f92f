"""Makes the claims that accepted candidates state, where they are missing."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from memory.models import Claim, ClaimStatus, ClaimType, Node, Predicate, Workspace
from memory.rules.candidate import NodeName
from memory.rules.validation import VALUE_KINDS, Accepted
from memory.rules.values import Date, Flag, Number, Text
from memory.steps.nodes import nodes_by_uid, upsert_nodes
from memory.steps.origin import Origin


def upsert_claims(
    origin: Origin, accepted: Sequence[Accepted]
) -> tuple[dict[UUID, Claim], set[UUID]]:
    wanted = {each.uid: each for each in accepted}
    old = _claims(origin.workspace, wanted)
    missing = [wanted[uid] for uid in sorted(wanted.keys() - old.keys())]
    nodes = _nodes(origin, missing)
    predicates = {
        row.name: row for row in Predicate.objects.filter(workspace=origin.workspace)
    }
    rows = [_claim(origin, each, nodes, predicates) for each in missing]
    Claim.objects.bulk_create(rows, ignore_conflicts=True)
    premises = {uid for each in accepted for uid in each.premises}
    claims = _claims(origin.workspace, wanted.keys() | premises)
    without_state = set(_unstarted(claims.values()))
    return claims, {uid for uid, claim in claims.items() if claim.pk in without_state}


def forget_claims(claims: Iterable[int]) -> None:
    """Take back new claims of which no derivation entered."""
    if ids := sorted(claims):
        Claim.objects.filter(pk__in=ids).delete()


def _claims(workspace: Workspace, uids: Iterable[UUID]) -> dict[UUID, Claim]:
    rows = Claim.objects.filter(workspace=workspace, uid__in=list(uids))
    return {claim.uid: claim for claim in rows}


def _unstarted(claims: Iterable[Claim]) -> set[int]:
    """Claims inserted by this transaction: nobody else sees one without a status."""
    ids = {claim.pk for claim in claims}
    started = ClaimStatus.objects.filter(claim_id__in=ids)
    return ids - set(started.values_list("claim_id", flat=True))


def _nodes(origin: Origin, accepted: Sequence[Accepted]) -> dict[UUID, Node]:
    ends = [end for each in accepted for end in _ends(each)]
    names = [end for end in ends if isinstance(end, NodeName)]
    made = upsert_nodes(origin.workspace, names, origin.now)
    uids = [end for end in ends if isinstance(end, UUID)]
    return made | nodes_by_uid(origin.workspace, uids)


def _ends(accepted: Accepted) -> list[object]:
    return [accepted.candidate.subject, accepted.candidate.target]


def _claim(
    origin: Origin,
    accepted: Accepted,
    nodes: Mapping[UUID, Node],
    predicates: Mapping[str, Predicate],
) -> Claim:
    target = accepted.candidate.target
    claim = Claim(
        workspace=origin.workspace,
        uid=accepted.uid,
        type=accepted.candidate.type or _type(accepted),
        subject=nodes[accepted.subject],
        predicate=predicates[accepted.predicate],
        value_kind=VALUE_KINDS.get(type(target), "node"),
        object=None if accepted.object is None else nodes[accepted.object],
        qualifiers=dict(accepted.candidate.qualifiers),
        recorded_at=origin.now,
    )
    match target:
        case Number(number, unit):
            claim.value_number, claim.value_unit = number, unit
        case Date(date):
            claim.value_date = date
        case Text(text):
            claim.value_text = text
        case Flag(flag):
            claim.value_bool = flag
    return claim


def _type(accepted: Accepted) -> str:
    if accepted.object is not None:
        return ClaimType.RELATION
    number = isinstance(accepted.candidate.target, Number)
    return ClaimType.QUANTITY if number else ClaimType.ATTRIBUTE
