"""The rows of a drawing, and each of its nodes in words and numbers."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memory.models import Claim, Derivation, Observation, Source, TextState
from memory.queries.belief import statement
from memory.queries.belief_rows import derivations
from memory.queries.beliefs import confidence_of
from memory.queries.evidence import Evidence
from memory.queries.provenance_grounds import Grounds
from memory.queries.provenance_view import Drawn, Key, Placed
from memory.rules.lifecycle import Status


@dataclass(frozen=True)
class Rows:
    """The rows of what is drawn, by key; `drawn_from` counts observations a source."""

    claims: Mapping[int, Claim]
    observations: Mapping[int, Observation]
    sources: Mapping[int, Source]
    derivations: Mapping[int, Sequence[Derivation]]
    drawn_from: Mapping[int, int]


def load(drawn: Collection[Key], evidence: Evidence) -> Rows:
    """Everything that the drawn nodes say, in four statements."""
    claims, observations, sources = (
        {key.pk for key in drawn if key.kind == kind}
        for kind in ("claim", "observation", "source")
    )
    sources |= {evidence.source_of[each] for each in observations}
    sources |= {only for claim in claims for only in _only(claim, evidence)}
    said = Claim.objects.select_related("subject", "predicate", "object", "state")
    return Rows(
        claims=said.in_bulk(claims),
        observations=Observation.objects.select_related("words").in_bulk(observations),
        sources=Source.objects.select_related("node", "workspace").in_bulk(sources),
        derivations=derivations(claims),
        drawn_from=Counter(evidence.source_of.values()),
    )


def tell(key: Key, root: Key, at: Placed, rows: Rows, grounds: Grounds) -> Drawn:
    """One node of the drawing."""
    said = _SAY[key.kind](key, rows, grounds)
    sole = grounds.sole
    return Drawn(
        key=key,
        live=grounds.live(key),
        at=at,
        sole=sole.carries(root, key) if at.side == "down" else sole.carries(key, root),
        **said,
    )


def _claim(key: Key, rows: Rows, grounds: Grounds) -> dict[str, Any]:
    claim, evidence = rows.claims[key.pk], grounds.evidence
    status = Status(claim.state.status)
    if status == Status.admissible and not evidence.stands(key.pk):
        status = Status.unverified
    only = [rows.sources[each] for each in _only(key.pk, evidence)]
    composed = confidence_of(rows.derivations.get(key.pk, ()), evidence)
    return {
        "uid": claim.uid,
        "label": statement(claim),
        "status": status.value,
        "confidence": composed.by_source,
        "source": "".join(each.shown_name for each in only),
        "source_uid": only[0].node.uid if only else None,
        "sources": len(_sources(key.pk, evidence)),
        "observations": 0,
        "row": claim,
    }


def _observation(key: Key, rows: Rows, grounds: Grounds) -> dict[str, Any]:
    row = rows.observations[key.pk]
    state = row.words.state
    if state == TextState.LIVE:
        state = "resolves" if grounds.live(key) else "retracted"
    source = rows.sources[row.source_id]
    shown = source.workspace.may_show(row.words.credentials)
    words = row.words.text if shown else "an observation that holds credentials"
    return {
        "uid": row.uid,
        "label": words or f"{row.ref}, {row.locator}".strip(", "),
        "status": state,
        "confidence": None,
        "source": source.shown_name,
        "source_uid": source.node.uid,
        "sources": 1,
        "observations": 1,
        "row": row,
    }


def _source(key: Key, rows: Rows, grounds: Grounds) -> dict[str, Any]:
    row = rows.sources[key.pk]
    return {
        "uid": row.node.uid,
        "label": row.shown_name,
        "status": "unvetted" if row.vetted_at is None else "vetted",
        "confidence": None,
        "source": row.shown_name,
        "source_uid": row.node.uid,
        "sources": 1,
        "observations": rows.drawn_from[key.pk],
        "row": row,
    }


_SAY = {"claim": _claim, "observation": _observation, "source": _source}


def _sources(claim: int, evidence: Evidence) -> frozenset[int]:
    """Every source that the live derivations of a claim come from in the end."""
    live = evidence.live_derivations(claim)
    return frozenset[int]().union(*(evidence.sources[each] for each in live))


def _only(claim: int, evidence: Evidence) -> frozenset[int]:
    """The source of a claim that has one."""
    sources = _sources(claim, evidence)
    return sources if len(sources) == 1 else frozenset()
