"""Who was shown which tension, and when: append-only."""

from django.db import models

from memory.models import Node, Workspace
from tension.models.tension import Tension
from tension.rules.meeting import TURN, why

# The context of what is surfaced periodically.
INBOX = "inbox"


class Surfacing(models.Model):
    """One return of a tension into a context; append-only (trigger).

    `context` names whom it was shown to: the inbox, `receipt:<uid>`, `agent:<uid>`;
    `period` counts the surfacing periods since 1970.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.PROTECT, db_index=False)
    tension = models.ForeignKey(
        Tension,
        on_delete=models.PROTECT,
        related_name="surfacings",
        db_constraint=False,
        db_index=False,
    )
    context = models.CharField(max_length=80)
    near = models.ForeignKey(
        Node, on_delete=models.PROTECT, related_name="+", null=True,
        db_constraint=False, db_index=False,
        help_text="The anchor that was near; none when it was its turn alone.",
    )  # fmt: skip
    distance = models.PositiveSmallIntegerField(default=0)
    at = models.DateTimeField()
    period = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="surfacing_once_per_period",
                fields=["tension", "context", "period"],
            )
        ]
        indexes = [
            models.Index(fields=["tension", "-at"], name="surfacing_latest"),
            models.Index(
                fields=["workspace", "context", "period"], name="surfacing_of_context"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tension_id} to {self.context}"

    @property
    def why(self) -> str:
        """Why it came back, in words."""
        return TURN if self.near is None else why(str(self.near), self.distance)
