"""The second pair of eyes for what grants belief to much."""

import datetime
from uuid import UUID

from memory.models import Actor, Derivation, Endorsement, Workspace
from memory.queries.belief_rows import count_dependants
from memory.rules.refused import Refused


def seconded(
    workspace: Workspace,
    *,
    about: UUID,
    version: int,
    action: str,
    impact: int,
    by: Actor,
    now: datetime.datetime,
) -> bool:
    """Whether an act that grants belief may be carried out now.

    `impact` counts the claims that hang on it. Keeps true: above the workspace's
    threshold two people say yes to the same version, and what the first said is
    shown to nobody before. False means that this was the first yes; it is kept.
    """
    threshold = workspace.four_eyes_threshold
    if threshold is None or impact <= threshold:
        return True
    if by.member is None:
        raise Refused("person_required", "Two people decide about this.")
    same = Endorsement.objects.filter(
        workspace=workspace, about=about, version=version, action=action
    )
    if same.exclude(member=by.member).exists():
        return True
    Endorsement.objects.get_or_create(
        workspace=workspace,
        about=about,
        version=version,
        action=action,
        member=by.member,
        defaults={"at": now},
    )
    return False


def may_grant(
    workspace: Workspace,
    *,
    claim: int,
    about: UUID,
    version: int,
    action: str,
    along: int = 0,
    by: Actor,
    now: datetime.datetime,
) -> bool:
    """Whether belief in a claim may be granted now, as `seconded` says.

    The impact is what hangs on the claim, or the number of claims that the act takes
    `along` if they are more. Keeps true: above the threshold nobody approves a claim
    that they derived themselves (Refused).
    """
    if workspace.four_eyes_threshold is None:
        return True
    impact = count_dependants([claim]).get(claim, 0)
    _refuse_own_work(workspace, claim=claim, impact=impact, by=by)
    return seconded(
        workspace,
        about=about,
        version=version,
        action=action,
        impact=max(impact, along),
        by=by,
        now=now,
    )


def _refuse_own_work(
    workspace: Workspace, *, claim: int, impact: int, by: Actor
) -> None:
    threshold = workspace.four_eyes_threshold
    if threshold is None or impact <= threshold or by.member is None:
        return
    own = Derivation.objects.filter(claim_id=claim, episode__member=by.member)
    if own.exists():
        raise Refused("own_work", "Somebody else has to judge your own work.")
