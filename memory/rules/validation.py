"""The one validator: what of an episode's candidates may enter the store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from memory.rules.candidate import (
    CLAIM_TYPES,
    Candidate,
    Conclusion,
    NodeName,
    Premise,
    Quote,
)
from memory.rules.grounding import find_quote, ungrounded
from memory.rules.guard import Statement, objection
from memory.rules.identity import IdentityRefused, claim_uid, node_uid
from memory.rules.known import Known, KnownPredicate
from memory.rules.negation import sentence_around
from memory.rules.values import Date, Flag, Number, Text

VALUE_KINDS: Mapping[type, str] = {
    Number: "number",
    Date: "date",
    Text: "text",
    Flag: "bool",
}
UNKNOWN_SUPPORT = "A support names nothing in this workspace."
DEAD_SUPPORT = "A support no longer resolves."


@dataclass(frozen=True)
class Span:
    """Characters [start, end) of an observation's text."""

    observation: int
    start: int
    end: int
    text: str

    @property
    def words(self) -> str:
        """What is quoted."""
        return self.text[self.start : self.end]

    @property
    def context(self) -> str:
        """The whole sentences around what is quoted."""
        return sentence_around(self.text, self.start, self.end)


@dataclass(frozen=True)
class Accepted:
    """A candidate that may enter, with everything it names resolved.

    `premises` are uids: a claim of the store or of an earlier candidate.
    """

    candidate: Candidate
    uid: UUID
    subject: UUID
    predicate: str
    object: UUID | None
    spans: tuple[Span, ...]
    premises: tuple[UUID, ...]


@dataclass(frozen=True)
class Rejection:
    """A candidate that may not enter, with the reason."""

    candidate: Candidate
    reason: str
    detail: str
    path: tuple[UUID, ...] = ()


class _Rejected(Exception):
    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


def validate(
    candidates: Sequence[Candidate], known: Known, *, guarded: bool = False
) -> tuple[list[Accepted], list[Rejection]]:
    """Judge candidates in their order; equal assertions count once, at the higher κ.

    Assertions are equal when one statement rests on the same spans and claims; when
    `guarded`, on the same observations: what a reader meets twice in one is one.

    Keeps true: what is accepted has a κ in (0, 1], a known type and a validity that
    ends no earlier than it begins; it rests on something, all of which resolves;
    each quote stands in its observation, each number of its value stands in a quote
    or premise, its predicate is known, and no person has refused the statement.
    `guarded` adds that its identifiers, its unit and a denial stand there too, which
    is asked of whoever reads for an agent. Cycles are not judged here: they need the
    graph.
    """
    accepted: dict[tuple[object, ...], Accepted] = {}
    rejected: list[Rejection] = []
    drawn: dict[str, Accepted] = {}
    for candidate in candidates:
        try:
            new = _accept(candidate, known, drawn)
            if guarded:
                _guard(new, known)
        except _Rejected as no:
            rejected.append(Rejection(candidate, no.reason, no.detail))
            continue
        if candidate.ref:
            drawn[candidate.ref] = new
        seen = {span.observation if guarded else span for span in new.spans}
        assertion = (new.uid, frozenset(seen), frozenset(new.premises))
        old = accepted.setdefault(assertion, new)
        if candidate.kappa > old.candidate.kappa:
            accepted[assertion] = new
    return list(accepted.values()), rejected


def _accept(
    candidate: Candidate, known: Known, drawn: Mapping[str, Accepted]
) -> Accepted:
    _check_assertion(candidate)
    predicate = _predicate(candidate, known)
    subject = _node(candidate.subject, known)
    object_ = _object(candidate, known)
    uid = _claim_uid(candidate, known, predicate, subject, object_)
    if not candidate.supports:
        raise _Rejected("no_support", "A claim must rest on something.")
    if uid in known.refused:
        raise _Rejected("rejected_before", "A person has refused this statement.")
    if candidate.position in known.echoes:
        raise _Rejected("echo", known.echoes[candidate.position])
    spans = tuple(_spans(candidate, known))
    premises = tuple(dict.fromkeys(_premises(candidate, known, drawn)))
    _check_numbers(candidate, spans, _premise_numbers(candidate, known, drawn))
    return Accepted(candidate, uid, subject, predicate.name, object_, spans, premises)


def _check_assertion(candidate: Candidate) -> None:
    if not 0 < candidate.kappa <= 1:
        raise _Rejected("confidence_out_of_range", "κ lies in (0, 1].")
    if candidate.type and candidate.type not in CLAIM_TYPES:
        raise _Rejected("unknown_type", f"No claim is of type “{candidate.type}”.")
    start, end = candidate.valid_from, candidate.valid_to
    if start and end and end < start:
        raise _Rejected("validity_out_of_order", "The validity ends before it begins.")


