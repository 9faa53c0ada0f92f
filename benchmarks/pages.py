"""Pages of a large workspace: the server's time, and statements beside a small one."""

import os
from collections.abc import Iterator, Mapping
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from benchmarks.figure import Figure, Options, milliseconds, p95
from memory.actions.retract import Target, retract
from memory.models import Actor, Claim, Observation
from memory.queries.clock import database_now
from tests.make import make_member
from tests.memory.store import Store, build

CLAIMS, LOST = 100_000, 1_000
# As deep as the large one: how many steps a walk takes is not how many rows it finds.
FEW, LOST_OF_FEW = 1_000, 200
TIMES = 40
PLAIN = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}


def figures(options: Options) -> Iterator[Figure]:
    """The review queue, a claim and the disputes, each loaded again and again."""
    os.makedirs(settings.STATIC_ROOT, exist_ok=True)
    small, large = _desk(FEW, LOST_OF_FEW), _desk(CLAIMS, LOST)
    with override_settings(STORAGES={"staticfiles": PLAIN}, ALLOWED_HOSTS=["*"]):
        for name in large.paths:
            taken = milliseconds(partial(large.get, name), times=TIMES)
            what = f"{name} in a workspace of {CLAIMS:,} claims"
            yield Figure(f"13 {what}, p95 of the server", p95(taken), 150, "ms")
            more = large.statements(name) - small.statements(name)
            yield Figure(f"13 {what}: statements more than of {FEW:,}", more, 0)


class Desk:
    """A curator at the pages of one workspace."""

    def __init__(self, store: Store) -> None:
        member = make_member(store.workspace)
        self.client = Client()
        self.client.force_login(member.user)
        claim = Claim.objects.get(pk=store.groups[0].first)
        root = f"/w/{store.workspace.slug}"
        self.paths: Mapping[str, str] = {
            "review queue": f"{root}/review/",
            "claim": f"{root}/claims/{claim.uid}/",
            "disputes": f"{root}/disputes/",
        }

    def get(self, name: str) -> None:
        """Load a page, with nothing kept from before."""
        cache.clear()
        response = self.client.get(self.paths[name], follow=True)
        assert response.status_code == 200, response.status_code

    def statements(self, name: str) -> int:
        """How many statements a page needs."""
        with CaptureQueriesContext(connection) as queries:
            self.get(name)
        return len(queries)


def _desk(claims: int, lost: int) -> Desk:
    store = build(claims, [lost], worded=True)
    observation = Observation.objects.get(pk=store.groups[0].observation)
    retract(
        workspace=store.workspace,
        target=Target(observation=observation.uid),
        kind="retraction",
        reason="benchmark",
        by=Actor(policy="benchmark"),
        now=database_now(),
        weigh=0,
    )
    return Desk(store)
