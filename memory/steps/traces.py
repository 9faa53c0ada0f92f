"""Finds where words went: every row that repeats what is to be erased."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from memory.models import (
    Claim,
    Derivation,
    DerivationText,
    Episode,
    Node,
    Observation,
    ObservationText,
    Workspace,
)

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
    """Every claim about it, what they rest on directly, and whatever names it."""
    here, pattern = node.workspace, _pattern(node)
    about = Q(subject=node) | Q(object=node)
    texts = ObservationText.objects.filter(observation__workspace=here)
    wordings = DerivationText.objects.filter(derivation__workspace=here)
    naming: set[int] = set()
    seen: set[int] = set()
    if pattern:
        about |= Q(value_text__iregex=pattern)
        naming = set(_pks(wordings.filter(text__iregex=pattern)))
        seen = set(_pks(texts.filter(text__iregex=pattern)))
    claims = frozenset(_pks(Claim.objects.filter(about, workspace=here)))
    under = Q(supports__claim__in=claims) | Q(source__node=node)
    seen |= set(_pks(Observation.objects.filter(under)))
    return _follow(here, frozenset(seen), claims, frozenset(naming), pattern, node.pk)


def _pattern(node: Node) -> str:
    """The node's names as whole words."""
    names = {node.external_id.strip(), node.name.strip()}
    worth = sorted(re.escape(x) for x in names if len(x) >= WORTH_SEARCHING)
    return rf"(^|\W)({'|'.join(worth)})(\W|$)" if worth else ""


def _follow(
    workspace: Workspace,
    observations: frozenset[int],
    about: frozenset[int],
    naming: frozenset[int],
    pattern: str,
    node: int | None = None,
) -> Traces:
    resting = Q(supports__observation__in=observations) | Q(claim__in=about)
    derivations = naming | set(_pks(Derivation.objects.filter(resting)))
    others = Derivation.objects.filter(workspace=workspace).exclude(pk__in=derivations)
    alone = Claim.objects.filter(derivations__in=derivations).exclude(
        derivations__in=others
    )
    claims = about | set(_pks(alone))
    nodes = _only_named_by(claims) | ({node} if node is not None else set())
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


def _episodes(
    workspace: Workspace,
    observations: Collection[int],
    derivations: Collection[int],
    claims: Collection[int],
) -> set[int]:
    """Those that saw it, that concluded from it, or that record what was decided."""
    rows = Episode.objects.filter(workspace=workspace)
    told = Q(observations__in=observations) | Q(derivations__in=derivations)
    decided = Claim.objects.filter(pk__in=claims).values_list(
        "history__decision__uid", flat=True
    )
    names = [
        f"{kind}:{uid}"
        for uid in set(decided)
        for kind in ("supersession", "retirement", "curation", "retraction")
    ]
    found = set(_pks(rows.filter(told)))
    return found | set(_pks(rows.filter(external_id__in=names)))


def _pks(rows: Any) -> list[int]:
    return list(rows.order_by().values_list("pk", flat=True).distinct())
