"""Asks the model about every window of an episode and translates what it proposes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from memory.distillers.lexicon import KnownPredicate, Lexicon
from memory.distillers.llm.answer import (
    Misshapen,
    Part,
    ProposedClaim,
    ProposedQuestion,
    Unreadable,
    parts_of,
)
from memory.distillers.llm.prompt import first_messages, repair_messages
from memory.distillers.llm.windows import Piece, windows
from memory.distillers.proposal import Entity
from memory.llm import Message, ModelFailed, Reply
from memory.rules.candidate import Candidate, Malformed, NodeName, Quote
from memory.rules.values import Date, Flag, Number, Text, Value

type Ask = Callable[[Sequence[Message]], Reply]


@dataclass(frozen=True, slots=True)
class Shown:
    """An observation as the model is shown it; the model never sees its uid."""

    uid: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question the model found, with the uid of the observation that leaves it."""

    kind: str
    text: str
    observation: str
    quote: str
    about: tuple[NodeName, ...]


@dataclass
class Findings:
    """What the model proposes about an episode, each part at its own position."""

    candidates: list[Candidate] = field(default_factory=list)
    malformed: list[Malformed] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def next_position(self) -> int:
        """The position after all that were given."""
        return len(self.candidates) + len(self.malformed)


def distil(
    observations: Sequence[Shown], lexicon: Lexicon, *, window: int, ask: Ask
) -> Findings:
    """Read every window; raises ModelFailed when one of them cannot be read.

    A support is an observation of the window by its label, or it is refused here:
    whatever else the model names reaches no query.
    """
    labels = {f"o{n}": each.uid for n, each in enumerate(observations, start=1)}
    meanings = {each.name.casefold(): each for each in lexicon.predicates}
    found = Findings()
    for pieces in windows([each.text for each in observations], window):
        shown = {piece.label: labels[piece.label] for piece in pieces}
        for part in _read(pieces, lexicon, ask):
            _add(found, part, shown, meanings)
    return found


def _read(pieces: Sequence[Piece], lexicon: Lexicon, ask: Ask) -> list[Part]:
    """The parts of the reply; a reply that cannot be read is asked for once more."""
    messages = first_messages(pieces, lexicon.predicates, lexicon.nodes)
    reply = ask(messages)
    try:
        return parts_of(reply.text)
    except Unreadable as fault:
        again = ask(repair_messages(messages, reply.text, str(fault)))
    try:
        return parts_of(again.text)
    except Unreadable as fault:
        raise ModelFailed(f"The model's reply cannot be read: {fault}.") from None


def _add(
    found: Findings,
    part: Part,
    shown: Mapping[str, str],
    meanings: Mapping[str, KnownPredicate],
) -> None:
    position = found.next_position
    match part:
        case Misshapen(raw, fault):
            found.malformed.append(_refused(position, "bad_proposal", fault, raw))
        case ProposedClaim():
            unknown = [label for label, _ in part.supports if label not in shown]
            if unknown:
                detail = f"“{unknown[0][:60]}” labels no observation that was shown."
                found.malformed.append(
                    _refused(
                        position, "unknown_support", detail, wording(part, meanings)
                    )
                )
            else:
                found.candidates.append(_candidate(position, part, shown, meanings))
        case ProposedQuestion():
            _ask_back(found, part, shown)


def _refused(position: int, reason: str, detail: str, said: str) -> Malformed:
    return Malformed(position, reason, said[:200] or detail, detail, raw=said)


def _candidate(
    position: int,
    claim: ProposedClaim,
    shown: Mapping[str, str],
    meanings: Mapping[str, KnownPredicate],
) -> Candidate:
    target = claim.target
    return Candidate(
        position=position,
        subject=NodeName(claim.subject.kind, claim.subject.id),
        predicate=claim.predicate,
        target=NodeName(target.kind, target.id)
        if isinstance(target, Entity)
        else target,
        kappa=claim.kappa,
        supports=tuple(
            Quote(shown[label], words=quote) for label, quote in claim.supports
        ),
        text=wording(claim, meanings),
        type=claim.type,
    )


def _ask_back(
    found: Findings, question: ProposedQuestion, shown: Mapping[str, str]
) -> None:
    """Keep a question about an observation that was shown, once."""
    uid = shown.get(question.observation)
    if uid is None:
        detail = "A question about no observation that was shown."
        found.malformed.append(
            _refused(found.next_position, "unknown_support", detail, question.text)
        )
        return
    about = tuple(NodeName(each.kind, each.id) for each in question.about)
    new = Question(question.kind, question.text, uid, question.quote, about)
    if all((old.text, old.observation) != (new.text, uid) for old in found.questions):
        found.questions.append(new)


def wording(claim: ProposedClaim, meanings: Mapping[str, KnownPredicate]) -> str:
    """A claim in words of ours: the model's own would be read and checked by nobody."""
    meaning = meanings.get(claim.predicate.casefold())
    label = meaning.label if meaning else claim.predicate.replace("_", " ")
    return f"{claim.subject.id} {label} {_written(claim.target)}"


def _written(target: Entity | Value) -> str:
    match target:
        case Entity(_, name):
            return name
        case Number(number, unit):
            return f"{number:f} {unit}".strip()
        case Date(date):
            return date.isoformat()
        case Text(text):
            return text
        case Flag(value):
            return "yes" if value else "no"