def _predicate(candidate: Candidate, known: Known) -> KnownPredicate:
    predicate = known.predicates.get(candidate.predicate.casefold())
    if predicate is None:
        raise _Rejected(
            "unknown_predicate", f"No predicate is called “{candidate.predicate}”."
        )
    kind = VALUE_KINDS.get(type(candidate.target), "node")
    if kind != predicate.value_kind:
        raise _Rejected(
            "wrong_value_kind",
            f"“{predicate.name}” takes a {predicate.value_kind}, not a {kind}.",
        )
    return predicate


def _node(name: NodeName | UUID, known: Known) -> UUID:
    if isinstance(name, NodeName):
        try:
            return node_uid(
                workspace=known.workspace, kind=name.kind, external_id=name.id
            )
        except IdentityRefused as no:
            raise _Rejected(no.code, str(no)) from no
    if name not in known.nodes:
        raise _Rejected("unknown_node", "No entity has this id.")
    return name


def _object(candidate: Candidate, known: Known) -> UUID | None:
    if isinstance(candidate.target, NodeName | UUID):
        return _node(candidate.target, known)
    return None


def _claim_uid(
    candidate: Candidate,
    known: Known,
    predicate: KnownPredicate,
    subject: UUID,
    object_: UUID | None,
) -> UUID:
    target = candidate.target
    if object_ is not None or isinstance(target, NodeName | UUID):
        target = object_ or subject
    return claim_uid(
        workspace=known.workspace,
        subject=subject,
        predicate=predicate.name,
        target=target,
        qualifiers=candidate.qualifiers,
    )


def _spans(candidate: Candidate, known: Known) -> list[Span]:
    quotes = [each for each in candidate.supports if isinstance(each, Quote)]
    return list(dict.fromkeys(_span(quote, known) for quote in quotes))


def _span(quote: Quote, known: Known) -> Span:
    observation = known.observations.get(quote.observation)
    if observation is None:
        raise _Rejected("unknown_support", UNKNOWN_SUPPORT)
    if not observation.live or observation.text is None:
        raise _Rejected("dead_support", DEAD_SUPPORT)
    text = observation.text
    place = quote.span or (0, len(text))
    if quote.words is not None:
        found = find_quote(text, quote.words)
        if found is None:
            raise _Rejected(
                "quote_not_found", f"“{quote.words[:200]}” is not in the observation."
            )
        place = found
    return Span(observation.id, *place, text=text)


def _premises(
    candidate: Candidate, known: Known, drawn: Mapping[str, Accepted]
) -> list[UUID]:
    found = []
    for support in candidate.supports:
        if isinstance(support, Conclusion):
            found.append(_drawn(support, drawn))
        elif isinstance(support, Premise):
            found.append(_premise(support, known))
    return found


def _drawn(support: Conclusion, drawn: Mapping[str, Accepted]) -> UUID:
    if support.ref not in drawn:
        raise _Rejected(
            "unknown_support", f"Conclusion “{support.ref}” did not enter the store."
        )
    return drawn[support.ref].uid


def _premise(support: Premise, known: Known) -> UUID:
    claim = known.claims.get(support.claim)
    if claim is None:
        raise _Rejected("unknown_support", UNKNOWN_SUPPORT)
    if not claim.stands:
        raise _Rejected("dead_support", DEAD_SUPPORT)
    return support.claim


def _premise_numbers(
    candidate: Candidate, known: Known, drawn: Mapping[str, Accepted]
) -> set[Decimal]:
    numbers: set[Decimal] = set()
    for support in candidate.supports:
        if isinstance(support, Premise):
            numbers.update(known.claims[support.claim].numbers)
        elif isinstance(support, Conclusion):
            target = drawn[support.ref].candidate.target
            numbers.update({target.number} if isinstance(target, Number) else set())
    return numbers


def _check_numbers(
    candidate: Candidate, spans: tuple[Span, ...], given: set[Decimal]
) -> None:
    """A number may be computed from premises alone, but never beside a quote."""
    if not isinstance(candidate.target, Number) or not spans:
        return
    if set(ungrounded([candidate.target.number], [x.words for x in spans])) - given:
        raise _Rejected(
            "number_not_grounded",
            f"{candidate.target.number} stands in none of the quotes.",
        )


def _guard(new: Accepted, known: Known) -> None:
    subject, target = new.candidate.subject, new.candidate.target
    if isinstance(subject, UUID) or isinstance(target, UUID):
        return
    statement = Statement(
        subject=subject.id,
        target=target.id if isinstance(target, NodeName) else target,
        negated=known.predicates[new.candidate.predicate.casefold()].denies,
    )
    found = objection(
        statement,
        [span.words for span in new.spans],
        [span.context for span in new.spans],
    )
    if found is not None:
        raise _Rejected(found.reason, found.detail)
