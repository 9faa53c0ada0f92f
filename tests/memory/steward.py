"""Does anything to a workspace that can be done, on rows named by any number."""

import datetime
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

from memory.actions.compact import compact
from memory.actions.erase import erase
from memory.actions.promote import promote
from memory.actions.reinstate import reinstate
from memory.actions.resolve_dispute import resolve_dispute
from memory.actions.retract import Target, retract
from memory.actions.review import Verdict, review
from memory.actions.settle_conflict import ConflictSettlement, settle_conflict
from memory.actions.sweep import sweep, watch
from memory.actions.undo import undo
from memory.jobs.distil import drain
from memory.models import (
    UNSETTLED,
    Actor,
    Agent,
    Claim,
    Conflict,
    Decision,
    Dispute,
    Membership,
    Observation,
    Retraction,
    Workspace,
)
from memory.rules.refused import Refused
from memory.steps.settlement import Settlement
from tests.make import (
    make_agent,
    make_conclusion,
    make_member,
    make_observation,
    make_source,
    make_workspace,
    record_episode,
)
from tests.memory.clock import Clock

LAG = datetime.timedelta(hours=6)
REASON = "It was so."


@dataclass
class Steward:
    """A workspace whose gauges are read again and again, and everybody in it.

    Each method takes any number and acts on the row that it falls on; where there is
    none, or the store refuses, nothing happens.
    """

    workspace: Workspace
    agent: Agent
    curator: Membership
    clock: Clock

    @classmethod
    def anew(cls, clock: Clock) -> "Steward":
        """A workspace of its own."""
        workspace = make_workspace(lag=LAG)
        return cls(workspace, make_agent(workspace), make_member(workspace), clock)

    @property
    def by(self) -> Actor:
        """The curator."""
        return Actor(member=self.curator)

    def given(self) -> dict[str, Any]:
        """What every action is given."""
        return {"workspace": self.workspace, "by": self.by, "now": self.clock.now()}

    def record(self, pump: int, bar: int, old: int, premise: int, source: int) -> None:
        """Record a reading: one value of a pump, on what is new, old or concluded.

        With an odd `old` it cites an earlier observation too, with a `premise` that is
        a multiple of three a claim.
        """
        supports: list[object] = ["o1"]
        if old % 2 and (seen := self.nth(Observation.objects.all(), old)):
            supports.append(str(seen.uid))
        if premise % 3 == 0 and (claim := self.nth(Claim.objects.all(), premise)):
            supports.append({"claim": str(claim.uid)})
        ref = f"doc{source % 3}"
        at = self.clock.now()
        value: dict[str, Any] = {
            "object": None,
            "value": {"number": str(bar), "unit": "bar"},
        }
        record_episode(
            self.agent,
            sources=(make_source(ref),),
            observations=(
                make_observation(
                    "o1", "It reads 5, 6 or 7 bar.", source=ref, observed_at=at
                ),
            ),
            conclusions=(
                make_conclusion(
                    f"P-{pump}", predicate="has_pressure", supports=supports, **value
                ),
            ),
            started_at=at,
            closed_at=at,
        )

    def distil(self) -> None:
        """Let a worker read what waits."""
        drain()

    def retract(self, place: int, kind: str = "retraction") -> None:
        """Stop relying on an observation."""
        if row := self.nth(Observation.objects.all(), place):
            target = Target(observation=row.uid)
            self.tried(lambda: retract(target=target, kind=kind, **self.reasoned()))

    def reinstate(self, place: int) -> None:
        """Rely on it again."""
        rows = Retraction.objects.filter(reinstated_by=None)
        if row := self.nth(rows, place):
            self.tried(lambda: reinstate(retraction=row.uid, **self.reasoned()))

    def resolve(self, place: int, action: str) -> None:
        """Settle a dispute."""
        if row := self.nth(Dispute.objects.filter(state__in=UNSETTLED), place):
            settlement = Settlement(action, row.version, reason="wrong")
            self.tried(
                lambda: resolve_dispute(
                    dispute=row.uid, settlement=settlement, **self.given()
                )
            )

    def review(self, place: int, kind: str) -> None:
        """Judge a claim."""
        if row := self.nth(Claim.objects.select_related("state"), place):
            verdict = Verdict(kind, row.state.version, reason="wrong")
            self.tried(lambda: review(claim=row.uid, verdict=verdict, **self.given()))

    def settle(self, place: int, action: str) -> None:
        """Settle a conflict: the world changed, or one was wrong."""
        if row := self.nth(Conflict.objects.exclude(state="settled"), place):
            claim = row.first if place % 2 else row.second
            settlement = ConflictSettlement(
                action, row.version, claim=claim.uid, reason="wrong"
            )
            self.tried(
                lambda: settle_conflict(
                    conflict=row.uid, settlement=settlement, **self.given()
                )
            )

    def undo(self, place: int) -> None:
        """Undo one of the last decisions."""
        rows = Decision.objects.filter(workspace=self.workspace).order_by("-pk")[:5]
        found = list(rows)
        if found:
            row = found[place % len(found)]
            self.tried(lambda: undo(decision=row.uid, **self.given()))

    def compact(self, hours: int) -> None:
        """Ask for a window of so many hours."""
        before = self.clock.now() - datetime.timedelta(hours=hours)
        self.tried(lambda: compact(before=before, **self.given()))

    def erase(self, place: int) -> None:
        """Destroy an observation."""
        if row := self.nth(Observation.objects.all(), place):
            self.tried(lambda: erase(observation=row.uid, **self.reasoned()))

    def tick(self, hours: int) -> None:
        """Let workers finish and time pass; the clock's own rounds are made."""
        self.distil()
        now = self.clock.advance(datetime.timedelta(hours=hours))
        promote(workspace=self.workspace, now=now)
        if watch(workspace=self.workspace, now=now) is None:
            sweep(workspace=self.workspace, now=now)

    def nth[Row: Model](self, rows: QuerySet[Row], place: int) -> Row | None:
        """The row of this workspace that a number falls on."""
        mine = rows.filter(workspace=self.workspace).order_by("pk")
        count = mine.count()
        return mine[place % count] if count else None

    def reasoned(self) -> dict[str, Any]:
        """As `given`, with a reason."""
        return {"reason": REASON, **self.given()}

    def tried(self, act: Callable[[], object]) -> None:
        """Do it unless the store refuses."""
        with suppress(Refused):
            act()
