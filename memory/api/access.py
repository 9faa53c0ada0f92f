"""Who calls: a bearer key says which workspace it is and what it may do there."""

import datetime
import hmac
from dataclasses import dataclass

from django.http import HttpRequest
from ninja.security import HttpBearer

from memory.actions.found_workspace import digest
from memory.actions.note_use import is_stale, note_use
from memory.api.rate import spend
from memory.api.replies import begin
from memory.models import Actor, ApiKey, Membership, Role, Scope, Workspace
from memory.rules.refused import Refused

# What a viewer's key may do; each other scope changes something.
LOOKING = frozenset({Scope.READ, Scope.GATE})


@dataclass(frozen=True)
class Caller:
    """The key of this call, its one workspace and the one who acts through it."""

    key: ApiKey
    workspace: Workspace
    actor: Actor


class Request(HttpRequest):
    """A request that has passed a key."""

    auth: Caller


class Key(HttpBearer):
    """Lets a key through that is not revoked and holds the scope.

    Raises Refused for a key without the scope; then counts the call against the
    key's rate and looks for a reply that its Idempotency-Key has had already, unless
    what is asked must be answered anew each time.
    """

    def __init__(self, scope: Scope, *, anew: bool = False) -> None:
        super().__init__()
        self.scope = scope
        self.anew = anew

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        """The caller, or none for a key that opens nothing."""
        key = find_key(token)
        if key is None:
            return None
        spend(key)
        _require(key, self.scope)
        now = datetime.datetime.now(datetime.UTC)
        if is_stale(key, now):
            note_use(key=key, now=now)
        if not self.anew:
            begin(request, key)
        return Caller(key, key.workspace, Actor(key.membership, key.agent))


def find_key(token: str) -> ApiKey | None:
    """The key of a secret; compared by digest, in time that tells nothing."""
    found = digest(token)
    rows = ApiKey.objects.filter(digest=found, revoked_at=None)
    key = rows.select_related("workspace", "agent", "membership__user").first()
    if key is None or not hmac.compare_digest(bytes(key.digest), found):
        return None
    # A person who was shut out is shut out here too.
    if key.membership is not None and not key.membership.user.is_active:
        return None
    return key


def _require(key: ApiKey, scope: Scope) -> None:
    if scope not in key.scopes:
        raise Refused(
            "forbidden",
            f"This key lacks the scope “{scope}”.",
            hint=f"It has: {', '.join(key.scopes) or 'none'}.",
        )
    if key.membership is not None and not _may(key.membership, scope):
        raise Refused("forbidden", f"A {key.membership.role} may not do that.")


def _may(member: Membership, scope: Scope) -> bool:
    if scope == Scope.ADMIN:
        return member.role == Role.ADMIN
    return scope in LOOKING or member.may_curate()
