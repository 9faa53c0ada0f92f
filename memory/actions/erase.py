"""Erase an observation, or everything about a node: for good."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.db import OperationalError, transaction
from psycopg.errors import DeadlockDetected

from memory.models import (
    Action,
    Actor,
    Decision,
    Derivation,
    EpisodeKind,
    Erasure,
    Node,
    Observation,
    TextState,
    Withdrawal,
    Workspace,
)
from memory.queries.evidence import Seeds
from memory.rules.refused import Missing, Refused
from memory.steps.bury import TOMBSTONE
from memory.steps.curated import write_episode
from memory.steps.destroy import destroy
from memory.steps.leave import foresee, leave
from memory.steps.locks import own_observations, own_workspace
from memory.steps.passes import Pass, kept
from memory.steps.retraction import withdraw
from memory.steps.status import Cause, decide
from memory.steps.traces import Traces, traces_of_node, traces_of_observation

TRIES = 5


@dataclass(frozen=True)
class Erased:
    """The certificate, and what the erasure did to beliefs.

    `created` is false when it had been erased before.
    """

    certificate: Erasure
    passed: Pass
    created: bool


def erase(
    *,
    workspace: Workspace,
    observation: UUID | None = None,
    node: UUID | None = None,
    reason: str,
    by: Actor,
    now: datetime.datetime,
    dry_run: bool = False,
) -> Erased:
    """Destroy content wherever it went, whatever retention would keep.

    Keeps true: rows, their order and the seals over them stay, so that the log can
    still be verified; what rested on the content is disputed; a certificate says how
    much went and nothing of what it said. A second erasure changes nothing. It cannot
    be undone. `reason` is kept: it must not repeat what is erased. A dry run does all
    of it and takes it back, so that it foretells exactly this; its certificate is none.
    """
    if not reason.strip():
        raise Refused("reason_required", "An erasure says why.", field="reason")
    said = reason.strip()
    for _ in range(TRIES - 1):
        try:
            return _erase(workspace, observation, node, said, by, now, dry_run)
        except OperationalError as error:
            # A worker that is storing what it read holds what is taken here last.
            if not isinstance(error.__cause__, DeadlockDetected):
                raise
    return _erase(workspace, observation, node, said, by, now, dry_run)


@transaction.atomic(durable=True)
def _erase(
    workspace: Workspace,
    observation: UUID | None,
    node: UUID | None,
    reason: str,
    by: Actor,
    now: datetime.datetime,
    dry_run: bool,
) -> Erased:
    own_workspace(workspace)
    if observation is not None and node is None:
        found = _observation(workspace, observation, reason, by, now)
    elif node is not None and observation is None:
        found = _node(workspace, node, reason, by, now)
    else:
        raise Refused("target_required", "Name an observation or a node.")
    if dry_run:
        transaction.set_rollback(True)
    return found


def _observation(
    workspace: Workspace, uid: UUID, reason: str, by: Actor, now: datetime.datetime
) -> Erased:
    rows = Observation.objects.filter(workspace=workspace, uid=uid)
    row = rows.select_related("words").first()
    if row is None:
        raise Missing("observation")
    before = Erasure.objects.filter(
        workspace=workspace, observations__contains=[row.pk]
    ).first()
    if row.words.state == TextState.ERASED and before is not None:
        return _again(before)
    find = partial(traces_of_observation, row)
    return _carry_out(workspace, find, None, reason, by, now)


def _node(
    workspace: Workspace,
    uid: UUID,
    reason: str,
    by: Actor,
    now: datetime.datetime,
) -> Erased:
    row = Node.objects.filter(workspace=workspace, uid=uid).first()
    if row is None:
        raise Missing("node")
    before = Erasure.objects.filter(workspace=workspace, node=row).first()
    if before is not None:
        return _again(before)
    if row.kind == TOMBSTONE:
        raise Refused("erased_before", "Nothing of it is left to erase.")
    return _carry_out(workspace, partial(traces_of_node, row), row, reason, by, now)


def _again(certificate: Erasure) -> Erased:
    return Erased(certificate, kept(certificate.decision), created=False)


def _carry_out(
    workspace: Workspace,
    find: Callable[[], Traces],
    node: Node | None,
    reason: str,
    by: Actor,
    now: datetime.datetime,
) -> Erased:
    traces = _locked(find, node)
    gone = Seeds(observations=traces.observations, derivations=_counting(traces))
    passed = foresee(gone)
    counts = destroy(workspace, traces, now)
    if node is not None:
        node.refresh_from_db()
    decision = decide(workspace, action=Action.ERASE, by=by, now=now, note=reason)
    episode = write_episode(decision, EpisodeKind.ERASURE, "Erasure.")
    withdraw(decision, gone.derivations)
    certificate = _certify(decision, traces, node, counts)
    leave(decision, Cause("erasure", decision.uid, episode), passed)
    return Erased(certificate, passed, created=True)


def _locked(find: Callable[[], Traces], node: Node | None) -> Traces:
    """The traces once nobody can leave another one.

    Whoever writes a derivation shares its observations, and whoever writes a claim
    its nodes; so those who came first are waited for, and then seen.
    """
    own_observations(Observation.objects.filter(pk__in=find().observations))
    if node is not None:
        Node.objects.select_for_update().get(pk=node.pk)
    found = find()
    own_observations(Observation.objects.filter(pk__in=found.observations))
    return found


def _counting(traces: Traces) -> frozenset[int]:
    """The derivations of claims about the node that still count."""
    rows = Derivation.objects.filter(claim__in=traces.about)
    withdrawn = Withdrawal.objects.filter(undone_by=None).values("derivation")
    left = rows.exclude(pk__in=withdrawn)
    return frozenset(left.values_list("pk", flat=True))


def _certify(
    decision: Decision, traces: Traces, node: Node | None, counts: dict[str, int]
) -> Erasure:
    return Erasure.objects.create(
        workspace=decision.workspace,
        decision=decision,
        node=node,
        observations=sorted(traces.observations),
        counts=counts,
        at=decision.at,
    )
