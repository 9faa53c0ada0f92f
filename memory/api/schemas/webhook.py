"""Webhooks and deliveries as they are sent and told."""

import datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import BaseModel, Field

from memory.api.kinds import Strict
from memory.models import Delivery, Webhook, WebhookKind
from memory.rules.webhook import MAX_URL

# Strict bodies take an enumeration as what JSON has: text.
Kind = Annotated[WebhookKind, Field(strict=False)]


class SentWebhook(Strict):
    """Where to tell of which events; the host has to be listed by the site."""

    url: Annotated[str, Field(min_length=1, max_length=MAX_URL)]
    kinds: Annotated[list[Kind], Field(min_length=1, max_length=16)] = Field(
        default_factory=lambda: list(WebhookKind)
    )


class ToldWebhook(BaseModel):
    """A webhook; its secret is told once, when it is made."""

    id: UUID
    url: str
    kinds: list[str]
    active: bool
    created_at: datetime.datetime

    @classmethod
    def of(cls, row: Webhook) -> Self:
        """From its row."""
        return cls(
            id=row.uid,
            url=row.url,
            kinds=row.kinds,
            active=row.active,
            created_at=row.created_at,
        )


class MadeWebhook(BaseModel):
    """A new webhook with the secret that its bodies are signed with."""

    webhook: ToldWebhook
    secret: str


class ToldDelivery(BaseModel):
    """A delivery; `status` is that of the last reply."""

    id: UUID
    event: str
    subject: UUID
    at: datetime.datetime
    state: str
    attempts: int
    due_at: datetime.datetime
    status: int | None
    error: str

    @classmethod
    def of(cls, row: Delivery) -> Self:
        """From its row with its event."""
        return cls(
            id=row.uid,
            event=row.event.kind,
            subject=row.event.subject_uid,
            at=row.event.at,
            state=row.state,
            attempts=row.attempts,
            due_at=row.due_at,
            status=row.status,
            error=row.error,
        )
