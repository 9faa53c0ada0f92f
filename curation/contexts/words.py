"""Sentences, marked passages and names: rows turned into what a page can say."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from memory.models import Claim, Decision, Episode


@dataclass(frozen=True)
class Statement:
    """A claim as a sentence: two ends in bold, the predicate between them."""

    subject: str
    relation: str
    object: str
    qualifiers: str = ""

    def __str__(self) -> str:
        end = f" ({self.qualifiers})" if self.qualifiers else ""
        return f"{self.subject} {self.relation} {self.object}{end}"


@dataclass(frozen=True)
class Piece:
    """A run of text, cited or not."""

    text: str
    cited: bool


def statement(claim: Claim) -> Statement:
    """The sentence of a claim whose subject, predicate and object are loaded."""
    qualifiers = ", ".join(f"{key} {value}" for key, value in claim.qualifiers.items())
    return Statement(str(claim.subject), claim.predicate.label, _end(claim), qualifiers)


def pieces(text: str, spans: Iterable[tuple[int, int]]) -> list[Piece]:
    """Cut `text` where cited spans begin and end; overlapping spans run together.

    Spans are [start, end) in characters; parts outside the text are ignored.
    """
    found, at = [], 0
    for start, end in sorted(spans):
        start, end = max(start, at), min(end, len(text))
        if end > start:
            found += [Piece(text[at:start], False), Piece(text[start:end], True)]
            at = end
    found.append(Piece(text[at:], False))
    return [piece for piece in found if piece.text]


def task_of(episode: Episode) -> str:
    """What an episode set out to do, or what kind of episode it is."""
    words = getattr(episode, "words", None)
    return (words.task if words else "") or f"{episode.get_kind_display()} episode"


def speaker_of(episode: Episode) -> str:
    """Who wrote an episode."""
    if episode.agent is not None:
        return episode.agent.name
    return episode.member.name if episode.member is not None else "Warrant"


def author_of(decision: Decision) -> str:
    """Who decided: a member, an agent, or a policy by its name."""
    if decision.by_member is not None:
        return decision.by_member.name
    if decision.by_agent is not None:
        return decision.by_agent.name
    return f"policy {decision.policy}".replace("_", " ")


def _end(claim: Claim) -> str:
    if claim.object is not None:
        return str(claim.object)
    if claim.value_number is not None:
        return f"{number(claim.value_number)} {claim.value_unit}".strip()
    if claim.value_bool is not None:
        return "yes" if claim.value_bool else "no"
    return str(claim.value_date or claim.value_text or "")


def number(value: Decimal) -> str:
    """A decimal as a person writes it: no trailing zeros, no exponent within reason."""
    plain = value.normalize()
    return f"{plain:f}" if -9 < plain.adjusted() < 15 else str(plain)


def window(found: list[Piece], margin: int = 280) -> list[Piece]:
    """Cited words with at most `margin` characters around them, cuts shown by …"""
    shown = []
    for position, piece in enumerate(found):
        first, last = position == 0, position == len(found) - 1
        text = piece.text
        if not piece.cited and len(text) > 2 * margin:
            head = "" if first and not last else text[:margin]
            tail = "" if last else text[-margin:]
            text = f"{head}…{tail}"
        shown.append(Piece(text, piece.cited))
    return shown
