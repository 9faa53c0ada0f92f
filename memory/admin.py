"""Django admin: workspaces, people, agents, keys and predicates; the rest read-only."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from memory.actions.found_workspace import digest, new_secret
from memory.models import (
    Agent,
    ApiKey,
    Claim,
    ClaimStatus,
    Decision,
    Derivation,
    Episode,
    Membership,
    Node,
    Observation,
    Operation,
    Predicate,
    RejectedCandidate,
    Source,
    StatusEvent,
    Support,
    Work,
    Workspace,
)
from memory.queries.clock import database_now

if TYPE_CHECKING:
    Rows = admin.ModelAdmin[Any]
    Form = ModelForm[Any]
else:
    # Django's own classes take no parameters at run time.
    Rows, Form = admin.ModelAdmin, ModelForm


class ReadOnly(Rows):
    """Shows rows that only the domain's actions write."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never: the log and beliefs are written through actions."""
        return False

    def has_change_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        """Never, for the same reason."""
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        """Never: nothing is deleted."""
        return False


class Kept(Rows):
    """Rows that admins make and change but that history refers to."""

    def has_delete_permission(
        self, request: HttpRequest, obj: Model | None = None
    ) -> bool:
        """Never: decisions and episodes refer to them."""
        return False


@admin.register(Workspace)
class WorkspaceAdmin(Kept):
    """Policies of each workspace."""

    list_display = ("name", "slug", "lag", "requires_acceptance", "conflict_policy")
    readonly_fields = ("uid", "created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A workspace is founded with its predicates: `manage.py found_workspace`."""
        return False


@admin.register(Membership)
class MembershipAdmin(Rows):
    """Who belongs where, in which role."""

    list_display = ("user", "workspace", "role")
    list_filter = ("workspace", "role")
    list_select_related = ("user", "workspace")


@admin.register(Agent)
class AgentAdmin(Kept):
    """API principals."""

    list_display = ("name", "workspace", "created_at")
    list_filter = ("workspace",)


@admin.register(ApiKey)
class ApiKeyAdmin(Kept):
    """Keys; the secret is shown once, when the key is made."""

    list_display = ("prefix", "workspace", "agent", "membership", "scopes", "in_force")
    list_filter = ("workspace", "one_voice")
    readonly_fields = ("prefix", "last_used_at", "revoked_at")
    actions = ("revoke",)

    @admin.display(boolean=True, description="in force")
    def in_force(self, key: ApiKey) -> bool:
        """Whether calls with it are let in."""
        return key.revoked_at is None

    @admin.action(description="Revoke the selected keys")
    def revoke(self, request: HttpRequest, keys: QuerySet[ApiKey]) -> None:
        """Close keys from the next call on."""
        count = keys.filter(revoked_at=None).update(revoked_at=database_now())
        self.message_user(request, f"{count} revoked.")

    def save_model(
        self, request: HttpRequest, obj: ApiKey, form: Form, change: bool
    ) -> None:
        """Draw the secret of a new key and show it this once."""
        if not change:
            secret = new_secret()
            obj.prefix, obj.digest = secret[:9], digest(secret)
            messages.success(request, f"The key, shown this once: {secret}")
        super().save_model(request, obj, form, change)


@admin.register(Predicate)
class PredicateAdmin(Kept):
    """Relations, their cardinality and half-life."""

    list_display = ("name", "label", "workspace", "cardinality", "value_kind")
    list_filter = ("workspace", "cardinality", "value_kind")
    search_fields = ("name", "label")


@admin.register(Claim)
class ClaimAdmin(ReadOnly):
    """Statements."""

    list_display = ("uid", "workspace", "subject", "predicate", "type", "recorded_at")
    list_select_related = ("workspace", "subject", "predicate")


@admin.register(ClaimStatus)
class ClaimStatusAdmin(ReadOnly):
    """Where each claim stands."""

    list_display = ("claim_id", "status", "version", "changed_at")


@admin.register(Decision)
class DecisionAdmin(ReadOnly):
    """Who decided what."""

    list_display = ("at", "action", "by_member", "by_agent", "policy", "reason")
    list_select_related = ("by_member__user", "by_agent")


@admin.register(Work)
class WorkAdmin(ReadOnly):
    """What waits for a worker, and dead letters."""

    list_display = ("kind", "workspace", "state", "attempts", "due_at", "error")
    list_filter = ("state",)


admin.site.register(
    [
        Derivation,
        Episode,
        Node,
        Observation,
        Operation,
        RejectedCandidate,
        Source,
        StatusEvent,
        Support,
    ],
    ReadOnly,
)
