"""Search: by identifier, name, words and meaning."""

import hashlib

from django.core import signing
from ninja import Router

from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.schemas.search import Hits, SentSearch, ToldHit
from memory.models import Scope, Workspace
from memory.queries.embedding import standing
from memory.retrieval.dual import dual, embed_query
from memory.retrieval.found import resolve
from memory.retrieval.meaning import shortcomings
from memory.rules.refused import Refused

router = Router(tags=["Retrieval"])
READ = Key(Scope.READ)


@router.post("/search", auth=READ, response=replies({200: Hits}))
def post_search(request: Request, payload: SentSearch) -> Hits:
    """Nodes, claims and sources that a query names, describes, means or leads to.

    Best first; `why` says for each hit what it was found by: `exact`, `text`,
    `vector` or `edge`. `degraded` says what could not be looked at.
    """
    workspace = request.auth.workspace
    salt = _salt(workspace, payload)
    start = _start(payload.cursor, salt)
    vector = embed_query(payload.query)
    hits = dual(workspace, payload.query, vector, payload.kinds)
    end = start + payload.k
    return Hits(
        items=[ToldHit.of(x) for x in resolve(workspace, hits[start:end])],
        next=signing.dumps(end, salt=salt) if end < len(hits) else None,
        degraded=shortcomings(vector, standing(workspace)),
    )


def _salt(workspace: Workspace, sent: SentSearch) -> str:
    asked = repr((sent.query, sorted(sent.kinds))).encode()
    return f"search:{workspace.uid}:{hashlib.sha256(asked).hexdigest()[:16]}"


def _start(cursor: str | None, salt: str) -> int:
    if cursor is None:
        return 0
    try:
        return int(signing.loads(cursor, salt=salt))
    except signing.BadSignature:
        raise Refused(
            "bad_cursor", "This is not a cursor of this search.", field="cursor"
        ) from None
