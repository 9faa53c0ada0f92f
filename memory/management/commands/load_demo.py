"""Loads the demo workspace, through the same actions that agents and people use."""

import json
import secrets
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser

from memory.actions.found_workspace import (
    add_agent,
    add_member,
    digest,
    found_workspace,
    issue_key,
    revoke_key,
)
from memory.actions.put_predicate import put_predicate
from memory.actions.record import record
from memory.management.demo_listing import LISTING, PARTICLES, load_listing
from memory.management.demo_plant import (
    LAG,
    OTHER,
    PEOPLE,
    PLANT,
    PREDICATES,
    episodes,
)
from memory.management.listing import read_listing
from memory.models import Actor, Agent, ApiKey, Membership, Role, Scope, Workspace
from memory.queries.clock import database_now

AGENT_SCOPES = [Scope.INGEST, Scope.READ, Scope.GATE, Scope.RETRACT]
MEMBER_SCOPES = [*AGENT_SCOPES, Scope.CURATE, Scope.ADMIN]


class Command(BaseCommand):
    """Idempotent: a second run adds nothing and keeps keys and passwords."""

    help = "Load the demo workspace and write its logins to demo.json."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where the web application answers."""
        parser.add_argument("--url", default="http://localhost:8000")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make what is missing, then say how to get in."""
        known = _known()
        plant = _workspace(*PLANT)
        other = _workspace(*OTHER)
        particles = _workspace(*PARTICLES)
        people = {role: _person((plant, particles), role, known) for role in PEOPLE}
        agents = _hand_over(plant)
        reader = _agent(particles, "listing-reader")
        for line in load_listing(reader, read_listing(LISTING)):
            self.stdout.write(f"particle listing: {line}")
        lead = Membership.objects.get(workspace=plant, role=Role.LEAD)
        content = {
            "url": options["url"],
            "agent_key": _key(agents[0], AGENT_SCOPES, known.get("agent_key")),
            "curator_key": _key(lead, MEMBER_SCOPES, known.get("curator_key")),
            "other_agent_key": _key(
                _agent(other, "stranger"), AGENT_SCOPES, known.get("other_agent_key")
            ),
            "lag_seconds": int(LAG.total_seconds()),
            **people,
        }
        path = settings.WARRANT_DATA / "demo.json"
        path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        path.chmod(0o600)


def _hand_over(workspace: Workspace) -> list[Agent]:
    """Record every episode of the plant; gives the agents, the first one first."""
    for predicate in PREDICATES:
        put_predicate(workspace=workspace, entry=predicate)
    agents = []
    for name, entry in episodes():
        agents.append(_agent(workspace, name))
        by = Actor(agent=agents[-1])
        record(workspace=workspace, entry=entry, by=by, key=None, now=database_now())
    return agents


def _known() -> dict[str, Any]:
    """What an earlier run wrote: secrets that the database cannot give back."""
    path = settings.WARRANT_DATA / "demo.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _workspace(slug: str, name: str) -> Workspace:
    found = Workspace.objects.filter(slug=slug).first()
    return found or found_workspace(name=name, slug=slug, lag=LAG)


def _person(
    workspaces: Sequence[Workspace], role: str, known: dict[str, Any]
) -> dict[str, str]:
    """A login whose password is the one that was printed before, or a new one."""
    username, first, last = PEOPLE[role]
    user, _ = User.objects.get_or_create(
        username=username,
        defaults={
            "first_name": first,
            "last_name": last,
            "is_staff": role == Role.ADMIN,
            "is_superuser": role == Role.ADMIN,
        },
    )
    for workspace in workspaces:
        if not Membership.objects.filter(workspace=workspace, user=user).exists():
            add_member(workspace=workspace, user=user, role=role)
    password = str(known.get(role, {}).get("password", ""))
    if not (password and user.check_password(password)):
        password = secrets.token_urlsafe(12)
        user.set_password(password)
        user.save(update_fields=["password"])
    return {"username": username, "password": password}


def _agent(workspace: Workspace, name: str) -> Agent:
    found = Agent.objects.filter(workspace=workspace, name=name).first()
    return found or add_agent(workspace=workspace, name=name)


def _key(owner: Agent | Membership, scopes: list[Scope], known: str | None) -> str:
    """The key that was printed before while it is in force, else a new one."""
    label = "demo"
    keys = ApiKey.objects.filter(
        workspace=owner.workspace, label=label, revoked_at=None
    )
    owned = (
        keys.filter(agent=owner)
        if isinstance(owner, Agent)
        else keys.filter(membership=owner)
    )
    if known and owned.filter(digest=digest(known)).exists():
        return known
    for key in owned:
        revoke_key(key=key, now=database_now())
    _, secret = issue_key(owner=owner, scopes=scopes, label=label)
    return secret
