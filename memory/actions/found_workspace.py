"""Found a workspace with its predicates, and let people and agents in."""

import datetime
import hashlib
import secrets
from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from memory.models import Agent, ApiKey, Membership, Predicate, Workspace
from memory.rules.predicates import SEED_PREDICATES

PREFIX = "wk_"


@transaction.atomic(durable=True)
def found_workspace(
    *, name: str, slug: str, lag: datetime.timedelta | None = None
) -> Workspace:
    """Make a workspace with the seeded predicates, which it may change later."""
    workspace = Workspace(name=name, slug=slug)
    if lag is not None:
        workspace.lag = lag
    workspace.save()
    Predicate.objects.bulk_create(
        Predicate(
            workspace=workspace,
            name=seed.name,
            label=seed.label,
            inverse_label=seed.inverse_label,
            cardinality=seed.cardinality,
            value_kind=seed.value_kind,
            aliases=list(seed.aliases),
            half_life_days=seed.half_life_days,
        )
        for seed in SEED_PREDICATES
    )
    rows = {row.name: row for row in Predicate.objects.filter(workspace=workspace)}
    for seed in SEED_PREDICATES:
        if seed.negates:
            rows[seed.name].negates = rows[seed.negates]
            rows[seed.name].save(update_fields=["negates"])
    return workspace


@transaction.atomic(durable=True)
def add_member(*, workspace: Workspace, user: User, role: str) -> Membership:
    """Give a person a role in a workspace."""
    return Membership.objects.create(workspace=workspace, user=user, role=role)


@transaction.atomic(durable=True)
def add_agent(*, workspace: Workspace, name: str) -> Agent:
    """Make an agent; keys are issued to it separately."""
    return Agent.objects.create(workspace=workspace, name=name)


@transaction.atomic(durable=True)
def issue_key(
    *,
    owner: Agent | Membership,
    scopes: Collection[str],
    label: str = "",
    one_voice: bool = False,
) -> tuple[ApiKey, str]:
    """Issue a key; its secret is given here, once, and kept only as a digest."""
    secret = new_secret()
    key = ApiKey.objects.create(
        workspace=owner.workspace,
        agent=owner if isinstance(owner, Agent) else None,
        membership=owner if isinstance(owner, Membership) else None,
        label=label,
        prefix=secret[:9],
        digest=digest(secret),
        scopes=sorted(scopes),
        one_voice=one_voice,
    )
    return key, secret


@transaction.atomic(durable=True)
def revoke_key(*, key: ApiKey, now: datetime.datetime) -> None:
    """Close a key from the next call on; nothing happens when it is closed already."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=now)


def new_secret() -> str:
    """A key of 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


def digest(secret: str) -> bytes:
    """What is kept of a key: SHA-256, enough for 256 random bits."""
    return hashlib.sha256(secret.encode()).digest()
