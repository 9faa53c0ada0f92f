"""Writes derivations with their wording, supports and stated validity."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import connection

from memory.models import Claim, ClaimValidity
from memory.rules.commitment import commit, new_salt
from memory.rules.confidence import fingerprint
from memory.rules.validation import Accepted
from memory.steps.origin import Origin

# Two documents may well state one short fact in the same words.
COPIED_WORDS = 12


def write_derivations(
    origin: Origin, accepted: Sequence[Accepted], claims: Mapping[UUID, Claim]
) -> None:
    """Write all with their words and supports, in one statement and in their order."""
    if not accepted:
        return
    uids = [uuid.uuid4() for _ in accepted]
    salts = [new_salt() for _ in accepted]
    texts = [each.candidate.text for each in accepted]
    supports = [
        (uid, *support)
        for uid, each in zip(uids, accepted, strict=True)
        for support in _supports(each, claims)
    ]
    given: list[Any] = [
        origin.workspace.pk,
        origin.episode.pk,
        origin.method,
        origin.model,
        origin.now,
        uids,
        [claims[each.uid].pk for each in accepted],
        [each.candidate.kappa for each in accepted],
        [commit(text, salt) for text, salt in zip(texts, salts, strict=True)],
        uids,
        texts,
        salts,
        [_fingerprint(each) for each in accepted],
        origin.workspace.pk,
        *map(list, zip(*supports, strict=True)),
    ]
    with connection.cursor() as cursor:
        cursor.execute(WRITE, given)


def _fingerprint(accepted: Accepted) -> int | None:
    """Of the supporting text, when it is long enough for likeness to mean copying."""
    text = " ".join(span.text for span in accepted.spans)
    return fingerprint(text) if len(text.split()) >= COPIED_WORDS else None


def _supports(
    accepted: Accepted, claims: Mapping[UUID, Claim]
) -> Iterator[tuple[int | None, int | None, int | None, int | None]]:
    """Observation, premise, and the span of the observation."""
    for span in accepted.spans:
        yield span.observation, None, span.start, span.end
    for premise in accepted.premises:
        yield None, claims[premise].pk, None, None


WRITE = """
WITH made AS (
    INSERT INTO memory_derivation
        (workspace_id, episode_id, method, model, recorded_at,
         uid, claim_id, kappa, commitment)
    SELECT %s, %s, %s, %s, %s, given.uid, given.claim_id, given.kappa, given.commitment
    FROM unnest(%s::uuid[], %s::bigint[], %s::float8[], %s::bytea[])
        WITH ORDINALITY AS given (uid, claim_id, kappa, commitment, place)
    ORDER BY given.place
    RETURNING id, uid, claim_id
), worded AS (
    INSERT INTO memory_derivationtext (derivation_id, text, salt, fingerprint)
    SELECT made.id, given.text, given.salt, given.fingerprint
    FROM made JOIN unnest(%s::uuid[], %s::text[], %s::bytea[], %s::bigint[])
        AS given (uid, text, salt, fingerprint) USING (uid)
)
INSERT INTO memory_support
    (workspace_id, derivation_id, claim_id, observation_id, premise_id,
     span_start, span_end)
SELECT %s, made.id, made.claim_id, given.observation_id, given.premise_id,
       given.span_start, given.span_end
FROM unnest(%s::uuid[], %s::bigint[], %s::bigint[], %s::int[], %s::int[])
    WITH ORDINALITY
    AS given (uid, observation_id, premise_id, span_start, span_end, place)
JOIN made USING (uid)
ORDER BY given.place
"""


def write_validity(
    origin: Origin, accepted: Sequence[Accepted], claims: Mapping[UUID, Claim]
) -> None:
    """Add the intervals that are stated and not yet known."""
    stated = {
        (claims[each.uid].pk, each.candidate.valid_from, each.candidate.valid_to)
        for each in accepted
        if each.candidate.valid_from or each.candidate.valid_to
    }
    known = ClaimValidity.objects.filter(
        claim_id__in={claim for claim, _, _ in stated}, replaced_by=None
    )
    new = stated - set(known.values_list("claim_id", "valid_from", "valid_to"))
    ClaimValidity.objects.bulk_create(
        ClaimValidity(
            workspace=origin.workspace,
            claim_id=claim,
            valid_from=valid_from,
            valid_to=valid_to,
            recorded_at=origin.now,
        )
        for claim, valid_from, valid_to in sorted(new, key=str)
    )
