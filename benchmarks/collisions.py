"""Where work meets tensions: all against all, and at a hub as at any other node."""

import random
import statistics
import uuid
from collections.abc import Iterator, Sequence
from functools import partial

from django.conf import settings
from django.db import connection, transaction

from benchmarks.figure import Figure, Options, median, milliseconds
from memory.models import Claim, Event, Node, Workspace
from memory.queries.clock import database_now
from tension.actions.hear import hear
from tension.models import Anchor, Kind, Origin, Tension
from tension.queries.meetings import meetings
from tests.make import make_workspace

NODES, CLAIMS, HUBS, AT_HUB = 100_000, 500_000, 10, 10_000
TENSIONS, WORK, PAIRS, TIMES = 1000, 100, 100, 60


def figures(_: Options) -> Iterator[Figure]:
    """One statement over pair by pair; a hub over an ordinary node; one claim heard."""
    rng = random.Random(11)
    workspace = make_workspace(slug=f"bench-{uuid.uuid4().hex[:12]}")
    nodes, hubs = _graph(workspace)
    tensions = keep_open(workspace, rng.sample(nodes, TENSIONS))
    yield _together_over_apart(workspace, nodes, tensions, rng)
    ordinary, hub = (_of_one(workspace, nodes, ends, rng) for ends in (nodes, hubs))
    name = f"a new claim at a hub of {AT_HUB:,} over one at an ordinary node"
    yield Figure(name, hub / ordinary, 1.5, "×")
    name = f"a new claim heard, {NODES:,} nodes and {CLAIMS:,} claims, median"
    yield Figure(name, _heard(workspace, nodes, hubs, rng), 100, "ms")


def _together_over_apart(
    workspace: Workspace, nodes: list[int], tensions: list[int], rng: random.Random
) -> Figure:
    work = [(piece, node) for piece in range(WORK) for node in rng.sample(nodes, 2)]
    together = median(milliseconds(lambda: meetings(workspace.pk, work), times=5))
    apart = []
    for _ in range(PAIRS):
        ends = [(0, node) for node in rng.sample(nodes, 2)]
        one = [rng.choice(tensions)]
        meet = partial(meetings, workspace.pk, ends, tensions=one)
        apart += milliseconds(meet, times=1)
    pairs = WORK * TENSIONS
    name = f"collisions of {TENSIONS:,} × {WORK} in one statement over pair by pair"
    ratio = together / (statistics.mean(apart) * pairs)
    return Figure(name, ratio, 0.01, "×")


def _of_one(
    workspace: Workspace, nodes: list[int], ends: list[int], rng: random.Random
) -> float:
    """The median time for a new claim from an ordinary node to one of some ends."""
    taken = []
    for _ in range(TIMES):
        at = [(0, rng.choice(nodes)), (0, rng.choice(ends))]
        taken += milliseconds(partial(meetings, workspace.pk, at), times=1)
    return median(taken)


def _heard(
    workspace: Workspace, nodes: list[int], hubs: list[int], rng: random.Random
) -> float:
    """From the event of a new claim to its collisions, every third at a hub."""
    while hear(now=database_now()):
        pass
    taken = []
    pattern = Claim.objects.filter(workspace=workspace)[0]
    for turn in range(TIMES):
        pattern.pk, pattern.uid = None, uuid.uuid4()
        pattern.subject_id = rng.choice(nodes)
        pattern.object_id = rng.choice(hubs if turn % 3 == 0 else nodes)
        pattern.recorded_at = database_now()
        _arrive(pattern)
        taken += milliseconds(lambda: hear(now=database_now()), times=1)
    return median(taken)


@transaction.atomic
def _arrive(claim: Claim) -> None:
    claim.save(force_insert=True)
    with connection.cursor() as cursor:
        cursor.execute(STATUS, ["quarantined", claim.workspace_id, claim.pk])
    Event.objects.create(
        workspace_id=claim.workspace_id,
        kind="claim_derived",
        subject_uid=claim.uid,
        at=claim.recorded_at,
    )


def _graph(workspace: Workspace) -> tuple[list[int], list[int]]:
    """Ordinary nodes and hubs, between them claims that are believed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for statement in (ADD_NODES, ADD_CLAIMS, DEGREES):
            cursor.execute(
                statement,
                {
                    "here": workspace.pk,
                    "nodes": NODES,
                    "claims": CLAIMS,
                    "hubs": HUBS,
                    "at_hub": AT_HUB,
                },
            )
        cursor.execute(STATUS, ["admissible", workspace.pk, None])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    rows = Node.objects.filter(workspace=workspace)
    limit = settings.WARRANT_HUB_DEGREE
    ordinary = rows.filter(degree__lt=limit).order_by("pk").values_list("pk", flat=True)
    hubs = rows.filter(degree__gte=AT_HUB).order_by("pk").values_list("pk", flat=True)
    return list(ordinary), list(hubs)


def keep_open(workspace: Workspace, nodes: Sequence[int]) -> list[int]:
    """A tension at each of some nodes; their keys."""
    now = database_now()
    rows = Tension.objects.bulk_create(
        Tension(
            workspace=workspace,
            kind=Kind.QUESTION,
            statement=f"Question {node}?",
            origin=Origin.AGENT,
            raised_at=now,
            since=now,
            attended=True,
        )
        for node in nodes
    )
    Anchor.objects.bulk_create(
        Anchor(workspace=workspace, tension=row, node_id=node)
        for row, node in zip(rows, nodes, strict=True)
    )
    return [row.pk for row in rows]


ADD_NODES = """
INSERT INTO memory_node (uid, workspace_id, kind, external_id, name, description,
                         skeletons, degree, recorded_at)
SELECT gen_random_uuid(), %(here)s, 'part', 'n' || n, '', '', '{}', 0, now()
FROM generate_series(1, %(nodes)s) n
"""

# The first nodes are the hubs; every claim leads from any node to any other, those of
# a hub to the hub.
ADD_CLAIMS = """
WITH first AS (SELECT min(id) AS id FROM memory_node WHERE workspace_id = %(here)s),
relation AS (SELECT id FROM memory_predicate
             WHERE workspace_id = %(here)s AND name = 'part_of')
INSERT INTO memory_claim (uid, workspace_id, type, subject_id, predicate_id, value_kind,
                          object_id, value_unit, qualifiers, recorded_at)
SELECT gen_random_uuid(), %(here)s, 'relation',
       first.id + %(hubs)s + floor(random() * (%(nodes)s - %(hubs)s))::bigint,
       relation.id, 'node',
       CASE WHEN n < %(hubs)s::int * %(at_hub)s THEN first.id + n / %(at_hub)s
            ELSE first.id + %(hubs)s + floor(random() * (%(nodes)s - %(hubs)s))::bigint
       END,
       '', '{}', now() - interval '1 year'
FROM first, relation, generate_series(0, %(claims)s - 1) n
"""

DEGREES = """
UPDATE memory_node node SET degree = counted.n FROM (
    SELECT id, count(*) AS n FROM (
        SELECT subject_id AS id FROM memory_claim WHERE workspace_id = %(here)s
        UNION ALL
        SELECT object_id FROM memory_claim WHERE workspace_id = %(here)s) ends
    GROUP BY id
) counted WHERE counted.id = node.id
"""

STATUS = """
INSERT INTO memory_claimstatus (claim_id, status, cause_kind, changed_at, version)
SELECT id, %s, 'episode', now(), 1 FROM memory_claim
WHERE workspace_id = %s AND id = coalesce(%s, id)
"""
