"""What the store knows that the checks may use: voices of sources, wider concepts."""

from collections.abc import Iterable

from memory.classifier.facts import Facts
from memory.models import Claim, Source, Workspace
from memory.queries.beliefs import beliefs

BROADER = "broader"
# Shorter titles would be found in half of what was ever said.
WORTH_NAMING = 4
MOST = 1000


def facts_of(workspace: Workspace, sources: Iterable[Source]) -> Facts:
    """Facts for a text that may name some sources by their title.

    Revisions of one document have one voice; what is broader than what is said by
    the workspace's admissible claims of that relation.
    """
    voices = {
        source.title.strip(): str(source.voice)
        for source in sorted(sources, key=lambda each: each.title)
        if len(source.title.strip()) >= WORTH_NAMING
    }
    return Facts(voices=voices, broader=_broader(workspace))


def _broader(workspace: Workspace) -> dict[str, frozenset[str]]:
    rows = Claim.objects.filter(workspace=workspace, predicate__name=BROADER)
    ids = list(rows.order_by("pk").values_list("pk", flat=True)[:MOST])
    found: dict[str, frozenset[str]] = {}
    for belief in beliefs(workspace, ids).values() if ids else ():
        if belief.admissible:
            narrow = str(belief.subject).lower()
            wide = found.get(narrow, frozenset())
            found[narrow] = wide | {belief.target.lower()}
    return found
