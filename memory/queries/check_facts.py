"""What the store knows that the checks may use: voices of sources, wider concepts."""

from collections.abc import Iterable

from memory.classifier.facts import Facts
from memory.models import Claim, Source, Workspace
from memory.queries.belief import said
from memory.queries.evidence import resolve_now
from memory.rules.lifecycle import Status

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
    rows = Claim.objects.filter(
        workspace=workspace, predicate__name=BROADER, state__isnull=False
    ).select_related("subject", "object", "state")
    claims = list(rows.order_by("pk")[:MOST])
    evidence = resolve_now([claim.pk for claim in claims])
    found: dict[str, frozenset[str]] = {}
    for claim in claims:
        if claim.state.status == Status.admissible and evidence.stands(claim.pk):
            narrow = str(claim.subject).lower()
            found[narrow] = found.get(narrow, frozenset()) | {said(claim).lower()}
    return found
