"""Loads the rows that beliefs are made of, in a constant number of statements."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection
from django.db.models import OuterRef

from memory.models import (
    Action,
    Claim,
    ClaimValidity,
    Derivation,
    Echo,
    Source,
    StatusEvent,
    Supersession,
    Support,
    Workspace,
)
from memory.queries.clock import database_now
from memory.queries.conflicting import conflicts_with
from memory.queries.evidence import Evidence, resolve_now
from memory.queries.finding import FindingView
from memory.queries.findings import findings_of_claims
from memory.queries.walks import ROOTS, downward
from memory.rules.lifecycle import ENDED, Status

# The derivations whose words, told by the gate, a derivation may only repeat.
REPEATS = ArraySubquery(
    Echo.objects.filter(derivation=OuterRef("pk")).values("line__derivation")
)


@dataclass(frozen=True)
class BeliefRows:
    """The rows that the wanted beliefs are made of."""

    claims: Sequence[Claim]
    premises: Mapping[int, Claim]
    evidence: Evidence
    derivations: Mapping[int, Sequence[Derivation]]
    supports: Mapping[int, Sequence[Support]]
    sources: Mapping[int, Source]
    dependants: Mapping[int, int]
    validity: Mapping[int, Sequence[ClaimValidity]]
    superseded_by: Mapping[int, UUID]
    supersedes: Mapping[int, Sequence[UUID]]
    conflicts_with: Mapping[int, Sequence[UUID]]
    retired_because: Mapping[int, str]
    now: datetime.datetime
    findings: Mapping[int, Sequence[FindingView]] = field(default_factory=dict)

    @cached_property
    def by_voice(self) -> dict[str, Source]:
        """A source of each voice, the newest one where it has several."""
        return {
            str(self.evidence.voices[pk]): source
            for pk, source in sorted(self.sources.items())
        }

    @cached_property
    def titles(self) -> dict[str, str]:
        """What each voice may be called before a model."""
        return {voice: source.shown_name for voice, source in self.by_voice.items()}


def load(workspace: Workspace, ids: Collection[int]) -> BeliefRows:
    """The rows for some claims of this workspace."""
    claims = list(
        Claim.objects.filter(workspace=workspace, pk__in=ids).select_related(
            "subject", "predicate", "object", "state__cause_episode", "quarantine"
        )
    )
    wanted = [claim.pk for claim in claims]
    evidence = resolve_now(wanted)
    supports = supports_of(wanted)
    premises = {
        row.premise.pk: row.premise
        for rows in supports.values()
        for row in rows
        if row.premise is not None
    }
    return BeliefRows(
        claims=claims,
        premises=premises,
        evidence=evidence,
        derivations=derivations({*wanted, *premises}),
        supports=supports,
        sources=sources_of(evidence),
        dependants=count_dependants(wanted),
        validity=grouped(
            ClaimValidity.objects.filter(claim__in=wanted, replaced_by=None)
            .exclude(valid_from=None, valid_to=None)
            .order_by("id")
        ),
        superseded_by=_superseded_by(wanted),
        supersedes=_supersedes(wanted),
        conflicts_with=conflicts_with(wanted),
        retired_because=_retired_because(claims),
        now=database_now(),
        findings=findings_of_claims(wanted, chain.from_iterable(supports.values())),
    )


def supports_of(claims: Collection[int]) -> dict[int, list[Support]]:
    """All supports of some claims, by derivation."""
    rows = Support.objects.filter(claim__in=claims).select_related(
        "observation__words",
        "observation__source__node",
        "observation__source__workspace",
        "premise__subject",
        "premise__predicate",
        "premise__object",
        "premise__state",
    )
    found: dict[int, list[Support]] = {}
    for row in rows.order_by("id"):
        found.setdefault(row.derivation_id, []).append(row)
    return found


def derivations(claims: Collection[int]) -> dict[int, list[Derivation]]:
    """The derivations of each claim, oldest first, with episode, key and wording."""
    rows = Derivation.objects.filter(claim__in=claims).select_related(
        "words", "episode__agent", "episode__member__user", "episode__words"
    )
    # An episode may have declared thousands of conclusions: a row for each would
    # carry them all.
    light = rows.defer("episode__words__conclusions").select_related("episode__key")
    return grouped(light.annotate(repeats=REPEATS).order_by("id"))


def sources_of(evidence: Evidence) -> dict[int, Source]:
    """The sources that live derivations rest on."""
    ids = {source for group in evidence.sources.values() for source in group}
    return Source.objects.select_related("node", "workspace").in_bulk(ids)


def grouped[Row: (Derivation, ClaimValidity)](
    rows: Iterable[Row],
) -> dict[int, list[Row]]:
    """Rows by their claim."""
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row.claim_id, []).append(row)
    return found


def _superseded_by(claims: Collection[int]) -> dict[int, UUID]:
    rows = Supersession.objects.filter(old__in=claims, undone_by=None)
    return dict(rows.values_list("old_id", "new__uid"))


def _supersedes(claims: Collection[int]) -> dict[int, list[UUID]]:
    rows = Supersession.objects.filter(new__in=claims, undone_by=None)
    found: dict[int, list[UUID]] = {}
    for new, old in rows.order_by("id").values_list("new_id", "old__uid"):
        found.setdefault(new, []).append(old)
    return found


def _retired_because(claims: Iterable[Claim]) -> dict[int, str]:
    retired = [claim.pk for claim in claims if claim.state.status == Status.retired]
    events = StatusEvent.objects.filter(claim__in=retired, after=Status.retired)
    rows = events.exclude(decision__action=Action.UNDO).order_by("id")
    return dict(rows.values_list("claim_id", "decision__reason"))


DEPENDANTS = f"""
WITH RECURSIVE {downward(ROOTS, root="root")}
SELECT down.root, count(*) FROM down
JOIN memory_claimstatus state ON state.claim_id = down.claim_id
WHERE down.claim_id <> down.root AND state.status <> ALL(%s)
GROUP BY down.root
"""


def count_dependants(claims: Collection[int]) -> dict[int, int]:
    """How many claims that have not ended rest on each, directly or not."""
    ended = sorted(status.value for status in ENDED)
    with connection.cursor() as cursor:
        cursor.execute(DEPENDANTS, [sorted(claims), ended])
        return dict(cursor.fetchall())
