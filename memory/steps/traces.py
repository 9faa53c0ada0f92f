"""Finds where words went: every row that repeats what is to be erased."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from memory.models import (
    Claim,
    Derivation,
    DerivationText,
    Episode,
    Node,
    Observation,
    Source,
    Supersession,
    Workspace,
)
from memory.queries.canonical import one_thing

# Shorter names would be found in half of what was ever said.
WORTH_SEARCHING = 3


@dataclass(frozen=True)
class Traces:
    """The rows whose words have to go, by id.

    `about` are claims that name the erased node: none of their derivations counts any
    longer. `claims` are all that lose their statement. `pattern` finds the node's
    names in what people wrote; empty when an observation is erased.
    """

    observations: frozenset[int]
    derivations: frozenset[int]
    claims: frozenset[int]
    about: frozenset[int]
    nodes: frozenset[int]
    episodes: frozenset[int]
    pattern: str = ""


def traces_of_observation(observation: Observation) -> Traces:
    """What was drawn from it: wording, and what nothing else states."""
    seen = frozenset({observation.pk})
    return _follow(observation.workspace, seen, frozenset(), frozenset(), "")


def traces_of_node(node: Node) -> Traces:
    """Every claim about it or an alias of it, what these rest on, what names it."""
    here = node.workspace
    names = one_thing([node.pk])
    pattern = _pattern(Node.objects.filter(pk__in=names))
    about = Q(subject__in=names) | Q(object__in=names)
    naming: set[int] = set()
    seen: set[int] = set()
    if pattern:
        about |= Q(value_text__iregex=pattern) | Q(said__iregex=pattern)
        naming = set(_pks(_wordings(here).filter(text__iregex=pattern)))
        seen = set(_pks(_naming(here, pattern)))
    rows = Claim.objects.annotate(said=Cast("qualifiers", TextField()))
    claims = frozenset(_pks(rows.filter(about, workspace=here)))
    under = Q(supports__claim__in=claims) | Q(source__node__in=names)
    seen |= set(_pks(Observation.objects.filter(under)))
    return _follow(here, frozenset(seen), claims, frozenset(naming), pattern, names)


def _wordings(workspace: Workspace) -> QuerySet[DerivationText]:
    return DerivationText.objects.filter(derivation__workspace=workspace)


def _naming(workspace: Workspace, pattern: str) -> QuerySet[Observation]:
    """Observations that say it, or whose name or place in the source does."""
    said = Q(words__text__iregex=pattern)
    said |= Q(ref__iregex=pattern) | Q(locator__iregex=pattern)
    return Observation.objects.filter(said, workspace=workspace)


def _pattern(nodes: Iterable[Node]) -> str:
    """The nodes' names as whole words."""
    names = {each.strip() for row in nodes for each in (row.external_id, row.name)}
    worth = sorted(re.escape(x) for x in names if len(x) >= WORTH_SEARCHING)
    return rf"(^|\W)({'|'.join(worth)})(\W|$)" if worth else ""


def _follow(
    workspace: Workspace,
    observations: frozenset[int],
    about: frozenset[int],
    naming: frozenset[int],
    pattern: str,
    names: frozenset[int] = frozenset(),
) -> Traces:
    resting = Q(supports__observation__in=observations) | Q(claim__in=about)
    derivations = naming | set(_pks(Derivation.objects.filter(resting)))
    others = Derivation.objects.filter(workspace=workspace).exclude(pk__in=derivations)
    alone = Claim.objects.filter(derivations__in=derivations).exclude(
        derivations__in=others
    )
    claims = about | set(_pks(alone))
    nodes = _only_named_by(claims) | names | _sources(workspace, observations, pattern)
    return Traces(
        observations=observations,
        derivations=frozenset(derivations),
        claims=frozenset(claims),
        about=about,
        nodes=frozenset(nodes),
        episodes=frozenset(_episodes(workspace, observations, derivations, claims)),
        pattern=pattern,
    )


def _only_named_by(claims: Collection[int]) -> set[int]:
    """Nodes at the ends of some claims that no other claim names; no sources."""
    ends = Node.objects.filter(
        Q(claims_out__in=claims) | Q(claims_in__in=claims), source=None
    )
    named = set(_pks(ends))
    others = Claim.objects.filter(Q(subject__in=named) | Q(object__in=named)).exclude(
        pk__in=claims
    )
    kept = others.values_list("subject_id", "object_id")
    return named - {end for pair in kept for end in pair}


def _sources(
    workspace: Workspace, observations: Collection[int], pattern: str
) -> set[int]:
    """The nodes of sources that nothing else was seen in, and of those that name it."""
    rows, others = Source.objects.filter(workspace=workspace), Observation.objects
    alone = rows.filter(observations__in=observations).exclude(
        observations__in=others.exclude(pk__in=observations)
    )
    found = set(alone.values_list("node_id", flat=True))
    if pattern:
        named = Q(title__iregex=pattern) | Q(uri__iregex=pattern)
        named |= Q(version__iregex=pattern) | Q(vetted_note__iregex=pattern)
        found |= set(rows.filter(named).values_list("node_id", flat=True))
    return found


def _episodes(
    workspace: Workspace,
    observations: Collection[int],
    derivations: Collection[int],
    claims: Collection[int],
) -> set[int]:
    """Those that saw it, that concluded from it, or that record what was decided."""
    rows = Episode.objects.filter(workspace=workspace)
    told = Q(observations__in=observations) | Q(derivations__in=derivations)
    history = Claim.objects.filter(pk__in=claims)
    decided = set(history.values_list("history__decision__uid", flat=True))
    # What took a claim's place is named there too, and may have no event of it.
    taking = Supersession.objects.filter(new__in=claims)
    decided |= set(taking.values_list("decision__uid", flat=True))
    names = [
        f"{kind}:{uid}"
        for uid in decided
        for kind in ("supersession", "retirement", "curation", "retraction")
    ]
    found = set(_pks(rows.filter(told)))
    return found | set(_pks(rows.filter(external_id__in=names)))


def _pks(rows: Any) -> list[int]:
    return list(rows.order_by().values_list("pk", flat=True).distinct())
