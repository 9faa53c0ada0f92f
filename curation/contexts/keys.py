"""Keys: one's own and, for those who look after them, those of agents."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from curation.forms_people import AgentForm, KeyForm
from memory.models import Agent, ApiKey, Membership


@dataclass(frozen=True)
class KeyRow:
    """One key; of its secret only the first signs are known."""

    uid: UUID
    owner: str
    label: str
    prefix: str
    scopes: str
    one_voice: bool
    created_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None


@dataclass(frozen=True)
class KeysPage:
    """All keys that a member may close; `secret` is there once."""

    own: list[KeyRow]
    agents: list[KeyRow] | None
    form: KeyForm
    agent_form: AgentForm | None
    secret: str = ""
    secret_of: str = ""
    title: str = "Keys"
    toast: Any = None


def keeps_agents(member: Membership) -> bool:
    """Whether a member looks after the keys of agents."""
    return member.leads()


def keys(member: Membership) -> QuerySet[ApiKey]:
    """The keys that a member may close."""
    mine = Q(membership=member)
    if keeps_agents(member):
        mine |= Q(agent__isnull=False)
    rows = ApiKey.objects.filter(mine, workspace=member.workspace)
    return rows.select_related("agent", "membership__user").order_by("-pk")


def agents_of(member: Membership) -> list[Agent]:
    """The agents whose keys a member looks after."""
    if not keeps_agents(member):
        return []
    return list(Agent.objects.filter(workspace=member.workspace).order_by("name"))


def keys_page(
    member: Membership, form: KeyForm, agent_form: AgentForm, **shown: str
) -> KeysPage:
    """The page, in a constant number of statements."""
    found = list(keys(member)[:500])
    keeper = keeps_agents(member)
    return KeysPage(
        own=[_row(key) for key in found if key.agent_id is None],
        agents=[_row(key) for key in found if key.agent_id] if keeper else None,
        form=form,
        agent_form=agent_form if keeper else None,
        **shown,
    )


def _row(key: ApiKey) -> KeyRow:
    owner = key.agent.name if key.agent else ""
    return KeyRow(
        uid=key.uid,
        owner=owner or (key.membership.name if key.membership else ""),
        label=key.label,
        prefix=key.prefix,
        scopes=", ".join(key.scopes),
        one_voice=key.one_voice,
        created_at=key.created_at,
        last_used_at=key.last_used_at,
        revoked_at=key.revoked_at,
    )
