"""Search: by identifier, name and words."""

import hashlib

from django.core import signing
from ninja import Router

from memory.api.access import Key, Request
from memory.api.errors import replies
from memory.api.paging import Page
from memory.api.schemas.search import SentSearch, ToldHit
from memory.models import Scope, Workspace
from memory.retrieval.found import resolve
from memory.retrieval.lexical import lexical
from memory.rules.refused import Refused

router = Router(tags=["Retrieval"])
READ = Key(Scope.READ)


@router.post("/search", auth=READ, response=replies({200: Page[ToldHit]}))
def post_search(request: Request, payload: SentSearch) -> Page[ToldHit]:
    """Nodes, claims and sources that a query names or describes, best first.

    `why` says for each hit what it was found by. At most 200 rows of a kind are
    candidates.
    """
    workspace = request.auth.workspace
    salt = _salt(workspace, payload)
    start = _start(payload.cursor, salt)
    hits = lexical(workspace, payload.query, payload.kinds)
    end = start + payload.k
    items = [ToldHit.of(x) for x in resolve(workspace, hits[start:end])]
    following = signing.dumps(end, salt=salt) if end < len(hits) else None
    return Page[ToldHit](items=items, next=following)


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
