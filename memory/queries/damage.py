"""Evidence that is gone although nothing on record took it away."""

from django.db import connection

from memory.models import Alarm, Workspace

SHOWN = 20

# A text may be missing because it was compacted while nobody needed it, or erased
# with a certificate; rows may not be missing at all.
DAMAGED = """
SELECT support.derivation_id FROM memory_support support
LEFT JOIN memory_observationtext words
    ON words.observation_id = support.observation_id
LEFT JOIN memory_observation observation ON observation.id = words.observation_id
WHERE support.workspace_id = %(workspace)s AND support.observation_id IS NOT NULL
AND (observation.id IS NULL
     OR words.state = 'erased' AND NOT EXISTS (
        SELECT 1 FROM memory_erasure erasure
        WHERE erasure.workspace_id = support.workspace_id
        AND support.observation_id = ANY(erasure.observations))
     OR words.state = 'compacted' AND EXISTS (
        SELECT 1 FROM memory_claimstatus state WHERE state.claim_id = support.claim_id
        AND state.status NOT IN ('superseded', 'retired'))
     AND NOT EXISTS (
        SELECT 1 FROM memory_statusevent event WHERE event.claim_id = support.claim_id
        AND event.after IN ('superseded', 'retired')))
UNION
SELECT support.derivation_id FROM memory_support support
LEFT JOIN memory_claimstatus state ON state.claim_id = support.premise_id
WHERE support.workspace_id = %(workspace)s AND support.premise_id IS NOT NULL
AND state.claim_id IS NULL
UNION
SELECT derivation.id FROM memory_derivation derivation
WHERE derivation.workspace_id = %(workspace)s AND NOT EXISTS (
    SELECT 1 FROM memory_support WHERE derivation_id = derivation.id)
ORDER BY 1 LIMIT %(shown)s
"""


def damaged(workspace: Workspace) -> list[int]:
    """The first derivations whose supports dangle without a record."""
    with connection.cursor() as cursor:
        cursor.execute(DAMAGED, {"workspace": workspace.pk, "shown": SHOWN})
        return [id_ for (id_,) in cursor.fetchall()]


def alarmed(workspace: Workspace) -> bool:
    """Whether damage was found that nobody has repaired."""
    return Alarm.objects.filter(workspace=workspace, cleared_at=None).exists()
